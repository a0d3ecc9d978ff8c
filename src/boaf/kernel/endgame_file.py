"""Endgame tables as a file, which comes with the package: `tools/make_tables.py` writes it.

A file begins with a line that names it and the SHA-256 of the rest; the rest is compressed by zlib. It holds the number
of patterns and their codes, as words of 32 bits, then the tables of all patterns, one after another, as bytes; all
numbers have their lowest byte first. A code holds four bits for each column of the pattern, so its bits are its stacks,
and n stacks have 2^(n(n−1)/2) entries, one bit each, in at least one byte. Patterns of fewer stacks come first, so only
the beginning is unpacked for them.
"""

from __future__ import annotations

import hashlib
import zlib
from functools import cache
from importlib.resources import files

import numpy as np

from boaf.kernel.patterns import MAX_STACKS
from boaf.kernel.tables import Tables, offsets_of
from boaf.support.errors import BoafError

FILE = f"endgame-{MAX_STACKS}.bin"
_MAGIC = b"boaf endgame tables 2\n"
_HEAD = len(_MAGIC) + hashlib.sha256().digest_size


@cache
def tables_of(stacks: int) -> Tables:
    """The endgame tables of up to `stacks` stacks."""
    if not 1 <= stacks <= MAX_STACKS:
        raise BoafError(f"endgame tables hold 1 to {MAX_STACKS} stacks, not {stacks}")
    shipped = unpack(files("boaf.kernel").joinpath(FILE).read_bytes(), stacks)
    if shipped is None:
        raise BoafError("the endgame tables of this installation are damaged: install boaf again")
    return shipped


def pack(tables: Tables) -> bytes:
    """The content of a file with these tables."""
    words = np.array([len(tables.codes), *tables.codes], "<u4")
    rest = zlib.compress(words.tobytes() + tables.bits.tobytes(), 9)
    return _MAGIC + hashlib.sha256(rest).digest() + rest


def unpack(content: bytes, stacks: int) -> Tables | None:
    """The tables of up to `stacks` stacks of a file, None if it is damaged or holds something else."""
    rest = content[_HEAD:]
    if content[:_HEAD] != _MAGIC + hashlib.sha256(rest).digest():
        return None
    stream = zlib.decompressobj()
    (patterns,) = np.frombuffer(stream.decompress(rest, 4), "<u4").tolist()
    codes = np.frombuffer(stream.decompress(stream.unconsumed_tail, 4 * patterns), "<u4").astype(np.int64)
    codes = codes[np.bitwise_count(codes) <= stacks]
    offsets = offsets_of(codes)
    bits = np.frombuffer(stream.decompress(stream.unconsumed_tail, int(offsets[-1]) // 8), np.uint8).copy()
    return Tables(int(codes[-1]).bit_count(), bits, codes, offsets) if 8 * len(bits) == offsets[-1] else None
