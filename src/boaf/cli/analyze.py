"""`boaf analyze`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boaf.board import Board
from boaf.cli.boards import Answer, Boards, boards_argument
from boaf.cli.command import Limits, command, json_option, limit_options
from boaf.solvers.contract import Verdict

if TYPE_CHECKING:
    from boaf.questions.analysis import Analysis

_PER_LINE = 10


@command()
@boards_argument
@limit_options()
@json_option
def analyze(boards: Boards, limits: Limits, as_json: bool) -> int:
    """Show for every legal move whether it keeps the board solvable.

    JSON, one object per board: {board, verdict, moves: [{move, verdict}]}. Exit status 3 if a limit was reached.

    Example: boaf analyze "7H 6C / -- 6H"
    """
    from boaf.questions.analysis import analyze as analyze_board

    def answer(board: Board) -> Answer:
        analysis = analyze_board(board, **limits)
        is_decided = all(verdict is not Verdict.UNKNOWN for _, verdict in analysis.moves)
        return Answer(analysis.to_json, lambda: f"{board}\n{_describe(analysis)}", is_decided)

    return boards.answer(answer, as_json)


def _describe(analysis: Analysis) -> str:
    lines = [str(analysis.verdict)]
    for verdict in Verdict:
        moves = [str(move) for move, fate in analysis.moves if fate is verdict]
        if moves:
            lines.append(f"{len(moves)} of {len(analysis.moves)} moves lead to a board that is {verdict}:")
            lines += ["  " + " ".join(moves[start : start + _PER_LINE]) for start in range(0, len(moves), _PER_LINE)]
    return "\n".join(lines)
