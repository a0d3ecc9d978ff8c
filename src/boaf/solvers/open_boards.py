"""Boards that a search has found and not yet expanded, kept as they are; best-first, best-n and beam search share them.

Every board found has a number and knows the one that it came from, so the moves to it can be told. How the numbers wait
to be expanded, in a heap or on stacks, is up to the search; `waiting` has room for all of them, twice.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board
from boaf.kernel.bits import Cell, Masks
from boaf.kernel.native import compiled, workspace
from boaf.kernel.position import new_rows, position_of, push, source_of, target_of
from boaf.kernel.scratch import copy_row, doubled
from boaf.kernel.seen import key_change, words
from boaf.solvers.depth_first import natural_steps

MEMORY = 2 << 30
"""The most bytes that open boards may take."""
_CAPACITY = 1 << 12
FOUND, EXPANDED, FIRST, SECOND = range(4)


@workspace
class Open(NamedTuple):
    """All boards found so far, the first of which is the one to be solved."""

    line: Masks
    pairs: NDArray[np.uint16]
    words: NDArray[np.uint64]
    match: Masks
    """Shape (capacity, cells), as `tops` and `sizes`; the other arrays have shape (capacity,)."""
    occupied: NDArray[np.uint64]
    tops: NDArray[np.uint8]
    """The card on top of each cell, named by its cell at the start."""
    sizes: NDArray[np.uint8]
    """The sizes of the stacks."""
    keys: NDArray[np.uint64]
    """Shape (capacity, 2)."""
    parent: NDArray[np.int64]
    step: NDArray[np.uint16]
    value: NDArray[np.float64]
    waiting: NDArray[np.int64]
    """The numbers of the boards that wait, in two groups. Shape (capacity, 2)."""
    order: NDArray[np.int64]
    """For `sort_children`. Shape (2, capacity)."""
    counts: NDArray[np.int64]
    """How many boards were found, how many expanded, how many are in the first and in the second group. Shape (4,)."""


def open_board(board: Board) -> Open:
    """A board that is found and waits in the first group."""
    position = position_of(board)
    cells = board.rows * board.cols
    found = Open(
        line=position.line,
        pairs=natural_steps(board.rows, board.cols),
        words=words(cells),
        match=new_rows(cells, _CAPACITY),
        occupied=np.zeros(_CAPACITY, np.uint64),
        tops=np.zeros((_CAPACITY, cells), np.uint8),
        sizes=np.zeros((_CAPACITY, cells), np.uint8),
        keys=np.zeros((_CAPACITY, 2), np.uint64),
        parent=np.full(_CAPACITY, -1),
        step=np.zeros(_CAPACITY, np.uint16),
        value=np.zeros(_CAPACITY),
        waiting=np.zeros((_CAPACITY, 2), np.int64),
        order=np.zeros((2, _CAPACITY), np.int64),
        counts=np.array([1, 0, 1, 0]),
    )
    found.match[0], found.occupied[0], found.tops[0] = position.match, position.occupied, np.arange(cells)
    found.sizes[0] = [len(stack) for stack in board.stacks]
    for cell, stack in enumerate(board.stacks):
        if stack:
            found.keys[0] ^= found.words[cell, cell]
    return found


def can_grow(found: Open) -> bool:
    """Whether twice the room is still within `MEMORY`."""
    return 2 * sum(array.nbytes for array in found) <= MEMORY


def with_more_room(found: Open) -> Open:
    """The same boards with twice the room."""
    names = ("match", "occupied", "tops", "sizes", "keys", "parent", "step", "value", "waiting")
    return found._replace(**{name: doubled(getattr(found, name)) for name in names}, order=doubled(found.order, 1))


def steps_to(found: Open, last: int) -> list[int]:
    """The steps from the first board to another."""
    steps = []
    while found.parent[last] >= 0:
        steps.append(int(found.step[last]))
        last = int(found.parent[last])
    return steps[::-1]


@compiled
def make_child(found: Open, board: int, step: Cell) -> int:
    """Write the board after a step behind the last one found, where it stays if it is counted."""
    child = found.counts[FOUND]
    push(found.match, found.occupied, board, step, child)
    tops, sizes, keys = found.tops, found.sizes, found.keys
    source, target = source_of(step), target_of(step)
    mover, covered = tops[board, source], tops[board, target]
    for cell in range(tops.shape[1]):
        tops[child, cell] = tops[board, cell]
        sizes[child, cell] = sizes[board, cell]
    tops[child, target] = mover
    sizes[child, target] = sizes[board, target] + sizes[board, source]
    sizes[child, source] = 0
    for k in range(2):
        keys[child, k] = keys[board, k] ^ key_change(found.words, mover, covered, step, k)
    found.parent[child], found.step[child] = board, step
    return child


@compiled
def sort_children(found: Open, first: int) -> int:
    """Sort the boards found from `first` on, the highest value first, equal ones as they were found.

    Their numbers are then in one of the two rows of `order`; return which. This is a merge sort: runs of one board,
    then of two, of four and so on are merged from one row to the other.
    """
    number, value = found.counts[FOUND] - first, found.value
    row, run = 0, 1
    for k in range(number):
        found.order[0, k] = first + k
    while run < number:
        before, after = found.order[row], found.order[1 - row]
        for start in range(0, number, 2 * run):
            one, middle = start, min(start + run, number)
            other, end = middle, min(start + 2 * run, number)
            for place in range(start, end):
                if other == end or (one < middle and value[before[one]] >= value[before[other]]):
                    after[place] = before[one]
                    one += 1
                else:
                    after[place] = before[other]
                    other += 1
        row, run = 1 - row, 2 * run
    return row


@compiled
def copy_board(found: Open, board: int, place: int) -> None:
    """Copy a board, with where it came from and its value, to another place."""
    copy_row(found.match[board], found.match[place])
    copy_row(found.tops[board], found.tops[place])
    copy_row(found.sizes[board], found.sizes[place])
    copy_row(found.keys[board], found.keys[place])
    found.occupied[place] = found.occupied[board]
    found.parent[place], found.step[place] = found.parent[board], found.step[board]
    found.value[place] = found.value[board]
