"""Solvers: one file for each algorithm, a registry, and what stands on them (`analyze`, `solve_many`)."""

from boaf.solvers.registry import SOLVERS, Limits, Outcome, solve
from boaf.solvers.result import Result, Verdict

__all__ = ["SOLVERS", "Limits", "Outcome", "Result", "Verdict", "solve"]
