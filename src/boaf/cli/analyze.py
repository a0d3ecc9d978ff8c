"""`boaf analyze`."""

from __future__ import annotations

import typer

from boaf.cli.boards import BoardText, Cols, Json, MaxNodes, MaxSeconds, Rows, read_one_board
from boaf.cli.status import Status
from boaf.files import json_text
from boaf.solvers.result import Verdict

_PER_LINE = 10


def analyze(
    board: BoardText,
    rows: Rows = None,
    cols: Cols = None,
    max_nodes: MaxNodes = None,
    max_seconds: MaxSeconds = None,
    as_json: Json = False,
) -> int:
    """Say for every legal move whether it keeps the board solvable.

    JSON: {board, verdict, moves: [{move, verdict}]}. Exit status 3 if a limit was reached.

    Example: boaf analyze "7H 6C / -- 6H"
    """
    from boaf.solvers.analysis import analyze as analyze_board

    parsed = read_one_board(board, rows, cols)
    analysis = analyze_board(parsed, max_nodes=max_nodes, max_seconds=max_seconds)
    if as_json:
        typer.echo(json_text(analysis.to_json()))
    else:
        typer.echo(f"{parsed}\n{analysis.verdict}")
        for verdict in Verdict:
            moves = [str(move) for move, fate in analysis.moves if fate is verdict]
            if moves:
                typer.echo(f"{len(moves)} of {len(analysis.moves)} moves lead to a board that is {verdict}:")
                for start in range(0, len(moves), _PER_LINE):
                    typer.echo("  " + " ".join(moves[start : start + _PER_LINE]))
    undecided = any(verdict is Verdict.UNKNOWN for _, verdict in analysis.moves)
    return Status.LIMIT_REACHED if undecided else Status.ANSWERED
