"""A play of a formula in words and as plain values: what happened, and who vouches for what."""

from __future__ import annotations

from typing import Any

from boaf.reduction.formula import describe_assignment, describe_clause
from boaf.reduction.play import Play
from boaf.reduction.repaired import Repaired


def describe(play: Play) -> str:
    """The play for a reader."""
    size = play.construction.size
    name = "repaired" if isinstance(play.construction, Repaired) else "printed"
    lines = [f"{play.formula}", f"the {name} deal has {size} × {size} = {size * size} cards"]
    lines += _satisfied(play) if play.satisfiable else _unsatisfied(play)
    return "\n".join(lines)


def _satisfied(play: Play) -> list[str]:
    if play.read_back is None:
        raise AssertionError("the assignment was not read back out of the moves")
    return [
        f"satisfiable, by {describe_assignment(play.assignment)}",
        f"{len(play.moves)} moves, each replayed by the rules, leave one stack",
        f"read back out of the moves: {describe_assignment(play.read_back)}, which satisfies the formula",
    ]


def _unsatisfied(play: Play) -> list[str]:
    stuck = ", ".join(map(describe_clause, play.stuck))
    lines = [
        "unsatisfiable: the SAT solver says so",
        f"closest: {describe_assignment(play.assignment)}, under which only this is false: {stuck}",
    ]
    if play.bypass:
        return [
            *lines,
            "Lemma 1 is stuck there: no literal is true, so no activator may leave its column",
            "Hoshino & Notarangelo (2019) conclude that the deal is unsolvable; that is wrong for the deal as printed:",
            f"{len(play.bypass)} other moves, each replayed by the rules, leave one stack (see docs/reduction.md)",
            "the repaired deal of this formula is unsolvable",
        ]
    return [
        *lines,
        "the construction is stuck there: the rungs of the clause match its activators only, and none may leave",
        "that no other moves solve the deal is proved on paper (docs/reduction.md), not by this run; by program it is "
        "checked for the smallest formulas, of narrower clauses",
    ]


def to_json(play: Play) -> dict[str, Any]:
    """The play as plain values."""
    return {
        "formula": play.formula.to_dimacs(),
        "construction": "repaired" if isinstance(play.construction, Repaired) else "printed",
        "satisfiable": play.satisfiable,
        "assignment": list(play.assignment),
        "rows": play.construction.size,
        "moves": [move.numeric() for move in play.moves],
        "stacks": play.stacks,
        "read_back": None if play.read_back is None else list(play.read_back),
        "stuck": [list(clause) for clause in play.stuck],
        "bypass": [move.numeric() for move in play.bypass],
    }
