"""`boaf features`."""

from __future__ import annotations

from pathlib import Path

from boaf.board import Board
from boaf.cli.boards import Answer, Boards, boards_argument
from boaf.cli.command import command, file_option, flag_option, json_option
from boaf.cli.output import require_figure
from boaf.render.graph import draw_islands
from boaf.support.errors import BoafError
from boaf.support.files import write_text


@command()
@boards_argument
@flag_option("--all", "every", help="Include the relaxations, which take several times as long as the other features.")
@file_option("--svg", help="Draw the compatibility graph and its islands to an SVG file.")
@json_option
def features(boards: Boards, every: bool, svg: Path | None, as_json: bool) -> int:
    """Show the features of boards that models learn from, with their definitions.

    JSON, one object per board: {board, features: {name: value}}.

    Example: boaf features 1264
    """
    from boaf.learn.board_features import FEATURES, KNOWN_FEATURES
    from boaf.learn.board_features import features as features_of

    require_figure(svg, (".svg",))
    if svg is not None and not boards.is_one:
        raise BoafError("--svg takes one board")

    def answer(board: Board) -> Answer:
        if svg is not None:
            write_text(svg, draw_islands(board))
        found = features_of(board, list(KNOWN_FEATURES if every else FEATURES))
        lines = (_line(name, value, KNOWN_FEATURES[name]) for name, value in found.items())
        return Answer(lambda: {"board": board.text(), "features": found}, lambda: "\n".join([str(board), *lines]))

    return boards.answer(answer, as_json)


def _line(name: str, value: float, definition: str) -> str:
    shown = f"{value:,}" if isinstance(value, int) else f"{value:,.4f}"
    return f"{name:34}{shown:>16}  {definition}"
