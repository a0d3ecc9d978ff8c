"""Endgame tables: the verdict of every position of up to seven stacks, one bit each.

Whether n stacks can be collapsed depends only on their pattern (see `patterns`) and on which of the n(n−1)/2 pairs
match by card. So the table of a pattern is a bit string indexed by those match bits: bit (j − i − 1 + the pairs
before i) is set when the stacks numbered i < j in canonical order match. n stacks touch at most n rows and n columns,
so the same tables serve every board. They are built from n = 1 upwards: n stacks can be collapsed if some legal move
leads to n − 1 stacks that can. This is to Birds of a Feather what Syzygy tables are to chess.

All tables lie in one array of bytes. A `Lookup` adds what a search needs to find its way: the offsets by pattern, and a
cache from occupied masks to patterns that belongs to one thread.

The tables come with the package, in a file that `tools/make_tables.py` writes. It begins with a line that names it and
the SHA-256 of the rest; the rest is compressed by zlib. It holds the number of patterns and their codes, as words of 32
bits, then the tables of all patterns, one after another, as bytes; all numbers have their lowest byte first. A code
holds four bits for each column of the pattern, so its bits are its stacks, and n stacks have 2^(n(n−1)/2) entries, one
bit each, in at least one byte. Patterns of fewer stacks come first, so only the beginning is unpacked for them.
"""

from __future__ import annotations

import hashlib
import zlib
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.bits import ONE, ZERO, Cell, Masks, bit, count, lowest
from boaf.kernel.lanes import load, store
from boaf.kernel.native import compiled, workspace
from boaf.kernel.patterns import MAX_STACKS, canonical, new_scratch
from boaf.kernel.position import step_of
from boaf.support.errors import BoafError

FILE = f"endgame-{MAX_STACKS}.bin"
MAGIC = b"boaf endgame tables 2\n"
_HEAD = len(MAGIC) + hashlib.sha256().digest_size
_CACHE_BITS = 16
MASK, PLACE = range(2)
"""The columns of `Lookup.known`."""
NUMBER_BITS = 6
"""How many bits the number of a stack takes where seven of them are packed into a word."""


@workspace
class Tables(NamedTuple):
    """The tables of all patterns of up to `stacks` stacks."""

    stacks: int
    bits: NDArray[np.uint8]
    codes: NDArray[np.int64]
    """The canonical codes, table by table. Shape (patterns,)."""
    offsets: NDArray[np.int64]
    """Where each table starts, in bits. Shape (patterns + 1,)."""


@workspace
class Lookup(NamedTuple):
    """Tables with a cache of patterns for boards of one number of columns; one for each thread."""

    stacks: int
    bits: NDArray[np.uint8]
    codes: NDArray[np.int64]
    offsets: NDArray[np.int64]
    cols: int
    cells: NDArray[np.uint8]
    """The cell that a number of the masks means, by default itself. Shape (64,)."""
    meaning: NDArray[np.uint64]
    """Differs each time the numbers get another meaning (`forget_patterns`). Shape (1,)."""
    known: NDArray[np.uint64]
    """For each slot of the cache, the occupied mask that it describes, with the meaning, 0 if it is unused; and the
    numbers of the stacks in canonical order, six bits each, below that of the pattern. Shape (65536, 2)."""
    order: NDArray[np.uint8]
    """For `canonical`. Shape (7,)."""
    scratch: NDArray[np.int64]
    """For `canonical`. Shape (8, 7)."""
    matches: NDArray[np.uint16]
    """For `solvable_targets`: which stacks, in canonical order, each number matches. Shape (64,)."""


@cache
def tables_of(stacks: int) -> Tables:
    """The endgame tables of up to `stacks` stacks."""
    if not 1 <= stacks <= MAX_STACKS:
        raise BoafError(f"endgame tables hold 1 to {MAX_STACKS} stacks, not {stacks}")
    shipped = unpack(files("boaf.kernel").joinpath(FILE).read_bytes(), stacks)
    if shipped is None:
        raise BoafError("the endgame tables of this installation are damaged: install boaf again")
    return shipped


def unpack(content: bytes, stacks: int) -> Tables | None:
    """The tables of up to `stacks` stacks of a file, None if it is damaged or holds something else."""
    rest = content[_HEAD:]
    if content[:_HEAD] != MAGIC + hashlib.sha256(rest).digest():
        return None
    stream = zlib.decompressobj()
    (patterns,) = np.frombuffer(stream.decompress(rest, 4), "<u4").tolist()
    codes = np.frombuffer(stream.decompress(stream.unconsumed_tail, 4 * patterns), "<u4").astype(np.int64)
    codes = codes[np.bitwise_count(codes) <= stacks]
    offsets = offsets_of(codes)
    bits = np.frombuffer(stream.decompress(stream.unconsumed_tail, int(offsets[-1]) // 8), np.uint8).copy()
    return Tables(int(codes[-1]).bit_count(), bits, codes, offsets) if 8 * len(bits) == offsets[-1] else None


def offsets_of(codes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where the table of each pattern starts, in bits, and where the last one ends. Shape (patterns + 1,)."""
    sizes = [max(8, 1 << pair_count(code.bit_count())) for code in codes.tolist()]
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


def new_lookup(tables: Tables, cols: int) -> Lookup:
    """A look-up with an empty cache for boards of `cols` columns."""
    slots = 1 << _CACHE_BITS
    return Lookup(
        *tables,
        cols=cols,
        cells=np.arange(64, dtype=np.uint8),
        meaning=np.zeros(1, np.uint64),
        known=np.zeros((slots, 2), np.uint64),
        order=np.zeros(MAX_STACKS, np.uint8),
        scratch=new_scratch(),
        matches=np.zeros(64, np.uint16),
    )


@compiled
def forget_patterns(lookup: Lookup) -> None:
    """To be called when `cells` have changed; numbers are then below 16."""
    lookup.meaning[0] += bit(_CACHE_BITS)


@compiled
def slot_of(occupied: np.uint64) -> np.uint64:
    """The slot of the cache for a mask; masks of 16 bits are their own, so a 4 × 4 board never computes one twice."""
    if occupied >> np.uint64(_CACHE_BITS):
        return occupied * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(64 - _CACHE_BITS)
    return occupied


@compiled
def learn_pattern(lookup: Lookup, occupied: np.uint64) -> None:
    """Fill the slot of the cache for a mask."""
    slot, order, place = slot_of(occupied), lookup.order, np.uint64(len(lookup.codes))
    code = canonical(occupied, lookup.cells, lookup.cols, order, lookup.scratch)
    # A pattern that is not connected has no table and gets the number past the last one. The cached word holds the
    # number of the pattern above the stacks in canonical order, six bits each.
    for k in range(len(lookup.codes)):
        if lookup.codes[k] == code:
            place = np.uint64(k)
    for i in range(MAX_STACKS - 1, -1, -1):
        place = place << np.uint64(NUMBER_BITS) | np.uint64(order[i])
    lookup.known[slot, MASK] = occupied | lookup.meaning[0]
    lookup.known[slot, PLACE] = place


def _row_bits() -> NDArray[np.uint64]:
    """rows[n, i, m]: the match bits of stack i of n when it matches the stacks m. Shape (8, 7, 128)."""
    rows = np.zeros((MAX_STACKS + 1, MAX_STACKS, 1 << MAX_STACKS), np.uint64)
    for n in range(1, MAX_STACKS + 1):
        for number, (i, j) in enumerate(combinations(range(n), 2)):
            matches = np.arange(1 << MAX_STACKS)
            rows[n, i] |= (matches >> j & 1).astype(np.uint64) << np.uint64(number)
            rows[n, j] |= (matches >> i & 1).astype(np.uint64) << np.uint64(number)
    return rows


_ROW_BITS = _row_bits()
_ALL = (1 << MAX_STACKS) - 1


@compiled
def find_move(lookup: Lookup, match: Masks, occupied: np.uint64, line: Masks, depth: int) -> np.int64:
    """A move (a step) to a position that can be collapsed, or −1; the tables must cover that position.

    The position is frame `depth` of `match`, shape (frames, cells).
    """
    left = occupied
    while left:
        source = lowest(left)
        left &= left - ONE
        targets = np.uint64(match[depth, source]) & np.uint64(line[source])
        if targets:
            found = solvable_targets(lookup, match, depth, occupied, source, targets)
            if found:
                return step_of(source, lowest(found))
    return np.int64(-1)


@compiled
def solvable_targets(
    lookup: Lookup, match: Masks, depth: Cell, occupied: np.uint64, source: np.uint64, targets: np.uint64
) -> np.uint64:
    """Those of `targets` onto which `source` can move so that the position after it can be collapsed.

    All these moves leave the same pattern, and their entries differ only in the row of the covered stack, which becomes
    that of the source: so the match bits are gathered once.
    """
    # The source's cell is empty after the move, whatever the target, so one pattern, that of `rest`, serves all
    # targets. On 4 × 4 boards each of the 65,536 masks has a slot of its own, so a pattern is computed once.
    known, matches, rest = lookup.known, lookup.matches, occupied & ~bit(source)
    slot, stacks = slot_of(rest), count(rest)
    if known[slot, MASK] != rest | lookup.meaning[0]:
        learn_pattern(lookup, rest)
    place = known[slot, PLACE]
    pattern = place >> np.uint64(NUMBER_BITS * MAX_STACKS)
    # The other stacks are not connected by position, so no target can help.
    if pattern == np.uint64(len(lookup.codes)):
        return ZERO
    # matches[k]: the stacks that number k matches, as bits in canonical order.
    if match.shape[1] == 16:
        _sort_matches(match, depth, place, matches)
    else:
        _sort_matches_of(rest | bit(source), match, depth, place, matches)
    # The index into a table has one bit for each pair of stacks. `_ROW_BITS` spreads the matches of the i-th stack over
    # its pairs; all rows together are the index of the stacks of `rest` with the cards that they have now.
    # Example: three stacks have the pairs 01, 02 and 12. If stack 1 matches both others, its row is the bits 01 and 12.
    entries = ZERO
    for i in range(MAX_STACKS):
        entries |= _ROW_BITS[stacks, i, matches[number_in(place, i)]]
    # A move onto stack i replaces the card of i by that of the source, so it replaces row i and no other. What is left
    # is one bit of the table for each target.
    own, offset, found = matches[source], np.uint64(lookup.offsets[pattern]), ZERO
    for i in range(stacks):
        target = number_in(place, i)
        if targets >> target & ONE:
            entry = offset + ((entries & ~_ROW_BITS[stacks, i, _ALL]) | _ROW_BITS[stacks, i, own])
            found |= (np.uint64(lookup.bits[entry >> np.uint64(3)]) >> (entry & np.uint64(7)) & ONE) << target
    return found


@compiled
def number_in(place: np.uint64, i: int) -> np.uint64:
    """The number of the stack that is the i-th in canonical order."""
    return place >> np.uint64(NUMBER_BITS * i) & np.uint64((1 << NUMBER_BITS) - 1)


@compiled
def _sort_matches(match: Masks, depth: Cell, place: np.uint64, matches: NDArray[np.uint16]) -> None:
    """Write what each of 16 numbers matches in canonical order."""
    rows = load(match, depth)
    # All 16 numbers at once: shift the bit of the i-th stack in canonical order to the lowest place of every lane, from
    # the last stack to the first, and make room by doubling.
    ordered = rows & ZERO
    for i in range(MAX_STACKS - 1, -1, -1):
        ordered = ordered + ordered | rows >> number_in(place, i) & ONE
    store(matches, 0, ordered)


@compiled
def _sort_matches_of(
    numbers: np.uint64, match: Masks, depth: Cell, place: np.uint64, matches: NDArray[np.uint16]
) -> None:
    """Write what some numbers match in canonical order."""
    while numbers:
        number = lowest(numbers)
        numbers &= numbers - ONE
        ordered = ZERO
        for i in range(MAX_STACKS):
            ordered |= (np.uint64(match[depth, number]) >> number_in(place, i) & ONE) << np.uint64(i)
        matches[number] = ordered


def pair_count(stacks: int) -> int:
    """How many pairs a number of stacks has."""
    return stacks * (stacks - 1) // 2
