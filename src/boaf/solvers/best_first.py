"""Best-first search (Roberson & Sperduto 2019, "Player Heuristic"): expand the open board of the highest value.

The value of a board is its score, the sum of the squares of the stack sizes, plus w times the number of its legal
moves, counted in both directions; w is 2.5 unless told otherwise, which the paper found best. A node is a board that is
expanded. With `prune`, boards with stranded cards or separated flocks are not opened: the paper does not say that its
search drops them, but only then are its means reproduced. What else it leaves open has two readings:

reading         text (the default)                           table-1
equal values    the board found first is expanded first      in the order of a binary heap that compares values only, as
                                                             `java.util.PriorityQueue` does
stranded        the position graph is in several parts       a card is alone in its row and its column
boards seen,    are not opened again                         are opened again, then skipped when their turn comes,
by top cards                                                 without being counted
solved boards   are recognised when they are found           when their turn comes, and are not counted

The second is how the authors' program seems to have worked: it reproduces all six means of their Table 1 to the last
digit (`boaf reproduce mcts --table table-1`). It was found by trying readings against that table.

Nothing bounds the open boards but memory: on a deal that is hard to refute this search uses all the memory it may have
and answers `unknown`.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np

from boaf.board import Board
from boaf.kernel.bits import ONE, ZERO, count, is_connected, lowest
from boaf.kernel.native import compiled, workspace
from boaf.kernel.position import Status
from boaf.kernel.seen import Seen, add
from boaf.solvers.contract import Limits, Outcome
from boaf.solvers.open_boards import Open, is_legal, make_child, must_grow, open_board, search_open
from boaf.support.errors import BoafError

WEIGHT = 2.5
READINGS = ("text", "table-1")
_SLICE = 5_000


@workspace
class BestFirstOptions(NamedTuple):
    """How boards are opened."""

    weight: float
    prune: bool
    as_printed: bool
    """The reading `table-1`."""


def solve(
    board: Board, limits: Limits, *, weight: float = WEIGHT, prune: bool = True, reading: str = READINGS[0]
) -> Outcome:
    """Expand the board with the highest score + weight · legal moves."""
    if not np.isfinite(weight):
        raise BoafError(f"the weight of legal moves must be a number, not {weight}")
    if reading not in READINGS:
        raise BoafError(f"the reading must be one of {', '.join(READINGS)}, not {reading!r}")
    options = BestFirstOptions(weight, prune, reading == "table-1")
    return search_open(board, open_board(board), limits, partial(run, options), _SLICE)


@compiled
def run(options: BestFirstOptions, found: Open, seen: Seen, max_nodes: int) -> tuple[int, int]:
    """Expand the board of the highest value until `max_nodes` in all; see `search_open`."""
    state, pairs, as_printed = found.state[0], found.pairs, options.as_printed
    while state["waiting"]:
        if state["expanded"] >= max_nodes:
            return Status.PAUSED, 0
        if must_grow(found, seen):
            return Status.FULL, 0
        board = _pop(found, as_printed)
        # The reading `table-1` closes boards, and recognises solved ones, when their turn comes; `text` when they are
        # found.
        if as_printed and add(seen, found.keys[board, 0], found.keys[board, 1]):
            continue
        if as_printed and count(found.occupied[board]) == 1:
            return Status.SOLVED, board
        state["expanded"] += 1
        for k in range(len(pairs)):
            if not is_legal(found, board, pairs[k]):
                continue
            child = make_child(found, board, pairs[k])
            if not as_printed and add(seen, found.keys[child, 0], found.keys[child, 1]):
                continue
            if options.prune and _is_dropped(found, child, as_printed):
                continue
            found.value[child] = _value(found, child, options.weight)
            state["found"] += 1
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
    heap, state = found.waiting[:, 0], found.state[0]
    place = state["waiting"]
    state["waiting"] += 1
    while place > 0 and _comes_first(found, board, heap[(place - 1) // 2], as_printed):
        heap[place] = heap[(place - 1) // 2]
        place = (place - 1) // 2
    heap[place] = board


@compiled
def _pop(found: Open, as_printed: bool) -> int:
    heap, state = found.waiting[:, 0], found.state[0]
    first = heap[0]
    state["waiting"] -= 1
    size = state["waiting"]
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
