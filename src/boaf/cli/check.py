"""`boaf check`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from boaf.board import Board, parse_moves
from boaf.cli.boards import BoardText, Cols, Json, Rows, read_one_board
from boaf.cli.words import count
from boaf.errors import BoafError, IllegalMoveError, ProofError
from boaf.files import json_text, read_json


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
        judged = _judge(play, proof)
        holds = f"the proof holds: {judged['reason']}"
        fails = f"the proof does not hold: {judged['error']}"
        typer.echo(json_text(judged) if as_json else fails if judged["error"] else holds)
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
        typer.echo(json_text(answer))
        return
    typer.echo(str(play))
    typer.echo(f"illegal: {error}" if error else f"legal: {count(len(play.moves), 'move')}")
    left = "solved" if play.is_solved else f"{count(play.stack_count, 'stack')} left"
    typer.echo(f"{left}, score {play.score}")


def _judge(board: Board, path: Path) -> dict[str, Any]:
    """Whether the proof in a file holds for a board: {board, holds, reason, error}."""
    from boaf.prove.checker import check_proof
    from boaf.prove.proof import Proof

    reason = error = None
    try:
        proof = Proof.from_json(read_json(path))
        reason = proof.reason
        check_proof(board, proof)
    except ProofError as wrong:
        error = str(wrong)
    return {"board": board.text(), "holds": error is None, "reason": reason, "error": error}
