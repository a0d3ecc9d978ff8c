"""Standard depth-first search (Hoshino & Notarangelo 2019, "Solving with Search"): classical but for two penalty tests.

A position is expanded only if its compatibility graph and its position graph are connected. The paper built it on the
challenge's code, whose stack of pending positions explores children from the last, so that is the order here. A node
is a step of the paper, read as a position that is looked at, also one that is dropped: with that reading the median
number of steps on the deals that the heuristic search leaves is the paper's, 4,055, and as many are left undecided
(`boaf reproduce intractability`, whose table `readings` has other readings).
"""

from __future__ import annotations

from boaf.board import Board
from boaf.solvers.contract import Limits, Outcome
from boaf.solvers.depth_first import CARDS, POSITIONS, REVERSED, Choices, search

CHOICES = Choices(drop=CARDS | POSITIONS, order=REVERSED, count_all=True)


def solve(board: Board, limits: Limits) -> Outcome:
    """Search what is connected by card and by position, last child first."""
    return search(board, limits, CHOICES)
