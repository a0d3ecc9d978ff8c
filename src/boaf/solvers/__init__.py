"""Solvers: a module for each algorithm, their contract and registry, and batches.

`boaf.solve` calls a solver on one board and `boaf.solve_many` the fastest one on many; `boaf.analyze` and
`boaf.best_score` ask more of a board.
"""

from boaf.solvers.contract import Limits, Outcome, Solver
from boaf.solvers.registry import SOLVERS
from boaf.solvers.result import Result, Verdict
from boaf.solvers.single import solve

__all__ = ["SOLVERS", "Limits", "Outcome", "Result", "Solver", "Verdict", "solve"]
