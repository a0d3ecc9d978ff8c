"""Heuristic depth-first search (Hoshino & Notarangelo 2019, "Solving with Search").

Of the open positions with the fewest stacks, the one with the highest h = a + b + c − p1 − p2 is expanded: a counts
the pairs that match by card, b those that match by position, c the legal moves; p1 and p2 are penalties of 1000 for a
disconnected compatibility graph and a disconnected position graph, and positions with h < 0 are never expanded. All
open positions with the fewest stacks are children of one position, so this is depth-first search with sorted
children.

Two things are left open. "The number of legal moves" is read as the number of pairs of stacks that may be joined:
with that reading the search solves exactly as many deals in 15 steps as the paper says, with moves counted in both
directions far fewer (`boaf reproduce intractability --table readings`). Equal h are tried in natural order. A node is a
step of the paper: a position that is expanded. The paper's limit, fewer than 100 steps, is `max_nodes=99`.
"""

from __future__ import annotations

from boaf.board import Board
from boaf.solvers.contract import Limits, Outcome
from boaf.solvers.depth_first import CARDS, HEURISTIC, POSITIONS, Choices, search

CHOICES = Choices(drop=CARDS | POSITIONS, order=HEURISTIC, count_all=False)


def solve(board: Board, limits: Limits) -> Outcome:
    """Search the best child first by Hoshino & Notarangelo's heuristic."""
    return search(board, limits, CHOICES)
