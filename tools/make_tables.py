"""Write the endgame tables that come with the package. They are computed from nothing but the rules.

Tables are built from one stack upwards: n stacks can be collapsed if some legal move leads to n − 1 stacks that can.
"""

from __future__ import annotations

import hashlib
import zlib
from itertools import combinations
from pathlib import Path

import numpy as np
from numba import njit
from numpy.typing import NDArray

from boaf.kernel.patterns import MAX_STACKS, canonical, new_scratch
from boaf.kernel.tables import (
    FILE,
    MAGIC,
    NUMBER_BITS,
    PLACE,
    Lookup,
    Tables,
    learn_pattern,
    new_lookup,
    number_in,
    offsets_of,
    pair_count,
    slot_of,
)
from boaf.support.threads import thread_pool

OUTPUT = Path(__file__).parent.parent / "src" / "boaf" / "kernel" / FILE
_CHUNK = 7
"""Match bits are permuted seven at a time: 21 bits, the most there are, make three chunks."""


def _empty_tables(stacks: int) -> Tables:
    """The layout of the tables of up to `stacks` stacks; every entry but that of a single stack says no."""
    codes = np.array([code for n in range(1, stacks + 1) for code in rook_connected_patterns(n)], np.int64)
    offsets = offsets_of(codes)
    bits = np.zeros(offsets[-1] // 8, dtype=np.uint8)
    bits[0] = 1
    return Tables(stacks, bits, codes, offsets)


def rook_connected_patterns(stacks: int) -> dict[int, list[int]]:
    """The rook-connected patterns of `stacks` stacks: code, and cells in canonical order on an 8 × 8 board."""
    found = {0b1: [0]}
    for _ in range(stacks - 1):
        found = dict(
            _described(mask)
            for cells in found.values()
            for new in range(64)
            if new not in cells and any(new // 8 == cell // 8 or new % 8 == cell % 8 for cell in cells)
            for mask in [sum(1 << cell for cell in [*cells, new])]
        )
    return dict(sorted(found.items()))


def _described(mask: int) -> tuple[int, list[int]]:
    order = np.zeros(MAX_STACKS, np.uint8)
    code = canonical(np.uint64(mask), np.arange(64, dtype=np.uint8), 8, order, new_scratch())
    stacks = mask.bit_count()
    shrunk = _shrink([int(cell) for cell in order[:stacks]])
    return code, shrunk


def _shrink(cells: list[int]) -> list[int]:
    """The same pattern in the top left corner, so that another stack fits in."""
    rows = sorted({cell // 8 for cell in cells})
    columns = sorted({cell % 8 for cell in cells})
    return [rows.index(cell // 8) * 8 + columns.index(cell % 8) for cell in cells]


def build_tables(stacks: int) -> Tables:
    """Compute the tables of all patterns of up to `stacks` stacks, on all cores."""
    tables = _empty_tables(stacks)
    with thread_pool() as pool:
        for n in range(2, stacks + 1):
            lookup = new_lookup(tables, 8)
            jobs = [
                pool.submit(_fill, _table(tables, code), pair_count(n), *_moves(cells, lookup), tables.bits)
                for code, cells in rook_connected_patterns(n).items()
            ]
            for job in jobs:
                job.result()
    return tables


def _table(tables: Tables, code: int) -> NDArray[np.uint8]:
    """The bytes of the table of one pattern."""
    k = int(np.flatnonzero(tables.codes == code)[0])
    return tables.bits[tables.offsets[k] // 8 : tables.offsets[k + 1] // 8]


def _moves(cells: list[int], lookup: Lookup) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """The moves on a pattern: the match bit each needs, the offset it leads to, and how it permutes the match bits.

    Shapes (moves,), (moves,), (moves, 3, 128): the entry of the child's table is the union of what the permutation
    gives for the three chunks of the parent's match bits.
    """
    pair_bit = {pair: number for number, pair in enumerate(combinations(range(len(cells)), 2))}
    needs, leads, permutation = [], [], []
    for i, source in enumerate(cells):
        rest = [cell for cell in cells if cell != source]
        occupied = np.uint64(sum(1 << cell for cell in rest))
        learn_pattern(lookup, occupied)
        place = int(lookup.known[slot_of(occupied), PLACE])
        pattern = place >> NUMBER_BITS * MAX_STACKS
        order = [int(number_in(np.uint64(place), k)) for k in range(len(rest))]
        for j, target in enumerate(cells):
            if i == j or pattern == len(lookup.codes) or (source // 8 != target // 8 and source % 8 != target % 8):
                continue
            cards = [i if cell == target else cells.index(cell) for cell in order]
            child_bits = {pair_bit[min(a, b), max(a, b)]: k for k, (a, b) in enumerate(combinations(cards, 2))}
            needs.append(pair_bit[min(i, j), max(i, j)])
            leads.append(int(lookup.offsets[pattern]))
            permutation.append([_permuted_chunk(child_bits, chunk) for chunk in range(3)])
    return (
        np.array(needs, np.int64),
        np.array(leads, np.int64),
        np.array(permutation, np.int64).reshape(-1, 3, 1 << _CHUNK),
    )


def _permuted_chunk(child_bits: dict[int, int], chunk: int) -> NDArray[np.int64]:
    """The child's match bits for every value of one chunk of the parent's. Shape (128,)."""
    values = np.arange(1 << _CHUNK)
    images = [(k, child_bits[chunk * _CHUNK + k]) for k in range(_CHUNK) if chunk * _CHUNK + k in child_bits]
    return sum((values >> k & 1) << image for k, image in images) + 0 * values


def pack(tables: Tables) -> bytes:
    """The content of a file with these tables."""
    words = np.array([len(tables.codes), *tables.codes], "<u4")
    rest = zlib.compress(words.tobytes() + tables.bits.tobytes(), 9)
    return MAGIC + hashlib.sha256(rest).digest() + rest


@njit(nogil=True)
def _fill(
    table: NDArray[np.uint8],
    pairs: int,
    needs: NDArray[np.int64],
    leads: NDArray[np.int64],
    permutation: NDArray[np.int64],
    bits: NDArray[np.uint8],
) -> None:
    """Fill the table of one pattern from the tables of smaller ones."""
    chunk = (1 << _CHUNK) - 1
    for index in range(1 << pairs):
        for move in range(len(needs)):
            # The two stacks of this move do not match in this entry.
            if not index >> needs[move] & 1:
                continue
            # The child's index is a permutation of the parent's bits, read from three small tables, seven bits each,
            # instead of bit by bit. The child has fewer stacks, so its table is complete.
            low = permutation[move, 0, index & chunk]
            middle = permutation[move, 1, index >> _CHUNK & chunk]
            high = permutation[move, 2, index >> 2 * _CHUNK]
            entry = leads[move] + (low | middle | high)
            if bits[entry >> 3] >> (entry & 7) & 1:
                table[index >> 3] |= 1 << (index & 7)
                break


if __name__ == "__main__":
    OUTPUT.write_bytes(pack(build_tables(MAX_STACKS)))
    print(f"{OUTPUT.name}: {OUTPUT.stat().st_size:,} bytes")
