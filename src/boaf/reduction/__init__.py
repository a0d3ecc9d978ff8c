"""From 3-SAT to a board, and from a board to SAT and to PDDL.

Hoshino & Notarangelo (2019) turn a formula into a deal and claim that the deal is solvable exactly when the formula
is satisfiable. `printed` builds that deal and `lemmas` the paper's moves on it; `counterexamples` shows in two ways
that the claim fails for the deal as printed, and `repaired` is a smaller deal for which it holds. In the other
direction, `encoding` writes a board as a formula that is satisfiable exactly when the board is solvable, and `drat`
checks a SAT solver's proof that it is not; `pddl` writes it as a planning problem.
"""

from boaf.support.lazy import public_names

__getattr__, __dir__, __all__ = public_names(__name__)
