"""`boaf solve`."""

from __future__ import annotations

import json
from typing import Annotated, get_type_hints

import typer

from boaf.board import Board
from boaf.cli.boards import BOARD_HELP, Cols, Json, MaxNodes, MaxSeconds, Rows, read_boards
from boaf.cli.options import convert_options, split_options
from boaf.solve.registry import SOLVERS, find_solver
from boaf.solve.registry import solve as solve_board
from boaf.solve.result import Result, Verdict

LIMIT_REACHED = 3
_SOLVER_HELP = "How: " + "; ".join(f"{name} ({what})" for name, what in SOLVERS.items()) + "."


def solve(
    boards: Annotated[list[str], typer.Argument(metavar="BOARD", help=BOARD_HELP)],
    solver: Annotated[str, typer.Option("--solver", "-s", metavar="NAME", help=_SOLVER_HELP)] = "endgame",
    options: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the solver, such as cutoff=9."),
    ] = None,
    rows: Rows = None,
    cols: Cols = None,
    max_nodes: MaxNodes = None,
    max_seconds: MaxSeconds = None,
    as_json: Json = False,
) -> int:
    """Say whether boards can be collapsed to one stack, and how.

    JSON: {board, verdict, moves, nodes, seconds, solver}. Exit status 3 if a limit was reached.

    Options of solvers: endgame tables, rules, collapse; ordered cutoff; best-first weight, prune; island-merge literal;
    constrained, compatible, ordered and island-merge remember; sat proof.

    Example: boaf solve 1
    """
    named = split_options(options)
    given = convert_options(named, get_type_hints(find_solver(solver, named)))
    status = 0
    for number, board in enumerate(read_boards(boards, rows, cols)):
        result = solve_board(board, solver, max_nodes=max_nodes, max_seconds=max_seconds, **given)
        if as_json:
            typer.echo(json.dumps({"board": board.text()} | result.to_json()))
        else:
            typer.echo(("\n" if number else "") + _describe(board, result))
        if result.verdict is Verdict.UNKNOWN:
            status = LIMIT_REACHED
    return status


def _describe(board: Board, result: Result) -> str:
    how = f"{result.solver}, {result.nodes} node{'s' * (result.nodes != 1)}, {1000 * result.seconds:.1f} ms"
    if result.verdict is Verdict.SOLVABLE:
        moves = " ".join(map(str, result.moves))
        count = f"{len(result.moves)} move{'s' * (len(result.moves) != 1)}"
        return f"{board}\nsolvable in {count} ({how})\n{moves}".rstrip()
    if result.verdict is Verdict.UNKNOWN:
        return f"{board}\nunknown: a limit was reached ({how})"
    return f"{board}\nunsolvable ({how})"
