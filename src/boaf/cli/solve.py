"""`boaf solve`, `boaf analyze` and `boaf explain`."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from click import option

from boaf.board import Board
from boaf.cli import options
from boaf.cli.boards import BoardAnswer, Boards, boards_argument
from boaf.cli.options import LimitOptions, command, parse_options
from boaf.cli.process import count
from boaf.plugins import names as plugins
from boaf.solvers.contract import Result, Verdict
from boaf.solvers.single import SOLVERS, find_solver, options_of
from boaf.solvers.single import solve as solve_board
from boaf.support.errors import BoafError, UndecidedError
from boaf.support.files import write_text

if TYPE_CHECKING:
    from boaf.questions.analysis import Analysis
    from boaf.questions.best_score import BestScore

_SOLVER_HELP = "One of the solvers below, module:function, or 'command PROGRAM'."
_OPTION_HELP = "An option of the solver, such as cutoff=9."


@command(listing=("Solvers", lambda: options.described(plugins.described(plugins.SOLVER_GROUP, SOLVERS), options_of)))
@boards_argument
@options.rules
@option("--solver", "-s", metavar="NAME", default="endgame", shell_complete=options.choices(SOLVERS), help=_SOLVER_HELP)
@option("--option", "-o", "options", metavar="NAME=VALUE", multiple=True, help=_OPTION_HELP)
@options.limits()
@options.flag("--best-score", "best", help="Find the moves that maximise the score, the sum of squared stack sizes.")
@options.flag("--count", "counted", help="Count the solutions, up to the order of independent moves.")
@options.json
def solve(
    boards: Boards,
    solver: str,
    options: tuple[str, ...],
    limits: LimitOptions,
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
    given = parse_options(options, partial(find_solver, solver))

    def answer(board: Board) -> BoardAnswer:
        if counted:
            return _count_solutions(board, limits)
        if best:
            return _find_best_score(board, limits)
        result = solve_board(board, solver, **limits, **given)
        return BoardAnswer(
            lambda: board.to_json() | result.to_json(),
            lambda: _describe(board, result, is_limited=any(limit is not None for limit in limits.values())),
            result.verdict is not Verdict.UNKNOWN,
        )

    return boards.answer(answer, as_json)


def _count_solutions(board: Board, limits: LimitOptions) -> BoardAnswer:
    from boaf.questions.solution_count import count_solutions

    try:
        found = count_solutions(board, **limits)
    except UndecidedError as limit:
        values = board.to_json() | {"solutions": None, "exact": False}
        text = f"{board}\nunknown: {limit}"
        return BoardAnswer(lambda: values, lambda: text, is_decided=False)
    about = "" if found.is_exact else "about "
    text = f"{board}\n{about}{count(found.solutions, 'solution')}, up to the order of independent moves"
    return BoardAnswer(lambda: board.to_json() | found.to_json(), lambda: text)


def _find_best_score(board: Board, limits: LimitOptions) -> BoardAnswer:
    from boaf.questions.best_score import best_score

    best = best_score(board, **limits)
    is_decided = best.verdict is not Verdict.UNKNOWN
    return BoardAnswer(lambda: board.to_json() | best.to_json(), lambda: _describe_best(board, best), is_decided)


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


_PER_LINE = 10


@command()
@boards_argument
@options.rules
@options.limits()
@options.json
def analyze(boards: Boards, limits: LimitOptions, as_json: bool) -> int:
    """Show for every legal move whether it keeps the board solvable.

    JSON, one object per board: {board, verdict, moves: [{move, verdict}]}. Exit status 3 if a limit was reached.

    Example: boaf analyze "7H 6C / -- 6H"
    """
    from boaf.questions.analysis import analyze as analyze_board

    def answer(board: Board) -> BoardAnswer:
        analysis = analyze_board(board, **limits)
        is_decided = all(verdict is not Verdict.UNKNOWN for _, verdict in analysis.moves)
        return BoardAnswer(analysis.to_json, lambda: f"{board}\n{_describe_moves(analysis)}", is_decided)

    return boards.answer(answer, as_json)


def _describe_moves(analysis: Analysis) -> str:
    lines = [str(analysis.verdict)]
    for verdict in Verdict:
        moves = [str(move) for move, fate in analysis.moves if fate is verdict]
        if moves:
            lines.append(f"{len(moves)} of {len(analysis.moves)} moves lead to a board that is {verdict}:")
            lines += ["  " + " ".join(moves[start : start + _PER_LINE]) for start in range(0, len(moves), _PER_LINE)]
    return "\n".join(lines)


@command()
@boards_argument
@options.rules
@options.limits()
@options.json
@options.file("--svg", help="Draw the compatibility graph, with the reason or a solution, to an SVG file.")
def explain(boards: Boards, limits: LimitOptions, as_json: bool, svg: Path | None) -> int:
    """Explain why boards cannot be solved.

    JSON, one object per board: {board, verdict, reason, witness, text}, a proof that `boaf check BOARD --proof FILE`
    checks. If there is no proof, reason and witness are null, and moves is a solution. Exit status 3 if a limit was
    reached before a board was decided; 0 if it was decided, even if the limit left the proof incomplete.

    Example: boaf explain 1264
    """
    from boaf.prove.explain import explain as explain_board

    boards.require_drawing(svg)

    def answer(board: Board) -> BoardAnswer:
        explanation = explain_board(board, **limits)
        if svg is not None:
            from boaf.render.graph import draw_graph, draw_solution

            solved = explanation.verdict is Verdict.SOLVABLE
            write_text(svg, draw_solution(board, explanation.moves) if solved else draw_graph(board, explanation.proof))
        return BoardAnswer(explanation.to_json, explanation.__str__, explanation.verdict is not Verdict.UNKNOWN)

    return boards.answer(answer, as_json)
