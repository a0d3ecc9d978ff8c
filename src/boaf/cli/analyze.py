"""`boaf analyze`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from boaf.cli.boards import Boards, BoardTexts, Cols, Json, MaxNodes, MaxSeconds, Rows
from boaf.cli.status import Status
from boaf.solvers.result import Verdict
from boaf.support.files import json_text

if TYPE_CHECKING:
    from boaf.questions.analysis import Analysis

_PER_LINE = 10


def analyze(
    boards: BoardTexts,
    rows: Rows = None,
    cols: Cols = None,
    max_nodes: MaxNodes = None,
    max_seconds: MaxSeconds = None,
    as_json: Json = False,
) -> int:
    """Say for every legal move whether it keeps the board solvable.

    JSON, one object per board: {board, verdict, moves: [{move, verdict}]}. Exit status 3 if a limit was reached.

    Example: boaf analyze "7H 6C / -- 6H"
    """
    from boaf.questions.analysis import analyze as analyze_board

    status = Status.ANSWERED
    found = Boards(boards, rows, cols)
    for number, board in enumerate(found):
        analysis = analyze_board(board, max_nodes=max_nodes, max_seconds=max_seconds)
        if as_json:
            typer.echo(json_text(analysis.to_json()))
        else:
            typer.echo(("\n" if number else "") + f"{board}\n{_describe(analysis)}")
        if any(verdict is Verdict.UNKNOWN for _, verdict in analysis.moves):
            status = Status.LIMIT_REACHED
    return found.status(status)


def _describe(analysis: Analysis) -> str:
    lines = [str(analysis.verdict)]
    for verdict in Verdict:
        moves = [str(move) for move, fate in analysis.moves if fate is verdict]
        if moves:
            lines.append(f"{len(moves)} of {len(analysis.moves)} moves lead to a board that is {verdict}:")
            lines += ["  " + " ".join(moves[start : start + _PER_LINE]) for start in range(0, len(moves), _PER_LINE)]
    return "\n".join(lines)
