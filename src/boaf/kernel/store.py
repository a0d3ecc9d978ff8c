"""Where endgame tables are kept: in memory, and the large ones on disk.

The tables of up to six stacks are built when first needed. Those of seven take a hundred times as long, so they are
written to the cache directory with a digest; a file that is missing, damaged or of another layout is built anew, and a
directory that cannot be written only costs that time again.
"""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from boaf.errors import BoafError
from boaf.files import write_file
from boaf.kernel.cache import cache_directory
from boaf.kernel.clock import loading
from boaf.kernel.patterns import MAX_STACKS
from boaf.kernel.tables import Tables, build_tables, empty_tables

_ON_DISK_FROM = 7
_MAGIC = b"boaf endgame tables 1\n"


@cache
def tables_of(stacks: int) -> Tables:
    """The endgame tables of up to `stacks` stacks."""
    if not 1 <= stacks <= MAX_STACKS:
        raise BoafError(f"endgame tables hold 1 to {MAX_STACKS} stacks, not {stacks}")
    with loading:
        return build_tables(stacks) if stacks < _ON_DISK_FROM else _load_or_build(stacks)


def _load_or_build(stacks: int) -> Tables:
    directory = cache_directory()
    if directory is None:
        return build_tables(stacks)
    path = directory / f"endgame-{stacks}.bin"
    tables = _load(path, stacks)
    if tables is None:
        tables = build_tables(stacks)
        _save(path, tables)
    return tables


def _load(path: Path, stacks: int) -> Tables | None:
    try:
        content = path.read_bytes()
    except OSError:
        return None
    head = len(_MAGIC) + hashlib.sha256().digest_size
    layout = empty_tables(stacks)
    bits = np.frombuffer(content[head:], np.uint8)
    if content[:head] != _MAGIC + _digest(bits) or bits.shape != layout.bits.shape:
        return None
    return layout._replace(bits=bits.copy())


def _digest(bits: NDArray[np.uint8]) -> bytes:
    return hashlib.sha256(bits.tobytes()).digest()


def _save(path: Path, tables: Tables) -> None:
    """Keep the tables if that is possible."""
    try:
        write_file(path, _MAGIC + _digest(tables.bits) + tables.bits.tobytes())
    except BoafError as error:
        print(f"the endgame tables could not be kept: {error}", file=sys.stderr)
