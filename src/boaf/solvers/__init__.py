"""Solvers: a module for each algorithm, their contract and registry, and batches.

`boaf.solve` calls a solver on one board and `boaf.solve_many` the fastest one on many; `boaf.analyze` and
`boaf.best_score` ask more of a board.
"""

from boaf.support.lazy import public_names

__getattr__, __dir__, __all__ = public_names(__name__)
