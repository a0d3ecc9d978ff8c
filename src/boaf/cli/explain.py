"""`boaf explain`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from boaf.cli.boards import Boards, BoardTexts, Cols, Json, MaxNodes, MaxSeconds, Rows
from boaf.cli.files import require_figure
from boaf.cli.status import Status
from boaf.solvers.result import Verdict
from boaf.support.errors import BoafError
from boaf.support.files import json_text, write_text


def explain(
    boards: BoardTexts,
    rows: Rows = None,
    cols: Cols = None,
    max_nodes: MaxNodes = None,
    max_seconds: MaxSeconds = None,
    as_json: Json = False,
    svg: Annotated[
        Path | None,
        typer.Option(
            "--svg",
            metavar="FILE",
            help="Draw the compatibility graph, with the reason or a solution, to a file.",
        ),
    ] = None,
) -> int:
    """Say why boards cannot be solved.

    JSON, one object per board: {board, verdict, reason, witness, text}, a proof that `boaf check BOARD --proof FILE`
    checks. Without a proof reason and witness are null, and moves are those of a solution. Exit status 3 if a limit was
    reached before a board was decided; if it was decided, the status is 0 even where no time was left to complete the
    proof.

    Example: boaf explain 1264
    """
    from boaf.prove.explain import explain as explain_board
    from boaf.render.graph import draw_graph, draw_solution

    require_figure(svg, (".svg",))
    if svg is not None and (len(boards) > 1 or boards[0].strip() == "-"):
        raise BoafError("--svg takes one board")
    status = Status.ANSWERED
    found = Boards(boards, rows, cols)
    for number, board in enumerate(found):
        explanation = explain_board(board, max_nodes=max_nodes, max_seconds=max_seconds)
        if svg is not None:
            solved = explanation.verdict is Verdict.SOLVABLE
            write_text(svg, draw_solution(board, explanation.moves) if solved else draw_graph(board, explanation.proof))
        gap = "\n" if number else ""
        typer.echo(json_text(explanation.to_json()) if as_json else f"{gap}{explanation}")
        if explanation.verdict is Verdict.UNKNOWN:
            status = Status.LIMIT_REACHED
    return found.status(status)
