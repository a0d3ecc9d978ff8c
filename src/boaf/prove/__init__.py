"""Proofs that a board cannot be solved: the conditions, a `Proof` that carries its witness, and a checker.

`boaf.explain` tries the conditions in order and gives the first reason that holds; `check_proof` judges a proof without
any of the code that made it. `CONDITIONS` is the table of all conditions.
"""

from boaf.support.lazy import public_names

# Not `explain`: whether it meant the function or the module would depend on what was imported before.

__getattr__, __dir__, __all__ = public_names(__name__)
