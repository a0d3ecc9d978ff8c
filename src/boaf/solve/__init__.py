"""Solvers: one file for each algorithm, a registry, and what stands on them (`analyze`, `solve_many`).

This package can be called: `boaf.solve(board)` is `boaf.solve.registry.solve(board)`, so that the package and the
function of the same name do not get into each other's way, whichever is imported first.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from boaf.solve.registry import SOLVERS, Limits, Outcome, solve
from boaf.solve.result import Result, Verdict

__all__ = ["SOLVERS", "Limits", "Outcome", "Result", "Verdict", "solve"]


class _CallableModule(ModuleType):
    def __call__(self, *arguments: Any, **options: Any) -> Result:
        return solve(*arguments, **options)


sys.modules[__name__].__class__ = _CallableModule
