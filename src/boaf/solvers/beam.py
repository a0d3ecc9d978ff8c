"""Beam search: of all boards with a number of stacks, go on from those with the most room to move, and widen.

A depth-first search that has gone wrong early on a large board has no time left to find out. A beam takes every line a
step at a time instead: it expands the boards with n stacks, keeps the best `width` of their children, which have n − 1,
and goes on from there. What is best is told by the legal moves alone. A stack with d others that it can be joined with
is worth d / 2, which counts every pair once, less 3 / (1 + d), since what hinders most is a stack with no way to go:

    value of a board = sum over its stacks of d / 2 − 3 / (1 + d).

A beam that dies out proves nothing if it has dropped boards for want of width; then it starts anew, four times as wide.
If it has dropped none, the board is unsolvable, so the search is exact. Boards whose compatibility graph or whose
position graph is disconnected are dropped as lost, and boards that were seen, by their top cards, are skipped. A node
is a board that is expanded, those of narrower beams included.

On deals the search with an ordering and tables (`endgame`) is far quicker. A beam is for large boards with few legal
moves: of those that `tools/hunt.py` makes, it solves in a moment what the other leaves open after 200,000 nodes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board
from boaf.kernel.bits import ONE, bit, count, is_connected, lowest
from boaf.kernel.native import compiled
from boaf.kernel.position import moves_of, source_of, target_of
from boaf.kernel.seen import Seen, add, grown, is_full, new_seen
from boaf.kernel.status import Status
from boaf.solvers.contract import Limits, Outcome
from boaf.solvers.open_boards import (
    EXPANDED,
    FOUND,
    Open,
    can_grow,
    copy_board,
    make_child,
    open_board,
    sort_children,
    steps_to,
    with_more_room,
)  # fmt: skip
from boaf.solvers.open_boards import FIRST as NEXT
from boaf.solvers.open_boards import SECOND as END
from boaf.solvers.result import Verdict
from boaf.support.errors import BoafError

WIDTH = 64
_WIDER = 4
_SPARE = 4
"""Children are sorted out when there are this many times as many as will be kept."""
_SLICE = 1_000
_STUCK = 3.0
"""What a stack that cannot be joined with any other costs."""


def solve(board: Board, limits: Limits, *, width: int = WIDTH, prune: bool = True) -> Outcome:
    """Go on from the best boards of each number of stacks, with more and more of them."""
    if width < 1:
        raise BoafError(f"the width must be at least 1, not {width}")
    if board.is_solved:
        return Outcome(Verdict.SOLVABLE, (), 0)
    nodes = 0
    while True:
        outcome, has_dropped = _search(board, limits, width, prune, nodes)
        nodes = outcome.nodes
        if not (outcome.verdict is Verdict.UNSOLVABLE and has_dropped):
            return outcome
        width *= _WIDER


def _search(board: Board, limits: Limits, width: int, prune: bool, before: int) -> tuple[Outcome, bool]:
    """What a beam of some width finds, and whether it has dropped boards; `before` nodes went into narrower ones."""
    found, seen, dropped = open_board(board), new_seen(1 << 12), np.zeros(1, np.bool_)
    found.counts[EXPANDED], found.counts[NEXT], found.counts[END] = before, 0, 1
    while True:
        nodes = int(found.counts[EXPANDED])
        status, last = run(found, seen, width, prune, dropped, nodes + min(_SLICE, limits.nodes_left(nodes)))
        nodes = int(found.counts[EXPANDED])
        if status == Status.SOLVED:
            return Outcome(Verdict.SOLVABLE, moves_of(board, steps_to(found, last)), nodes), False
        if status == Status.EXHAUSTED:
            return Outcome(Verdict.UNSOLVABLE, (), nodes), bool(dropped[0])
        if status == Status.FULL and can_grow(found):
            found, seen = with_more_room(found), grown(seen) if is_full(seen) else seen
        elif status == Status.FULL or not limits.nodes_left(nodes):
            return Outcome(Verdict.UNKNOWN, (), nodes), True


@compiled
def run(
    found: Open, seen: Seen, width: int, prune: bool, dropped: NDArray[np.bool_], max_nodes: int
) -> tuple[int, int]:
    """Expand boards until `max_nodes` in all; return SOLVED, EXHAUSTED, PAUSED or FULL, and the solved board.

    The boards NEXT … END − 1 have the same number of stacks and are yet to be expanded; END … FOUND − 1 are children.
    """
    counts, pairs, match = found.counts, found.pairs, found.match
    while True:
        # All boards of this number of stacks were expanded: their best children are next.
        if counts[NEXT] == counts[END]:
            if counts[FOUND] == counts[END]:
                return Status.EXHAUSTED, 0
            _keep_best(found, width, dropped)
            counts[END] = counts[FOUND]
        if counts[EXPANDED] >= max_nodes:
            return Status.PAUSED, 0
        if counts[FOUND] + len(pairs) > len(found.occupied) or is_full(seen):
            return Status.FULL, 0
        board = counts[NEXT]
        counts[NEXT] += 1
        counts[EXPANDED] += 1
        for k in range(len(pairs)):
            source, target = source_of(pairs[k]), target_of(pairs[k])
            if not np.uint64(match[board, source]) & bit(target):
                continue
            child = make_child(found, board, pairs[k])
            if add(seen, found.keys[child, 0], found.keys[child, 1]):
                continue
            left = found.occupied[child]
            if count(left) == 1:
                return Status.SOLVED, child
            if prune and not (is_connected(match[child], left) and is_connected(found.line, left)):
                continue
            found.value[child] = _room(found, child)
            counts[FOUND] += 1
        # Drop the worst children now and then, so that memory is bounded by the width.
        if counts[FOUND] - counts[END] > _SPARE * width:
            _keep_best(found, width, dropped)


@compiled
def _room(found: Open, board: int) -> float:
    """The value of a board."""
    value, left = 0.0, found.occupied[board]
    while left:
        cell = lowest(left)
        left &= left - ONE
        partners = count(np.uint64(found.match[board, cell]) & np.uint64(found.line[cell]))
        value += 0.5 * partners - _STUCK / (1.0 + partners)
    return value


@compiled
def _keep_best(found: Open, width: int, dropped: NDArray[np.bool_]) -> None:
    """Drop all children but the best `width`, of equal ones those that were found first."""
    counts, value = found.counts, found.value
    first, children = counts[END], counts[FOUND] - counts[END]
    if children <= width:
        return
    dropped[0] = True
    order = found.order[sort_children(found, first)]
    # All children above the value of the last one kept stay, and of those that equal it as many as there is room for.
    least, equal = value[order[width - 1]], 0
    for place in range(width):
        equal += value[order[place]] == least
    place = first
    for child in range(first, counts[FOUND]):
        if value[child] > least or (value[child] == least and equal > 0):
            equal -= value[child] == least
            copy_board(found, child, place)
            place += 1
    counts[FOUND] = first + width
