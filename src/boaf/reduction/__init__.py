"""From 3-SAT to a board, and from a board to SAT.

Hoshino & Notarangelo (2019) turn a formula into a deal and claim that the deal is solvable exactly when the formula
is satisfiable. `printed` builds that deal and `lemmas` the paper's moves on it; `bypass` and `crossing` show in two
ways that the claim fails for the deal as it is printed, and `repaired` is a smaller deal for which it holds. The other
way, `encoding` writes a board as a formula that is satisfiable exactly when the board is solvable, and `drat` checks a
SAT solver's proof that it is not.
"""

from typing import TYPE_CHECKING

from boaf.lazy import lazy_names

if TYPE_CHECKING:
    from boaf.reduction.construction import Construction, Part
    from boaf.reduction.drat import Check, check_drat
    from boaf.reduction.encoding import Encoding
    from boaf.reduction.example import example_formula
    from boaf.reduction.formula import Formula, parse_dimacs
    from boaf.reduction.play import Play, Way, play_formula
    from boaf.reduction.printed import Printed
    from boaf.reduction.repaired import Repaired
    from boaf.reduction.sat_solver import Answer, decide, refute_by_cases

__all__ = [
    "Answer",
    "Check",
    "Construction",
    "Encoding",
    "Formula",
    "Part",
    "Play",
    "Printed",
    "Repaired",
    "Way",
    "check_drat",
    "decide",
    "example_formula",
    "parse_dimacs",
    "play_formula",
    "refute_by_cases",
]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "Answer": "boaf.reduction.sat_solver",
        "Check": "boaf.reduction.drat",
        "Construction": "boaf.reduction.construction",
        "Encoding": "boaf.reduction.encoding",
        "Formula": "boaf.reduction.formula",
        "Part": "boaf.reduction.construction",
        "Play": "boaf.reduction.play",
        "Printed": "boaf.reduction.printed",
        "Repaired": "boaf.reduction.repaired",
        "Way": "boaf.reduction.play",
        "check_drat": "boaf.reduction.drat",
        "decide": "boaf.reduction.sat_solver",
        "example_formula": "boaf.reduction.example",
        "parse_dimacs": "boaf.reduction.formula",
        "play_formula": "boaf.reduction.play",
        "refute_by_cases": "boaf.reduction.sat_solver",
    },
)
