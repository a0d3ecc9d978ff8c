"""`boaf check`."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from boaf.board import parse_moves
from boaf.cli.boards import BOARD_HELP, Cols, Json, Rows, read_one_board
from boaf.errors import IllegalMoveError


def check(
    board: Annotated[str, typer.Argument(metavar="BOARD", help=BOARD_HELP)],
    moves: Annotated[list[str] | None, typer.Argument(metavar="MOVE", help="Moves such as 7H-6C.")] = None,
    rows: Rows = None,
    cols: Cols = None,
    as_json: Json = False,
) -> None:
    """Replay moves by the rules and say which one is illegal, and why.

    JSON: {board, legal, solved, score, error}; the score is that of the board after the legal moves.

    Example: boaf check "7H 6C / -- 6H" 7H-6C 6H-7H
    """
    play = read_one_board(board, rows, cols)
    start = play.text()
    error = None
    for number, move in enumerate(parse_moves(" ".join(moves or [])), 1):
        try:
            play.push(move)
        except IllegalMoveError as illegal:
            error = f"move {number}, {illegal}"
            break
    if as_json:
        answer = {"board": start, "legal": not error, "solved": play.is_solved, "score": play.score, "error": error}
        typer.echo(json.dumps(answer))
        return
    typer.echo(str(play))
    typer.echo(f"illegal: {error}" if error else f"all {len(play.moves)} moves are legal")
    left = "solved" if play.is_solved else f"{play.stack_count} stacks left"
    typer.echo(f"{left}, score {play.score}")
