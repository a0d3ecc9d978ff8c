"""`boaf deal`."""

from __future__ import annotations

from pathlib import Path

import click
from click import argument

from boaf.cli.command import SEED, board_size, command, file_option, json_option
from boaf.cli.output import require_figure, show
from boaf.deals import deal as numbered_deal
from boaf.render.board import draw
from boaf.support.files import json_text, write_text


@command()
@argument("seed", nargs=-1, required=True, type=SEED, help="Any integers, including negative ones.")
@board_size
@json_option
@file_option("--svg", help="Draw the deal to an SVG file.")
def deal(seed: tuple[int, ...], rows: int | None, cols: int | None, as_json: bool, svg: Path | None) -> None:
    """Show numbered deals, as the Microsoft FreeCell shuffler deals them.

    JSON: {seed, rows, cols, board}.

    Example: boaf deal 1264
    """
    if svg is not None and len(seed) > 1:
        raise click.UsageError("--svg takes one seed")
    require_figure(svg, (".svg",))
    for position, number in enumerate(seed):
        board = numbered_deal(number, 4 if rows is None else rows, 4 if cols is None else cols)
        if as_json:
            show(json_text({"seed": number, "rows": board.rows, "cols": board.cols, "board": board.text()}))
        else:
            show(("\n" if position else "") + str(board))
        if svg is not None:
            write_text(svg, draw(board))
