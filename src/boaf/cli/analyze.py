"""`boaf analyze`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boaf.cli.boards import Boards, boards_argument
from boaf.cli.command import command
from boaf.cli.output import show
from boaf.cli.parameters import Limits, json_option, limit_options
from boaf.cli.process import ExitStatus
from boaf.solvers.result import Verdict
from boaf.support.files import json_text

if TYPE_CHECKING:
    from boaf.questions.analysis import Analysis

_PER_LINE = 10


@command()
@boards_argument
@limit_options
@json_option
def analyze(boards: Boards, limits: Limits, as_json: bool) -> int:
    """Show for every legal move whether it keeps the board solvable.

    JSON, one object per board: {board, verdict, moves: [{move, verdict}]}. Exit status 3 if a limit was reached.

    Example: boaf analyze "7H 6C / -- 6H"
    """
    from boaf.questions.analysis import analyze as analyze_board

    status = ExitStatus.ANSWERED
    for number, board in enumerate(boards):
        analysis = analyze_board(board, **limits)
        gap = "\n" if number else ""
        show(json_text(analysis.to_json()) if as_json else f"{gap}{board}\n{_describe(analysis)}")
        if any(verdict is Verdict.UNKNOWN for _, verdict in analysis.moves):
            status = ExitStatus.LIMIT_REACHED
    return boards.status(status)


def _describe(analysis: Analysis) -> str:
    lines = [str(analysis.verdict)]
    for verdict in Verdict:
        moves = [str(move) for move, fate in analysis.moves if fate is verdict]
        if moves:
            lines.append(f"{len(moves)} of {len(analysis.moves)} moves lead to a board that is {verdict}:")
            lines += ["  " + " ".join(moves[start : start + _PER_LINE]) for start in range(0, len(moves), _PER_LINE)]
    return "\n".join(lines)
