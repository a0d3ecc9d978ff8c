"""`boaf check`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from click import argument

from boaf.board import Board, Move, parse_moves
from boaf.cards import STANDARD
from boaf.cli.boards import BOARD_HELP, read_board_file, read_one_board
from boaf.cli.command import board_size, command, file_option, json_option
from boaf.cli.output import count, show
from boaf.support.errors import BoafError, IllegalMoveError, ParseError, ProofError
from boaf.support.files import MOST_TEXT, json_text, read_json, read_text


@command()
@argument("board", required=False, help=BOARD_HELP)
@argument("move", nargs=-1, help="Moves such as 7H-6C.")
@file_option("--board", "board_file", help="Read the board from a file; every argument is a move then.")
@file_option("--moves", "moves_file", help="Read the moves from a file, one per line.")
@file_option("--proof", help="Check the proof that `boaf explain --json` wrote.")
@board_size
@json_option
def check(
    board: str | None,
    move: tuple[str, ...],
    board_file: Path | None,
    moves_file: Path | None,
    proof: Path | None,
    rows: int | None,
    cols: int | None,
    as_json: bool,
) -> None:
    """Replay moves by the rules; name the first illegal one and the reason.

    A board with more cells than the deck has cards is not shown. With --proof, check a proof that the board is
    unsolvable instead. JSON: {board, legal, solved, score, error}; the score is that of the board after the legal
    moves. With --proof: {board, holds, reason, error}.

    Example: boaf check "7H 6C / -- 6H" 7H-6C 6H-7H
    """
    arguments = [*([board] if board is not None else []), *move]
    if board_file is not None:
        play = read_board_file(board_file, rows, cols)
    elif arguments:
        play = read_one_board(arguments.pop(0), rows, cols)
    else:
        raise BoafError("give a BOARD, or --board FILE")
    if sum((bool(arguments), moves_file is not None, proof is not None)) > 1:
        raise BoafError("give moves, --moves FILE or --proof FILE: one of the three")
    if proof is not None:
        judged = _judge(play, proof)
        holds = f"the proof holds: {judged['reason']}"
        fails = f"the proof does not hold: {judged['error']}"
        show(json_text(judged) if as_json else fails if judged["error"] else holds)
        return
    start = play.text()
    named = _moves_of(moves_file) if moves_file is not None else enumerate(parse_moves(" ".join(arguments)), 1)
    error = None
    for number, one in list(named):
        try:
            play.push(one)
        except IllegalMoveError as illegal:
            error = f"{'move' if moves_file is None else 'line'} {number}, {illegal}"
            break
    if as_json:
        answer = {"board": start, "legal": not error, "solved": play.is_solved, "score": play.score, "error": error}
        show(json_text(answer))
        return
    if len(play.stacks) <= len(STANDARD):
        show(str(play))
    show(f"illegal: {error}" if error else f"legal: {count(len(play.moves), 'move')}")
    left = "solved" if play.is_solved else f"{count(play.stack_count, 'stack')} left"
    show(f"{left}, score {play.score}")


def _moves_of(path: Path) -> Iterator[tuple[int, Move]]:
    """The moves of a file, each with the number of its line."""
    for number, line in enumerate(read_text(path, MOST_TEXT).splitlines(), 1):
        try:
            yield from ((number, move) for move in parse_moves(line))
        except ParseError as error:
            raise BoafError(f"{path}, line {number}: {error}") from None


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
