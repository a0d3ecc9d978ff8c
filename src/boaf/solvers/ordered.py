"""Ordered DFS (Araki et al. 2019, "Ordered DFS"): Compatible DFS with the most promising child first.

Children are tried in the order of what a model says of them, equal ones in natural order. With `cutoff` stacks or fewer
ordering no longer pays, says the paper, and finds 11 best; there the order is the natural one. `model` names one of the
models that come with boaf, or the file of one that `boaf train` has made. Both of ours are regressions on random states
(`tools/fit_ordered.py`): `linear-H` on three degrees, `lightgbm-F` on all graph features but islands.
Everything else is as in Compatible DFS; a node is a position that is looked at, also one that is dropped.
"""

from __future__ import annotations

from boaf.board import Board
from boaf.errors import BoafError
from boaf.models.learned import Learned, read_learned
from boaf.solvers.contract import Limits, Outcome
from boaf.solvers.depth_first import CARDS, ESTIMATE, Choices, search

CUTOFFS = range(2, 17)
CUTOFF = 11
MODEL = "linear-H"


def solve(board: Board, limits: Limits, *, cutoff: int = CUTOFF, model: str = MODEL, remember: bool = True) -> Outcome:
    """Search what is connected by card, best estimate first above the cutoff."""
    return search(board, limits, choices(cutoff, read_learned(model))._replace(remember=remember))


def choices(cutoff: int = CUTOFF, model: Learned | None = None) -> Choices:
    """Ordered DFS as a depth-first search, by `MODEL` or by another model."""
    if cutoff not in CUTOFFS:
        raise BoafError(f"the ordering cutoff must be from {CUTOFFS[0]} to {CUTOFFS[-1]} stacks, not {cutoff}")
    model = read_learned(MODEL) if model is None else model
    return Choices(drop=CARDS, order=ESTIMATE, count_all=True, cutoff=cutoff, model=model)
