"""Proofs that a board cannot be solved: one condition per file, a `Proof` that carries its witness, and a checker.

`boaf.explain` tries the conditions in order and gives the first reason that holds; `check_proof` judges a proof without
any of the code that made it. `CONDITIONS` is the table of all conditions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from boaf.lazy import lazy_names

if TYPE_CHECKING:
    from boaf.prove.checker import check_proof
    from boaf.prove.conditions import CONDITIONS, Condition
    from boaf.prove.explain import Explanation
    from boaf.prove.proof import Proof

# Not `explain`: whether it meant the function or the module would depend on what was imported before.
__all__ = ["CONDITIONS", "Condition", "Explanation", "Proof", "check_proof"]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "CONDITIONS": "boaf.prove.conditions",
        "Condition": "boaf.prove.conditions",
        "Explanation": "boaf.prove.explain",
        "Proof": "boaf.prove.proof",
        "check_proof": "boaf.prove.checker",
    },
)
