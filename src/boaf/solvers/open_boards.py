"""The open list of a search, and the loop around it: what best-first, best-n and beam search share.

Every board found has a number and the number of its parent, from which the moves to it follow. In which order boards
are expanded is up to the search, a compiled function that works on `Open` and returns when it is done, when it has
expanded its share of nodes, or when the arrays are full; `search_open` checks the limits and enlarges the arrays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board
from boaf.kernel.bits import ZERO, Cell, Masks, bit
from boaf.kernel.native import compiled, workspace
from boaf.kernel.position import Status, moves_of, new_rows, position_of, push, source_of, target_of
from boaf.kernel.scratch import copy_row, doubled
from boaf.kernel.seen import Seen, advance_key, grown, is_full, new_seen, words
from boaf.solvers.contract import Limits, Outcome, Verdict
from boaf.solvers.depth_first import natural_steps

MEMORY = 2 << 30
"""The most bytes that open boards may take."""
_CAPACITY = 1 << 12
STATE = np.dtype([(name, np.int64) for name in ("found", "expanded", "waiting", "later", "next", "end", "dropped")])
"""How many boards were found and how many expanded; how many wait in each column of `waiting` (best-first, best-n);
which boards of one number of stacks are still to be expanded, and whether any were dropped (beam)."""


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
    """The numbers of the boards to expand, and of those to expand later. Shape (capacity, 2)."""
    order: NDArray[np.int64]
    """For `sort_children`. Shape (2, capacity)."""
    state: NDArray[np.void]
    """One record of `STATE`. Shape (1,)."""


def search_open(
    board: Board,
    found: Open,
    limits: Limits,
    run: Callable[[Open, Seen, int], tuple[int, int]],
    nodes_at_once: int,
) -> Outcome:
    """Search from the boards in `found`; a node is a board that is expanded.

    `run(found, seen, max_nodes)` expands boards until `max_nodes` in all. It returns SOLVED, EXHAUSTED, PAUSED or FULL,
    and the number of the solved board. It runs for `nodes_at_once` nodes between two looks at the limits.
    """
    if board.is_solved:
        return Outcome(Verdict.SOLVABLE, (), 0)
    seen, state = new_seen(1 << 12), found.state[0]
    while True:
        nodes = int(state["expanded"])
        status, last = run(found, seen, nodes + min(nodes_at_once, limits.nodes_left(nodes)))
        nodes = int(state["expanded"])
        if status == Status.SOLVED:
            return Outcome(Verdict.SOLVABLE, moves_of(board, _steps_to(found, last)), nodes)
        if status == Status.EXHAUSTED:
            return Outcome(Verdict.UNSOLVABLE, (), nodes)
        if status == Status.FULL and _can_grow(found):
            found, seen = _enlarged(found), grown(seen) if is_full(seen) else seen
        elif status == Status.FULL or not limits.nodes_left(nodes):
            return Outcome(Verdict.UNKNOWN, (), nodes)


def open_board(board: Board) -> Open:
    """An open list with one board, which is the first to be expanded."""
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
        state=np.zeros(1, STATE),
    )
    found.state["found"] = found.state["waiting"] = found.state["end"] = 1
    found.match[0], found.occupied[0], found.tops[0] = position.match, position.occupied, np.arange(cells)
    found.sizes[0] = [len(stack) for stack in board.stacks]
    for cell, stack in enumerate(board.stacks):
        if stack:
            found.keys[0] ^= found.words[cell, cell]
    return found


def _can_grow(found: Open) -> bool:
    """Whether twice the size is still within `MEMORY`."""
    return 2 * sum(array.nbytes for array in found) <= MEMORY


def _enlarged(found: Open) -> Open:
    """The same boards in arrays of twice the size."""
    names = ("match", "occupied", "tops", "sizes", "keys", "parent", "step", "value", "waiting")
    return found._replace(**{name: doubled(getattr(found, name)) for name in names}, order=doubled(found.order, 1))


def _steps_to(found: Open, last: int) -> list[int]:
    """The steps from the first board to another."""
    steps = []
    while found.parent[last] >= 0:
        steps.append(int(found.step[last]))
        last = int(found.parent[last])
    return steps[::-1]


@compiled
def must_grow(found: Open, seen: Seen) -> bool:
    """Whether the arrays may be too small for the children of another board."""
    return found.state[0]["found"] + len(found.pairs) > len(found.occupied) or is_full(seen)


@compiled
def is_legal(found: Open, board: int, step: Cell) -> bool:
    """Whether a step between two cells in line is a legal move on a board."""
    return np.uint64(found.match[board, source_of(step)]) & bit(target_of(step)) != ZERO


@compiled
def make_child(found: Open, board: int, step: Cell) -> int:
    """Write the board after a step behind the last one found; the caller counts it as found, or drops it."""
    child = found.state[0]["found"]
    push(found.match, found.occupied, board, step, child)
    advance_key(found.words, step, found.tops, found.keys, board, child)
    sizes, source, target = found.sizes, source_of(step), target_of(step)
    copy_row(sizes[board], sizes[child])
    sizes[child, target] += sizes[child, source]
    sizes[child, source] = 0
    found.parent[child], found.step[child] = board, step
    return child


@compiled
def sort_children(found: Open, first: int) -> int:
    """Sort the boards found from `first` on, the highest value first, equal ones as they were found.

    Their numbers are then in one of the two rows of `order`; return which. This is a merge sort: runs of one board,
    then of two, of four and so on are merged from one row to the other.
    """
    number, value = found.state[0]["found"] - first, found.value
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
