"""A play of a formula in words and as plain values: what happened, and who vouches for what."""

from __future__ import annotations

from typing import Any

from boaf.reduction.formula import describe_assignment, describe_clause
from boaf.reduction.play import Play, Way
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
    what = "one clause is" if len(play.stuck) == 1 else f"{len(play.stuck)} clauses are"
    lines = [
        "unsatisfiable: the SAT solver says so",
        f"closest: {describe_assignment(play.assignment)}, under which {what} false: {stuck}",
    ]
    if not play.ways:
        return [
            *lines,
            "the construction is stuck there: the rungs of a clause match its activators only, and none may leave",
            "that no other moves solve the deal is proved in docs/intractability.md, not by this run",
        ]
    return [
        *lines,
        "Lemma 1 is stuck there: no literal is true, so no activator may leave its column",
        "Hoshino & Notarangelo (2019) conclude that the deal is unsolvable; that is wrong for the deal as printed:",
        *(
            f"{way}: {len(moves)} moves, each replayed by the rules, leave one stack; " + _IDEA[way]
            for way, moves in play.ways.items()
        ),
        "docs/reduction.md explains both; the repaired deal of this formula is unsolvable",
    ]


_IDEA = {
    Way.BYPASS: "rungs go up to the activators of the false clause",
    Way.CROSSING: "activators walk as in Lemma 1, but runners change columns in a row where none is needed",
}


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
        **{way: [move.numeric() for move in play.ways.get(way, ())] for way in Way},
    }
