"""A formula played: from a SAT solver's assignment to moves, and from the moves back to an assignment.

The moves are replayed on a fresh board by the rules. The assignment is read from the moves alone (Lemma 2 of Hoshino &
Notarangelo 2019): the collector of a variable picks up its runners in the column of the false literal. For a formula
that is not satisfiable, the moves are made for an assignment that makes as few clauses false as possible, and the play
says where it ends. The printed deal of such a formula is then solved all the same, in two ways.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from boaf.board import Board, Move
from boaf.cards import Card
from boaf.reduction.construction import Construction, column_of
from boaf.reduction.counterexamples import clear_false_block, play_crossing
from boaf.reduction.formula import Assignment, Clause, Formula, describe_assignment, describe_clause
from boaf.reduction.lemmas import play_printed
from boaf.reduction.printed import Printed
from boaf.reduction.repaired import Repaired, play_repaired
from boaf.reduction.sat_solver import decide, satisfying_assignment
from boaf.support.errors import BoafError, require


class Way(StrEnum):
    """How the printed deal of an unsatisfiable formula is solved."""

    BYPASS = "bypass"
    CROSSING = "crossing"


_IDEA = {
    Way.BYPASS: "rungs go up to the activators of the false clause",
    Way.CROSSING: "activators walk as in Lemma 1, but runners change columns in a row where none is needed",
}


@dataclass(frozen=True)
class Play:
    """What became of a formula on its board."""

    formula: Formula
    construction: Construction
    satisfiable: bool
    assignment: Assignment
    """A satisfying one, or one that makes as few clauses false as possible."""
    moves: tuple[Move, ...]
    """What the construction makes of the assignment, replayed by the rules."""
    stacks: int
    """How many stacks these moves leave."""
    read_back: Assignment | None
    """The assignment that the moves stand for, where they leave one stack."""
    ways: dict[Way, tuple[Move, ...]]
    """Moves that solve the printed deal of an unsatisfiable formula, replayed by the rules."""

    @property
    def stuck(self) -> list[Clause]:
        """The clauses whose blocks the construction cannot clear."""
        return [self.formula.clauses[index] for index in self.formula.falsified(self.assignment)]


def play_formula(formula: Formula, *, repaired: bool = False) -> Play:
    """Play a formula on its deal, by an assignment that the SAT solver finds.

    Parameters
    ----------
    formula
        The formula; each clause has literals of three different variables, for the repaired deal of one to three.
    repaired
        Whether to play the repaired deal rather than the printed one.

    Returns
    -------
    Play
        The moves, and what became of them on the board.

    Raises
    ------
    BoafError
        If the formula has no clauses or one that the deal has no place for, or the deal would be too large.
    MissingExtraError
        If the extra `research` is not installed.

    Examples
    --------
    >>> from boaf.reduction import example_formula
    >>> play = play_formula(example_formula(), repaired=True)
    >>> play.satisfiable, len(play.moves), play.stacks
    (True, 3248, 1)

    """
    deal = Repaired(formula) if repaired else Printed(formula)
    found = satisfying_assignment(formula)
    assignment = found if found is not None else closest_assignment(formula)
    ways: dict[Way, tuple[Move, ...]] = {}
    if isinstance(deal, Repaired):
        played = play_repaired(deal, assignment)
    else:
        played = play_printed(deal, assignment)
        if found is None:
            ways[Way.BYPASS] = play_printed(deal, assignment, otherwise=clear_false_block).moves
            ways[Way.CROSSING] = play_crossing(deal, assignment).moves
            for way, moves in ways.items():
                if not replay(deal, moves).is_solved:
                    raise AssertionError(f"{way} does not solve the printed deal")
    board = replay(deal, played.moves)
    read = read_assignment(deal, played.moves) if board.is_solved else None
    if board.is_solved != (found is not None):
        raise AssertionError("the construction does not follow the formula")
    if read is not None and not formula.is_satisfied_by(read):
        raise AssertionError("what was read back out of the moves does not satisfy the formula")
    return Play(formula, deal, found is not None, assignment, played.moves, board.stack_count, read, ways)


def replay(deal: Construction, moves: Sequence[Move]) -> Board:
    """The board after the moves, each of which must be legal."""
    board = deal.board()
    for move in moves:
        board.push(move)
    return board


def read_assignment(deal: Construction, moves: Sequence[Move]) -> Assignment:
    """The assignment that moves stand for: a variable is true if its collector picks up runners in the column of ¬u.

    A collector that visits both columns, or none, stands for no assignment; the proof shows that then the deal is not
    solved.
    """
    variables = range(1, deal.formula.variables + 1)
    collectors = {deal.collector(variable): variable for variable in variables}
    first_moves = _first_columns(deal, moves, collectors)
    if len(first_moves) < len(collectors):
        missing = min(set(variables) - set(first_moves))
        raise BoafError(f"the collector of variable {missing} goes into no column: the moves stand for no assignment")
    return tuple(first_moves[variable] == column_of(-variable) for variable in variables)


def _first_columns(deal: Construction, moves: Sequence[Move], collectors: dict[Card, int]) -> dict[int, int]:
    """For each variable, the column in which its collector covers runners, or else the one that it enters first."""
    columns: dict[int, int] = {}
    picked: dict[int, int] = {}
    board = deal.board()
    for move in moves:
        board.push(move)
        variable = collectors.get(move.source)
        if variable is None:
            continue
        row, column = divmod(board.cell_of(move.source), board.cols)
        if column in (column_of(variable), column_of(-variable)):
            columns.setdefault(variable, column)
            if deal.is_runner_row(row) and picked.setdefault(variable, column) != column:
                raise BoafError(f"the collector of variable {variable} picks up runners in both columns")
    return columns | picked


def closest_assignment(formula: Formula) -> Assignment:
    """An assignment that makes as few clauses false as possible.

    Each clause gets a variable that excuses it; a SAT solver is asked for ever larger numbers of excuses.
    """
    at_most = require("pysat.card", "research").CardEnc.atmost
    excuses = list(range(formula.variables + 1, formula.variables + 1 + len(formula.clauses)))
    clauses = [[*clause, excuse] for clause, excuse in zip(formula.clauses, excuses, strict=True)]
    for allowed in range(len(formula.clauses) + 1):
        answer = decide(clauses + at_most(excuses, allowed, top_id=excuses[-1]).clauses)
        if answer.satisfiable:
            return formula.values(answer.model)
    raise AssertionError("with every clause excused, any assignment will do")


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
