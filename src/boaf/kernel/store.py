"""Where endgame tables are kept: those of up to six stacks come with the package, those of seven stand in the cache.

A file begins with a line that names it and the SHA-256 of the rest; the rest is compressed by zlib. It holds the number
of patterns and their codes, as words of 32 bits, then the tables of all patterns, one after another, as bytes; all
numbers have their lowest byte first. A code holds four bits for each column of the pattern, so its bits are its stacks,
and n stacks have 2^(n(n−1)/2) entries, one bit each, in at least one byte. A file that is missing, damaged or of
another layout is computed anew, and a directory that cannot be written only costs that time again.
"""

from __future__ import annotations

import hashlib
import sys
import zlib
from functools import cache
from importlib.resources import files
from pathlib import Path

import numpy as np

from boaf.errors import BoafError
from boaf.files import write_file
from boaf.kernel.cache import cache_directory
from boaf.kernel.clock import loading
from boaf.kernel.patterns import MAX_STACKS
from boaf.kernel.tables import Tables, build_tables, first_tables, offsets_of

SHIPPED = 6
"""The tables of so many stacks come with the package; `tools/make_tables.py` writes them."""
_MAGIC = b"boaf endgame tables 2\n"
_HEAD = len(_MAGIC) + hashlib.sha256().digest_size


@cache
def tables_of(stacks: int) -> Tables:
    """The endgame tables of up to `stacks` stacks."""
    if not 1 <= stacks <= MAX_STACKS:
        raise BoafError(f"endgame tables hold 1 to {MAX_STACKS} stacks, not {stacks}")
    with loading:
        if stacks > SHIPPED:
            return _load_or_build(stacks)
        shipped = unpack(files("boaf.kernel").joinpath(f"endgame-{SHIPPED}.bin").read_bytes())
        if shipped is None:
            raise BoafError("the endgame tables of this installation are damaged: install boaf anew")
        return first_tables(shipped, stacks)


def _load_or_build(stacks: int) -> Tables:
    directory = cache_directory()
    if directory is None:
        return build_tables(stacks)
    path = directory / f"endgame-{stacks}.bin"
    tables = _load(path)
    if tables is None or tables.stacks != stacks:
        tables = build_tables(stacks)
        _save(path, tables)
    return tables


def _load(path: Path) -> Tables | None:
    try:
        return unpack(path.read_bytes())
    except OSError:
        return None


def pack(tables: Tables) -> bytes:
    """The content of a file with these tables."""
    words = np.array([len(tables.codes), *tables.codes], "<u4")
    rest = zlib.compress(words.tobytes() + tables.bits.tobytes(), 9)
    return _MAGIC + hashlib.sha256(rest).digest() + rest


def unpack(content: bytes) -> Tables | None:
    """The tables of a file, None if it is damaged or holds something else."""
    rest = content[_HEAD:]
    if content[:_HEAD] != _MAGIC + hashlib.sha256(rest).digest():
        return None
    found = zlib.decompress(rest)
    patterns = int(np.frombuffer(found, "<u4", 1)[0])
    codes = np.frombuffer(found, "<u4", patterns, 4).astype(np.int64)
    bits = np.frombuffer(found, np.uint8, offset=4 + 4 * patterns).copy()
    offsets = offsets_of(codes)
    return Tables(int(codes[-1]).bit_count(), bits, codes, offsets) if 8 * len(bits) == offsets[-1] else None


def _save(path: Path, tables: Tables) -> None:
    """Keep the tables if that is possible."""
    try:
        write_file(path, pack(tables))
    except BoafError as error:
        print(f"the endgame tables could not be kept: {error}", file=sys.stderr)
