"""Best-first search (Roberson & Sperduto 2019, "Player Heuristic"): expand the open board of the highest value.

The value of a board is its score, the sum of the squares of the stack sizes, plus w times the number of its legal
moves, counted in both directions; w is 2.5 unless told otherwise, which the paper found best. A node is a board that is
expanded. With `prune`, boards with stranded cards or separated flocks are not opened: the paper does not say that its
search drops them, but only so do its means come out. What else it leaves open has two readings:

reading         text (the default)                           table-1
equal values    the board found first is expanded first      whatever a binary heap does that compares values only, as
                                                             `java.util.PriorityQueue` does
stranded        the position graph is in several parts       a card is alone in its row and its column
boards seen,    are not opened again                         are opened again, then skipped when their turn comes,
by top cards                                                 without being counted
solved boards   are recognised when they are found           when their turn comes, and are not counted

The second is how the authors' program seems to have worked: with it all six means of their Table 1 come out to the last
digit (`boaf reproduce mcts --table table-1`). It was found by trying readings against that table.

Nothing bounds the open boards but memory: on a deal that is hard to refute this search takes all the room it may have
and says `unknown`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board
from boaf.errors import BoafError
from boaf.kernel.bits import ONE, ZERO, Cell, Masks, bit, count, is_connected, lowest
from boaf.kernel.jit import compiled
from boaf.kernel.position import moves_of, new_rows, position_of, push, source_of, target_of
from boaf.kernel.seen import Seen, add, grown, is_full, key_change, new_seen, words
from boaf.kernel.status import Status
from boaf.solvers.contract import Limits, Outcome
from boaf.solvers.depth_first import natural_steps
from boaf.solvers.result import Verdict

WEIGHT = 2.5
READINGS = ("text", "table-1")
_SLICE = 5_000
_MEMORY = 2 << 30
_FOUND, _HEAP, _EXPANDED = range(3)


class Rules(NamedTuple):
    """How boards are opened."""

    weight: float
    prune: bool
    as_printed: bool
    """The reading `table-1`."""


class Open(NamedTuple):
    """All boards found so far, and a heap of those that are still to be expanded."""

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
    heap: NDArray[np.int64]
    counts: NDArray[np.int64]
    """How many boards were found, how many are in the heap, how many were expanded. Shape (3,)."""


def solve(
    board: Board, limits: Limits, *, weight: float = WEIGHT, prune: bool = True, reading: str = READINGS[0]
) -> Outcome:
    """Expand the board with the highest score + weight · legal moves."""
    if not np.isfinite(weight):
        raise BoafError(f"the weight of legal moves must be a number, not {weight}")
    if reading not in READINGS:
        raise BoafError(f"the reading must be one of {', '.join(READINGS)}, not {reading!r}")
    rules = Rules(weight, prune, reading == "table-1")
    if board.is_solved:
        return Outcome(Verdict.SOLVABLE, (), 0)
    found, seen = _begin(board), new_seen(1 << 12)
    while True:
        expanded = int(found.counts[_EXPANDED])
        status, last = run(found, seen, rules, expanded + min(_SLICE, limits.nodes_left(expanded)))
        expanded = int(found.counts[_EXPANDED])
        if status == Status.SOLVED:
            return Outcome(Verdict.SOLVABLE, moves_of(board, _steps(found, last)), expanded)
        if status == Status.EXHAUSTED:
            return Outcome(Verdict.UNSOLVABLE, (), expanded)
        if status == Status.FULL and 2 * sum(array.nbytes for array in found) <= _MEMORY:
            found, seen = _with_more_room(found), grown(seen) if is_full(seen) else seen
        elif status == Status.FULL or not limits.nodes_left(expanded):
            return Outcome(Verdict.UNKNOWN, (), expanded)


def _begin(board: Board) -> Open:
    position = position_of(board)
    cells = board.rows * board.cols
    capacity = 1 << 12
    found = Open(
        line=position.line,
        pairs=natural_steps(board.rows, board.cols),
        words=words(cells),
        match=new_rows(cells, capacity),
        occupied=np.zeros(capacity, np.uint64),
        tops=np.zeros((capacity, cells), np.uint8),
        sizes=np.zeros((capacity, cells), np.uint8),
        keys=np.zeros((capacity, 2), np.uint64),
        parent=np.full(capacity, -1),
        step=np.zeros(capacity, np.uint16),
        value=np.zeros(capacity),
        heap=np.zeros(capacity, np.int64),
        counts=np.array([1, 1, 0]),
    )
    found.match[0], found.occupied[0], found.tops[0] = position.match, position.occupied, np.arange(cells)
    found.sizes[0] = [len(stack) for stack in board.stacks]
    for cell, stack in enumerate(board.stacks):
        if stack:
            found.keys[0] ^= found.words[cell, cell]
    return found


def _with_more_room(found: Open) -> Open:
    names = ("match", "occupied", "tops", "sizes", "keys", "parent", "step", "value", "heap")
    arrays = {name: getattr(found, name) for name in names}
    return found._replace(**{name: np.concatenate([array, np.zeros_like(array)]) for name, array in arrays.items()})


def _steps(found: Open, last: int) -> list[int]:
    steps = []
    while found.parent[last] >= 0:
        steps.append(int(found.step[last]))
        last = int(found.parent[last])
    return steps[::-1]


@compiled
def run(found: Open, seen: Seen, rules: Rules, max_nodes: int) -> tuple[int, int]:
    """Expand boards until `max_nodes` in all; return SOLVED, EXHAUSTED, PAUSED or FULL, and the solved board."""
    counts, pairs, match, as_printed = found.counts, found.pairs, found.match, rules.as_printed
    while counts[_HEAP]:
        if counts[_EXPANDED] >= max_nodes:
            return Status.PAUSED, 0
        if counts[_FOUND] + len(pairs) > len(found.occupied) or is_full(seen):
            return Status.FULL, 0
        board = _pop(found, as_printed)
        if as_printed and add(seen, found.keys[board, 0], found.keys[board, 1]):
            continue
        if as_printed and count(found.occupied[board]) == 1:
            return Status.SOLVED, board
        counts[_EXPANDED] += 1
        for k in range(len(pairs)):
            source, target = source_of(pairs[k]), target_of(pairs[k])
            if not np.uint64(match[board, source]) & bit(target):
                continue
            child = counts[_FOUND]
            push(match, found.occupied, board, pairs[k], child)
            _carry(found, board, pairs[k], child)
            if not as_printed and add(seen, found.keys[child, 0], found.keys[child, 1]):
                continue
            if rules.prune and _is_dropped(found, child, as_printed):
                continue
            found.parent[child], found.step[child] = board, pairs[k]
            found.value[child] = _value(found, child, rules.weight)
            counts[_FOUND] += 1
            if not as_printed and count(found.occupied[child]) == 1:
                return Status.SOLVED, child
            _push(found, child, as_printed)
    return Status.EXHAUSTED, 0


@compiled
def _is_dropped(found: Open, board: int, as_printed: bool) -> bool:
    """Whether a board has separated flocks, or stranded cards."""
    occupied = found.occupied[board]
    if not is_connected(found.match[board], occupied):
        return True
    if not as_printed:
        return not is_connected(found.line, occupied)
    left = occupied if count(occupied) > 1 else ZERO
    while left:
        if not np.uint64(found.line[lowest(left)]) & occupied:
            return True
        left &= left - ONE
    return False


@compiled
def _carry(found: Open, board: int, step: Cell, child: int) -> None:
    """Write tops, sizes and key of the board after a step."""
    tops, sizes, keys, words = found.tops, found.sizes, found.keys, found.words
    source, target = source_of(step), target_of(step)
    mover, covered = tops[board, source], tops[board, target]
    for cell in range(tops.shape[1]):
        tops[child, cell] = tops[board, cell]
        sizes[child, cell] = sizes[board, cell]
    tops[child, target] = mover
    sizes[child, target] = sizes[board, target] + sizes[board, source]
    sizes[child, source] = 0
    for k in range(2):
        keys[child, k] = keys[board, k] ^ key_change(words, mover, covered, step, k)


@compiled
def _value(found: Open, board: int, weight: float) -> float:
    """The score of a board plus `weight` times its legal moves."""
    score, moves = 0.0, 0
    for cell in range(found.sizes.shape[1]):
        score += float(found.sizes[board, cell]) ** 2
        moves += count(np.uint64(found.match[board, cell]) & np.uint64(found.line[cell]))
    return score + weight * moves


@compiled
def _comes_first(found: Open, one: int, other: int, as_printed: bool) -> bool:
    """The higher value comes first, and of equal ones, unless the heap is left to itself, the board found first."""
    value = found.value
    return value[one] > value[other] or (value[one] == value[other] and one < other and not as_printed)


@compiled
def _push(found: Open, board: int, as_printed: bool) -> None:
    heap, counts = found.heap, found.counts
    place = counts[_HEAP]
    counts[_HEAP] += 1
    while place > 0 and _comes_first(found, board, heap[(place - 1) // 2], as_printed):
        heap[place] = heap[(place - 1) // 2]
        place = (place - 1) // 2
    heap[place] = board


@compiled
def _pop(found: Open, as_printed: bool) -> int:
    heap, counts = found.heap, found.counts
    first = heap[0]
    counts[_HEAP] -= 1
    size = counts[_HEAP]
    moved = heap[size]
    place = 0
    while 2 * place + 1 < size:
        below = 2 * place + 1
        if below + 1 < size and _comes_first(found, heap[below + 1], heap[below], as_printed):
            below += 1
        if not _comes_first(found, heap[below], moved, as_printed):
            break
        heap[place] = heap[below]
        place = below
    heap[place] = moved
    return first
