"""`boaf deal`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from boaf.cli.boards import Cols, Json, Rows
from boaf.cli.files import require_figure
from boaf.deals import deal as numbered_deal
from boaf.render.board import draw
from boaf.support.files import json_text, write_text


def deal(
    seeds: Annotated[list[int], typer.Argument(metavar="SEED", help="Any integers, including negative ones.")],
    rows: Rows = None,
    cols: Cols = None,
    as_json: Json = False,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Draw the deal to an SVG file.")] = None,
) -> None:
    """Show numbered deals, as the Microsoft FreeCell shuffler deals them.

    JSON: {seed, rows, cols, board}.

    Example: boaf deal 1264
    """
    if svg is not None and len(seeds) > 1:
        raise typer.BadParameter("--svg takes one seed")
    require_figure(svg, (".svg",))
    for number, seed in enumerate(seeds):
        board = numbered_deal(seed, 4 if rows is None else rows, 4 if cols is None else cols)
        if as_json:
            answer = {"seed": seed, "rows": board.rows, "cols": board.cols, "board": board.text()}
            typer.echo(json_text(answer))
        else:
            typer.echo(("\n" if number else "") + str(board))
        if svg is not None:
            write_text(svg, draw(board))
