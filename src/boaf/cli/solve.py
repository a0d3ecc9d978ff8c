"""`boaf solve`."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_type_hints

from click import option

from boaf.board import Board
from boaf.cli.boards import Boards, boards_argument
from boaf.cli.command import command, described
from boaf.cli.output import count, show
from boaf.cli.parameters import Limits, choices, convert_options, json_option, limit_options, read_options
from boaf.cli.process import ExitStatus
from boaf.solvers.registry import SOLVERS, find_solver, options_of
from boaf.solvers.result import Result, Verdict
from boaf.solvers.single import solve as solve_board
from boaf.support.errors import BoafError, UndecidedError
from boaf.support.files import json_text

if TYPE_CHECKING:
    from boaf.questions.best_score import BestScore


_SOLVER_HELP = "One of the solvers below."
_OPTION_HELP = "An option of the solver, such as cutoff=9."
_BEST_HELP = "Find the moves that maximise the score, the sum of squared stack sizes."
_COUNT_HELP = "Count the solutions, up to the order of moves that do not touch."


@command(listing=("Solvers", lambda: described(SOLVERS, options_of)))
@boards_argument
@option("--solver", "-s", metavar="NAME", default="endgame", shell_complete=choices(SOLVERS), help=_SOLVER_HELP)
@option("--option", "-o", "options", metavar="NAME=VALUE", multiple=True, help=_OPTION_HELP)
@limit_options
@option("--best-score", "best", is_flag=True, help=_BEST_HELP)
@option("--count", "counted", is_flag=True, help=_COUNT_HELP)
@json_option
def solve(
    boards: Boards,
    solver: str,
    options: tuple[str, ...],
    limits: Limits,
    best: bool,
    counted: bool,
    as_json: bool,
) -> int:
    """Decide whether boards can be collapsed to one stack, and show how.

    JSON: {board, verdict, moves, nodes, seconds, solver}; with --best-score {board, verdict, score, bound, moves,
    nodes, seconds}, where no play scores more than bound; with --count {board, solutions, exact}. Exit status 3 if a
    limit was reached.

    Example: boaf solve 1
    """
    for name, is_given in (("--best-score", best), ("--count", counted)):
        if is_given and (solver != "endgame" or options or (best and counted)):
            raise BoafError(f"{name} is a method of its own: it takes no --solver, no --option and no other method")
    if counted:
        return _count_solutions(boards, limits, as_json)
    named = read_options(options)
    given = convert_options(named, get_type_hints(find_solver(solver, named)))
    status = ExitStatus.ANSWERED
    for number, board in enumerate(boards):
        result: Result | BestScore
        if best:
            from boaf.questions.best_score import best_score

            result = best_score(board, **limits)
        else:
            result = solve_board(board, solver, **limits, **given)
        if as_json:
            show(json_text({"board": board.text()} | result.to_json()))
        else:
            is_limited = limits != Limits(max_nodes=None, max_seconds=None)
            text = _describe(board, result, is_limited) if isinstance(result, Result) else _describe_best(board, result)
            show(("\n" if number else "") + text)
        if result.verdict is Verdict.UNKNOWN:
            status = ExitStatus.LIMIT_REACHED
    return boards.status(status)


def _count_solutions(boards: Boards, limits: Limits, as_json: bool) -> int:
    from boaf.questions.solution_count import count_solutions

    status = ExitStatus.ANSWERED
    for number, board in enumerate(boards):
        try:
            found = count_solutions(board, **limits)
            about = "" if found.is_exact else "about "
            text = f"{about}{count(found.solutions, 'solution')}, up to the order of moves that do not touch"
            values = found.to_json()
        except UndecidedError as limit:
            text, values, status = f"unknown: {limit}", {"solutions": None, "exact": False}, ExitStatus.LIMIT_REACHED
        gap = "\n" if number else ""
        show(json_text({"board": board.text()} | values) if as_json else f"{gap}{board}\n{text}")
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
