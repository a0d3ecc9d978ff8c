"""`boaf explain`."""

from __future__ import annotations

from pathlib import Path

from boaf.board import Board
from boaf.cli.boards import Answer, Boards, boards_argument
from boaf.cli.command import Limits, command, file_option, json_option, limit_options
from boaf.cli.output import require_figure
from boaf.solvers.contract import Verdict
from boaf.support.errors import BoafError
from boaf.support.files import write_text


@command()
@boards_argument
@limit_options()
@json_option
@file_option("--svg", help="Draw the compatibility graph, with the reason or a solution, to an SVG file.")
def explain(boards: Boards, limits: Limits, as_json: bool, svg: Path | None) -> int:
    """Explain why boards cannot be solved.

    JSON, one object per board: {board, verdict, reason, witness, text}, a proof that `boaf check BOARD --proof FILE`
    checks. If there is no proof, reason and witness are null, and moves is a solution. Exit status 3 if a limit was
    reached before a board was decided; 0 if it was decided, even if the limit left the proof incomplete.

    Example: boaf explain 1264
    """
    from boaf.prove.explain import explain as explain_board

    require_figure(svg, (".svg",))
    if svg is not None and not boards.is_one:
        raise BoafError("--svg takes one board")

    def answer(board: Board) -> Answer:
        explanation = explain_board(board, **limits)
        if svg is not None:
            from boaf.render.graph import draw_graph, draw_solution

            solved = explanation.verdict is Verdict.SOLVABLE
            write_text(svg, draw_solution(board, explanation.moves) if solved else draw_graph(board, explanation.proof))
        return Answer(explanation.to_json, explanation.__str__, explanation.verdict is not Verdict.UNKNOWN)

    return boards.answer(answer, as_json)
