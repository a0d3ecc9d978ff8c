"""Mini-boards: a few cards of a board in chosen cells, decided by the endgame tables."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from boaf.board import Board
from boaf.cards import Card
from boaf.kernel.position import position_of
from boaf.kernel.store import tables_of
from boaf.kernel.tables import Lookup, find_move, new_lookup

_TABLES = 6
MOST_STACKS = _TABLES + 1
"""The largest mini-board: one move leads into the tables."""


def mini_board(board: Board, placed: Iterable[tuple[Card, int]]) -> Board:
    """A board of the same shape with these cards in these cells and no others."""
    tops: list[Card | None] = [None] * (board.rows * board.cols)
    for card, cell in placed:
        tops[cell] = card
    return Board.from_cells(tops, board.cols)


def can_be_collapsed(board: Board) -> bool:
    """Whether a board of at most `MOST_STACKS` stacks can be collapsed to one."""
    if board.stack_count == 1:
        return True
    position = position_of(board)
    return bool(find_move(_lookup(board.cols), position.match[None], position.occupied, position.line, 0) >= 0)


@cache
def _lookup(cols: int) -> Lookup:
    return new_lookup(tables_of(_TABLES), cols)
