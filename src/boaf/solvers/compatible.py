"""Compatible DFS: depth-first search that drops a board whose compatibility graph has come apart.

A card never gains a partner: moves only delete vertices and edges of that graph (Araki et al. 2019, "Graph Features").
So once it is disconnected no sequence of moves can join the parts again, and the whole subtree is lost. Everything else
is as in Constrained DFS; a node is a position that is looked at, also one that is dropped.
"""

from __future__ import annotations

from boaf.board import Board
from boaf.solvers.contract import Limits, Outcome
from boaf.solvers.depth_first import CARDS, NATURAL, Choices, search

CHOICES = Choices(drop=CARDS, order=NATURAL, count_all=True)


def solve(board: Board, limits: Limits, *, remember: bool = True) -> Outcome:
    """Search what is connected by card."""
    return search(board, limits, CHOICES._replace(remember=remember))
