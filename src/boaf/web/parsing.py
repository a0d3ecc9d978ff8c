"""From the texts of a request to a board that the page can show: up to 7 × 7, cards of the standard deck."""

from __future__ import annotations

import re
from datetime import date as Date  # noqa: N812

from boaf.board import Board, Move
from boaf.deals import deal, seed_in
from boaf.support.errors import IllegalMoveError, ParseError
from boaf.web.models import LARGEST_SEED, BoardRead, Dealt

_LARGEST = 7
_LONG = ((4, 13), (13, 4))


def shown_board(text: str, rows: int | None = None, cols: int | None = None) -> Board:
    """The board of a text, of a size and with cards that the page can show."""
    if seed_in(text) is not None:
        raise _refusal(text, "a number is a seed, not a board: /api/board gives the board of a seed")
    board = Board(text, rows, cols)
    require_size(board.rows, board.cols)
    for stack in board.stacks:
        for card in stack:
            if not card.is_standard:
                found = re.search(rf"(?<!\d){re.escape(str(card))}(?!\d)", text)
                start, end = found.span() if found else (None, None)
                raise ParseError(f"card {card} is not of the standard deck", start=start, end=end)
    return board


def require_size(rows: int, cols: int) -> None:
    """Refuse a board that is larger than 7 × 7, unless it is 4 × 13 or 13 × 4."""
    if not (1 <= rows <= _LARGEST and 1 <= cols <= _LARGEST) and (rows, cols) not in _LONG:
        raise ParseError(f"a board is 1 × 1 to {_LARGEST} × {_LARGEST}, 4 × 13 or 13 × 4, not {rows} × {cols}")


def deal_numbered(seed: int, rows: int, cols: int) -> Dealt:
    """A numbered deal of a size that the page shows."""
    require_size(rows, cols)
    return Dealt(seed=seed, rows=rows, cols=cols, board=deal(seed, rows, cols).text())


def read_text(text: str, rows: int | None, cols: int | None) -> BoardRead:
    """The board that a seed or a board text stands for."""
    seed = seed_in(text)
    if seed is None:
        board = shown_board(text, rows, cols)
        return BoardRead(board=board.text(), rows=board.rows, cols=board.cols, seed=None)
    if abs(seed) > LARGEST_SEED:
        raise _refusal(text, f"a seed is from −{LARGEST_SEED} to {LARGEST_SEED}")
    dealt = deal_numbered(seed, 4 if rows is None else rows, 4 if cols is None else cols)
    return BoardRead(board=dealt.board, rows=dealt.rows, cols=dealt.cols, seed=seed)


def read_date(text: str) -> Date:
    """The day that a text such as `2026-11-15` names."""
    try:
        return Date.fromisoformat(text)
    except ValueError:
        raise ParseError(f"date {text} is not a day of the calendar") from None


def play(board: Board, moves: list[str]) -> None:
    """Make the moves, or raise `IllegalMoveError` that says which of them is not legal and why."""
    for number, move in enumerate(moves, 1):
        try:
            board.push(Move.parse(move))
        except IllegalMoveError as error:
            raise IllegalMoveError(f"move {number}, {error}") from None


def _refusal(text: str, reason: str) -> ParseError:
    """An error about a whole text, without the blanks around it."""
    return ParseError(reason, start=len(text) - len(text.lstrip()), end=len(text.rstrip()))
