"""`boaf check`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from boaf.board import parse_moves
from boaf.cli.boards import BoardText, Cols, Json, Rows, read_one_board
from boaf.cli.explain import check_proof_file
from boaf.cli.words import count
from boaf.errors import BoafError, IllegalMoveError


def check(
    board: BoardText,
    moves: Annotated[list[str] | None, typer.Argument(metavar="MOVE", help="Moves such as 7H-6C.")] = None,
    proof: Annotated[
        Path | None, typer.Option("--proof", metavar="FILE", help="Check the proof that `boaf explain --json` wrote.")
    ] = None,
    rows: Rows = None,
    cols: Cols = None,
    as_json: Json = False,
) -> None:
    """Replay moves by the rules and say which one is illegal, and why.

    With --proof, check a proof that the board is unsolvable instead. JSON: {board, legal, solved, score, error}; the
    score is that of the board after the legal moves. With --proof: {board, holds, reason, error}.

    Example: boaf check "7H 6C / -- 6H" 7H-6C 6H-7H
    """
    play = read_one_board(board, rows, cols)
    if proof is not None:
        if moves:
            raise BoafError("check either moves or a proof, not both")
        judged = check_proof_file(play, proof)
        holds = f"the proof holds: {judged['reason']}"
        fails = f"the proof does not hold: {judged['error']}"
        typer.echo(json.dumps(judged) if as_json else fails if judged["error"] else holds)
        return
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
    typer.echo(f"illegal: {error}" if error else f"legal: {count(len(play.moves), 'move')}")
    left = "solved" if play.is_solved else f"{count(play.stack_count, 'stack')} left"
    typer.echo(f"{left}, score {play.score}")
