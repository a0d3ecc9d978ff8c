"""`boaf solve`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, get_type_hints

import typer

from boaf.board import Board
from boaf.cli.boards import Boards, BoardTexts, Cols, Json, MaxNodes, MaxSeconds, Rows
from boaf.cli.help import lists, with_options
from boaf.cli.options import convert_options, split_options
from boaf.cli.status import Status
from boaf.cli.words import count
from boaf.solvers.registry import SOLVERS, find_solver, options_of
from boaf.solvers.result import Result, Verdict
from boaf.solvers.single import solve as solve_board
from boaf.support.errors import BoafError, UndecidedError
from boaf.support.files import json_text

if TYPE_CHECKING:
    from boaf.questions.best_score import BestScore


@lists("Solvers", lambda: with_options(SOLVERS, options_of))
def solve(
    boards: BoardTexts,
    solver: Annotated[
        str,
        typer.Option(
            "--solver", "-s", metavar="NAME", help="One of the solvers below.", autocompletion=lambda: list(SOLVERS)
        ),
    ] = "endgame",
    options: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the solver, such as cutoff=9."),
    ] = None,
    rows: Rows = None,
    cols: Cols = None,
    max_nodes: MaxNodes = None,
    max_seconds: MaxSeconds = None,
    best: Annotated[
        bool,
        typer.Option("--best-score", help="Find the moves that maximise the score, the sum of squared stack sizes."),
    ] = False,
    counted: Annotated[
        bool, typer.Option("--count", help="Count the solutions, up to the order of moves that do not touch.")
    ] = False,
    as_json: Json = False,
) -> int:
    """Say whether boards can be collapsed to one stack, and how.

    JSON: {board, verdict, moves, nodes, seconds, solver}; with --best-score {board, verdict, score, bound, moves,
    nodes, seconds}, where no play scores more than bound; with --count {board, solutions, exact}. Exit status 3 if a
    limit was reached.

    Example: boaf solve 1
    """
    for name, is_given in (("--best-score", best), ("--count", counted)):
        if is_given and (solver != "endgame" or options or (best and counted)):
            raise BoafError(f"{name} is a method of its own: it takes no --solver, no --option and no other method")
    if counted:
        return _count_solutions(Boards(boards, rows, cols), max_nodes, max_seconds, as_json)
    named = split_options(options)
    given = convert_options(named, get_type_hints(find_solver(solver, named)))
    status = Status.ANSWERED
    found = Boards(boards, rows, cols)
    for number, board in enumerate(found):
        result: Result | BestScore
        if best:
            from boaf.questions.best_score import best_score

            result = best_score(board, max_nodes=max_nodes, max_seconds=max_seconds)
        else:
            result = solve_board(board, solver, max_nodes=max_nodes, max_seconds=max_seconds, **given)
        if as_json:
            typer.echo(json_text({"board": board.text()} | result.to_json()))
        else:
            is_limited = max_nodes is not None or max_seconds is not None
            text = _describe(board, result, is_limited) if isinstance(result, Result) else _describe_best(board, result)
            typer.echo(("\n" if number else "") + text)
        if result.verdict is Verdict.UNKNOWN:
            status = Status.LIMIT_REACHED
    return found.status(status)


def _count_solutions(boards: Boards, max_nodes: int | None, max_seconds: float | None, as_json: bool) -> int:
    from boaf.questions.solution_count import count_solutions

    status = Status.ANSWERED
    for number, board in enumerate(boards):
        try:
            found = count_solutions(board, max_nodes=max_nodes, max_seconds=max_seconds)
            about = "" if found.is_exact else "about "
            text = f"{about}{count(found.solutions, 'solution')}, up to the order of moves that do not touch"
            values = found.to_json()
        except UndecidedError as limit:
            text, values, status = f"unknown: {limit}", {"solutions": None, "exact": False}, Status.LIMIT_REACHED
        gap = "\n" if number else ""
        typer.echo(json_text({"board": board.text()} | values) if as_json else f"{gap}{board}\n{text}")
    return boards.status(status)


def _describe(board: Board, result: Result, is_limited: bool) -> str:
    how = f"{result.solver}, {count(result.nodes, 'node')}, {1000 * result.seconds:.1f} ms"
    if result.verdict is Verdict.SOLVABLE:
        moves = " ".join(map(str, result.moves))
        return f"{board}\nsolvable in {count(len(result.moves), 'move')} ({how})\n{moves}".rstrip()
    if result.verdict is Verdict.UNKNOWN:
        why = "a limit was reached" if is_limited else "no solution was found, and none was ruled out"
        return f"{board}\nunknown: {why} ({how})"
    return f"{board}\nunsolvable ({how})"


def _describe_best(board: Board, best: BestScore) -> str:
    how = f"{count(best.nodes, 'node')}, {1000 * best.seconds:.1f} ms"
    moves = " ".join(map(str, best.moves))
    play = board.copy()
    for move in best.moves:
        play.push(move)
    sizes = " + ".join(f"{size}²" for size in sorted((len(stack) for stack in play.stacks if stack), reverse=True))
    score = f"{best.score} = {sizes}"
    if best.verdict is Verdict.UNKNOWN:
        text = f"unknown: a limit was reached; the best score found is {score}, none is above {best.bound}"
    else:
        text = f"{best.verdict}; the best score is {score}"
    return f"{board}\n{text} ({how})\n{moves}".rstrip()
