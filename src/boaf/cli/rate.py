"""`boaf rate`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from boaf.cli.boards import BOARD_HELP, Cols, Json, Rows, read_boards
from boaf.cli.progress import progress_bar

if TYPE_CHECKING:
    from boaf.play.difficulty import Rating


def rate(
    boards: Annotated[list[str], typer.Argument(metavar="BOARD", help=BOARD_HELP)],
    rows: Rows = None,
    cols: Cols = None,
    as_json: Json = False,
) -> None:
    """Say how hard boards are to win, from 1 to 5, and why.

    Level 1 is the easiest 20 % of the solvable deals of a size, then come 30 %, 30 %, 15 %, and 5 % for level 5. The
    score is the share of games that players are expected to lose.

    JSON: {board, verdict, difficulty, score, attributes}, with null and {} if the board is unsolvable.

    Example: boaf rate 1 1264
    """
    from boaf.play.difficulty import rate_many

    parsed = read_boards(boards, rows, cols)
    with progress_bar("rating", len(parsed), "boards") as progress:
        ratings = rate_many(parsed, progress=progress)
    for number, (board, rating) in enumerate(zip(parsed, ratings, strict=True)):
        if as_json:
            nothing: dict[str, object] = {"difficulty": None, "score": None, "attributes": {}}
            verdict = "solvable" if rating else "unsolvable"
            found = rating.to_json() if rating else nothing
            typer.echo(json.dumps({"board": board.text(), "verdict": verdict} | found))
        else:
            text = describe(rating) if rating else "unsolvable: it has no difficulty"
            typer.echo(("\n" if number else "") + f"{board}\n{text}")


def describe(rating: Rating) -> str:
    """A rating in words, one attribute a line."""
    from boaf.play.difficulty import ATTRIBUTES

    lines = [f"difficulty {rating.difficulty} of 5, score {rating.score:.3f}"]
    lines += [f"{rating.attributes[name]:9.3f}  {definition}" for name, definition in ATTRIBUTES.items()]
    return "\n".join(lines)
