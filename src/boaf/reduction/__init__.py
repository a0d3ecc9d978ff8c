"""From 3-SAT to a board, and from a board to SAT.

Hoshino & Notarangelo (2019) turn a formula into a deal and claim that the deal is solvable exactly when the formula
is satisfiable. `printed` builds that deal and `lemmas` the paper's moves on it; `bypass` shows that the claim fails for
the deal as it is printed, and `repaired` is a deal of the same size for which it holds. The other way, `encoding`
writes a board as a formula that is satisfiable exactly when the board is solvable, and `drat` checks a SAT solver's
proof that it is not.
"""
