"""Constrained DFS (Araki et al. 2019, "A Baseline Approach"): depth first, stopping at the first solvable child.

The paper leaves the order of the children open; it is the natural one here, and positions that were seen are skipped
(see `depth_first`). A node is a position that is looked at, as the paper says of node counts under Table 3.
"""

from __future__ import annotations

from boaf.board import Board
from boaf.solvers.contract import Limits, Outcome
from boaf.solvers.depth_first import NATURAL, Choices, search

CHOICES = Choices(drop=0, order=NATURAL, count_all=True)


def solve(board: Board, limits: Limits, *, remember: bool = True) -> Outcome:
    """Search everything, first child first."""
    return search(board, limits, CHOICES._replace(remember=remember))
