"""`boaf features`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from boaf.cli.boards import Boards, BoardTexts, Cols, Json, Rows
from boaf.cli.files import require_figure
from boaf.render.graph import draw_islands
from boaf.support.errors import BoafError
from boaf.support.files import json_text, write_text


def features(
    boards: BoardTexts,
    every: Annotated[
        bool, typer.Option("--all", help="Include the relaxations, which take several times as long as the others.")
    ] = False,
    rows: Rows = None,
    cols: Cols = None,
    svg: Annotated[
        Path | None,
        typer.Option("--svg", metavar="FILE", help="Draw the compatibility graph, with its islands marked, to a file."),
    ] = None,
    as_json: Json = False,
) -> int:
    """Show what the learners see of boards: features of their graphs, cards and moves, with their definitions.

    JSON, one object per board: {board, features: {name: value}}.

    Example: boaf features 1264
    """
    from boaf.learn.board_features import FEATURES, KNOWN_FEATURES
    from boaf.learn.board_features import features as features_of

    require_figure(svg, (".svg",))
    if svg is not None and (len(boards) > 1 or boards[0].strip() == "-"):
        raise BoafError("--svg takes one board")
    given = Boards(boards, rows, cols)
    for number, board in enumerate(given):
        if svg is not None:
            write_text(svg, draw_islands(board))
        found = features_of(board, list(KNOWN_FEATURES if every else FEATURES))
        if as_json:
            typer.echo(json_text({"board": board.text(), "features": found}))
            continue
        typer.echo(("\n" if number else "") + str(board))
        for name, value in found.items():
            shown = f"{value:,}" if isinstance(value, int) else f"{value:,.4f}"
            typer.echo(f"{name:34}{shown:>16}  {KNOWN_FEATURES[name]}")
    return given.status()
