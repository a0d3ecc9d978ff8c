"""The set of positions that a search has visited, by the top card of every cell (Zobrist hashing).

The key of a position has 128 bits: the exclusive or of two random words for every top card in its cell. Two positions
are confused only if all bits agree; among a hundred million positions the chance of that is below 10^-22. A move
changes three words, so updating a key is cheap.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.deals import SplitMix64
from boaf.kernel.bits import ONE, Cell, bit
from boaf.kernel.native import compiled, workspace
from boaf.kernel.position import source_of, target_of


@workspace
class Seen(NamedTuple):
    """A hash set of keys; the key 0 marks a free slot."""

    keys: NDArray[np.uint64]
    """Shape (slots, 2); the number of slots is a power of two."""
    size: NDArray[np.int64]
    """How many keys there are. Shape (1,)."""


def new_seen(slots: int) -> Seen:
    """An empty set for about two thirds as many keys as there are slots, a power of two."""
    return Seen(np.zeros((slots, 2), np.uint64), np.zeros(1, np.int64))


@compiled
def clear(seen: Seen) -> None:
    """Forget all keys."""
    seen.keys[:] = 0
    seen.size[0] = 0


def grown(seen: Seen) -> Seen:
    """The same keys in four times as many slots."""
    larger = new_seen(4 * len(seen.keys))
    _copy(seen, larger)
    return larger


@cache
def words(cells: int) -> NDArray[np.uint64]:
    """The random words for each card, named by its cell at the start, in each cell. Shape (cells, cells, 2)."""
    random = SplitMix64(cells)
    numbers = [random.next() for _ in range(cells * cells * 2)]
    return np.array(numbers, dtype=np.uint64).reshape(cells, cells, 2)


@compiled
def key_change(words: NDArray[np.uint64], mover: Cell, covered: Cell, step: Cell, word: int) -> np.uint64:
    """What a step changes in one word of a key, to be combined with it by exclusive or."""
    source, target = source_of(step), target_of(step)
    return words[mover, source, word] ^ words[covered, target, word] ^ words[mover, target, word]


@compiled
def start_key(
    words: NDArray[np.uint64], occupied: np.uint64, tops: NDArray[np.uint8], keys: NDArray[np.uint64], row: Cell
) -> None:
    """Write the top cards and the key of a board on which no move was made. Shapes (rows, cells) and (rows, 2)."""
    keys[row] = 0
    for cell in range(tops.shape[1]):
        tops[row, cell] = cell
        if occupied & bit(cell):
            for k in range(2):
                keys[row, k] ^= words[cell, cell, k]


@compiled
def advance_key(
    words: NDArray[np.uint64], step: Cell, tops: NDArray[np.uint8], keys: NDArray[np.uint64], row: Cell, into: Cell
) -> None:
    """Write the top cards and the key after a step to another row, or to the same one. Shapes as for `start_key`."""
    mover, covered = tops[row, source_of(step)], tops[row, target_of(step)]
    if into != row:
        for cell in range(tops.shape[1]):
            tops[into, cell] = tops[row, cell]
    tops[into, target_of(step)] = mover
    for k in range(2):
        keys[into, k] = keys[row, k] ^ key_change(words, mover, covered, step, k)


@compiled
def is_full(seen: Seen) -> bool:
    """Whether the set must grow before another key is added."""
    return 3 * seen.size[0] >= 2 * len(seen.keys)


@compiled
def has(seen: Seen, first: np.uint64, second: np.uint64) -> bool:
    """Whether a key is there."""
    slot = _slot(seen, first, second)
    return seen.keys[slot, 0] == first and seen.keys[slot, 1] == second


@compiled
def add(seen: Seen, first: np.uint64, second: np.uint64) -> bool:
    """Add a key; return whether it was there already."""
    slot = _slot(seen, first, second)
    if seen.keys[slot, 0] == first and seen.keys[slot, 1] == second:
        return True
    seen.keys[slot, 0] = first
    seen.keys[slot, 1] = second
    seen.size[0] += 1
    return False


@compiled
def _slot(seen: Seen, first: np.uint64, second: np.uint64) -> np.uint64:
    """The slot that holds a key, or the free slot where it belongs."""
    keys = seen.keys
    last = np.uint64(len(keys) - 1)
    slot = first & last
    while (keys[slot, 0] or keys[slot, 1]) and (keys[slot, 0] != first or keys[slot, 1] != second):
        slot = (slot + ONE) & last
    return slot


@compiled
def _copy(seen: Seen, larger: Seen) -> None:
    for k in range(len(seen.keys)):
        if seen.keys[k, 0] or seen.keys[k, 1]:
            add(larger, seen.keys[k, 0], seen.keys[k, 1])
