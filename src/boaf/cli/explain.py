"""`boaf explain`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from boaf.cli.boards import BoardText, Cols, Json, MaxNodes, MaxSeconds, Rows, read_one_board
from boaf.cli.files import require_figure
from boaf.cli.status import Status
from boaf.files import json_text, write_text
from boaf.solvers.result import Verdict


def explain(
    board: BoardText,
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
    """Say why a board cannot be solved.

    JSON: {board, verdict, reason, witness, text}, a proof that `boaf check BOARD --proof FILE` checks. Without a proof
    reason and witness are null, and moves are those of a solution. Exit status 3 if a limit was reached before the
    board was decided; if it was decided, the status is 0 even where no time was left to complete the proof.

    Example: boaf explain 1264
    """
    from boaf.prove.explain import explain as explain_board
    from boaf.render.graph import draw_graph, draw_solution

    require_figure(svg, (".svg",))
    parsed = read_one_board(board, rows, cols)
    explanation = explain_board(parsed, max_nodes=max_nodes, max_seconds=max_seconds)
    if svg is not None:
        solved = explanation.verdict is Verdict.SOLVABLE
        write_text(svg, draw_solution(parsed, explanation.moves) if solved else draw_graph(parsed, explanation.proof))
    typer.echo(json_text(explanation.to_json()) if as_json else explanation)
    return Status.LIMIT_REACHED if explanation.verdict is Verdict.UNKNOWN else Status.ANSWERED
