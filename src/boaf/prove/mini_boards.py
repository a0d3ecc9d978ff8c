"""Mini-boards: a few cards of a board in chosen cells, decided by the endgame tables."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from boaf.board import Board
from boaf.cards import Card
from boaf.kernel.position import position_of
from boaf.kernel.store import tables_of
from boaf.kernel.tables import Lookup, find_move, new_lookup
from boaf.support.threads import PerThread

_TABLES = 6
"""One move leads into the tables, so a mini-board may have one stack more."""


def mini_board(board: Board, placed: Mapping[int, Card | None]) -> Board:
    """A board of the same shape with the given cards in the given cells and no others."""
    return Board.from_cells([placed.get(cell) for cell in range(len(board.tops))], board.cols)


def can_be_collapsed(board: Board) -> bool:
    """Whether a board of at most seven stacks can be collapsed to one."""
    if board.stack_count == 1:
        return True
    position = position_of(board)
    return bool(find_move(_lookups()(board.cols), position.match[None], position.occupied, position.line, 0) >= 0)


def _new_lookup(cols: int) -> Lookup:
    return new_lookup(tables_of(_TABLES), cols)


_lookups = PerThread(lambda: cache(_new_lookup))
