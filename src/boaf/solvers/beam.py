"""Beam search by mobility, with a beam that widens.

A depth-first search that makes an early mistake on a large board never recovers. A beam advances all lines of play
together instead: it expands the boards with n stacks, keeps the best `width` of their children, which have n − 1, and
repeats. Boards are compared by their legal moves alone. A stack that can be joined with d others is worth d / 2, which
counts every pair once, minus 3 / (1 + d), because a stack without a legal move hinders most:

    value of a board = sum over its stacks of d / 2 − 3 / (1 + d).

If the beam runs out of boards without ever having dropped one, the board is unsolvable. If it has dropped some, that
proves nothing, and the search starts again with a beam four times as wide. So the search is exact. Boards whose
compatibility graph or position graph is disconnected are pruned, and boards that were seen, by their top cards, are
skipped. A node is a board that is expanded, those of narrower beams included.

On deals the search with an ordering and tables (`endgame`) is far quicker. A beam is for large boards with few legal
moves: of those that `tools/hunt.py` makes, it solves in a moment what the other leaves open after 200,000 nodes.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from boaf.board import Board
from boaf.kernel.bits import ONE, count, is_connected, lowest
from boaf.kernel.native import compiled
from boaf.kernel.position import Status
from boaf.kernel.seen import Seen, add
from boaf.solvers.contract import Limits, Outcome, Verdict
from boaf.solvers.open_boards import (
    Open,
    copy_board,
    is_legal,
    make_child,
    must_grow,
    open_board,
    search_open,
    sort_children,
)
from boaf.support.errors import BoafError

WIDTH = 64
_WIDER = 4
_SPARE = 4
"""Children are sorted out when there are this many times as many as will be kept."""
_SLICE = 1_000
_STUCK = 3.0
"""What a stack that cannot be joined with any other costs."""


def solve(board: Board, limits: Limits, *, width: int = WIDTH, prune: bool = True) -> Outcome:
    """Expand the best `width` boards of each number of stacks, with a wider and wider beam."""
    if width < 1:
        raise BoafError(f"the width must be at least 1, not {width}")
    nodes = 0
    while True:
        found = open_board(board)
        found.state["expanded"] = nodes
        outcome = search_open(board, found, limits, partial(run, width, prune), _SLICE)
        if outcome.verdict is not Verdict.UNSOLVABLE or not found.state[0]["dropped"]:
            return outcome
        nodes, width = outcome.nodes, _WIDER * width


@compiled
def run(width: int, prune: bool, found: Open, seen: Seen, max_nodes: int) -> tuple[int, int]:
    """Expand one number of stacks after another until `max_nodes` nodes in all; see `search_open`.

    The boards next … end − 1 have the same number of stacks and are yet to be expanded; end … found − 1 are children.
    """
    state, pairs, match = found.state[0], found.pairs, found.match
    while True:
        # All boards of this number of stacks were expanded: their best children are next.
        if state["next"] == state["end"]:
            if state["found"] == state["end"]:
                return Status.EXHAUSTED, 0
            _keep_best(found, width)
            state["end"] = state["found"]
        if state["expanded"] >= max_nodes:
            return Status.PAUSED, 0
        if must_grow(found, seen):
            return Status.FULL, 0
        board = state["next"]
        state["next"] += 1
        state["expanded"] += 1
        for k in range(len(pairs)):
            if not is_legal(found, board, pairs[k]):
                continue
            child = make_child(found, board, pairs[k])
            if add(seen, found.keys[child, 0], found.keys[child, 1]):
                continue
            left = found.occupied[child]
            if count(left) == 1:
                return Status.SOLVED, child
            if prune and not (is_connected(match[child], left) and is_connected(found.line, left)):
                continue
            found.value[child] = _mobility(found, child)
            state["found"] += 1
        # Drop the worst children now and then, so that memory is bounded by the width.
        if state["found"] - state["end"] > _SPARE * width:
            _keep_best(found, width)


@compiled
def _mobility(found: Open, board: int) -> float:
    """The value of a board."""
    value, left = 0.0, found.occupied[board]
    while left:
        cell = lowest(left)
        left &= left - ONE
        partners = count(np.uint64(found.match[board, cell]) & np.uint64(found.line[cell]))
        value += 0.5 * partners - _STUCK / (1.0 + partners)
    return value


@compiled
def _keep_best(found: Open, width: int) -> None:
    """Drop all children but the best `width`, of equal ones those that were found first."""
    state, value = found.state[0], found.value
    first, last = state["end"], state["found"]
    if last - first <= width:
        return
    state["dropped"] = 1
    order = found.order[sort_children(found, first)]
    # All children above the value of the last one kept stay, and of those that equal it as many as fit.
    least, equal = value[order[width - 1]], 0
    for place in range(width):
        equal += value[order[place]] == least
    place = first
    for child in range(first, last):
        if value[child] > least or (value[child] == least and equal > 0):
            equal -= value[child] == least
            copy_board(found, child, place)
            place += 1
    state["found"] = first + width
