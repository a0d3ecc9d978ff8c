"""A board as lines of text, the way the papers print it; a stack known to be higher than one shows its height."""

from __future__ import annotations

from boaf.board import Board
from boaf.board_text import EMPTY, Stack


def grid(board: Board) -> str:
    """The top cards in rows and columns, `7H(3)` for a stack of three."""
    cells = [_cell(stack) for stack in board.stacks]
    widths = [max(map(len, cells[column :: board.cols])) for column in range(board.cols)]
    lines = []
    for row in range(board.rows):
        shown = cells[row * board.cols : (row + 1) * board.cols]
        lines.append("  ".join(cell.ljust(width) for cell, width in zip(shown, widths, strict=True)).rstrip())
    return "\n".join(lines)


def _cell(stack: Stack) -> str:
    if not stack:
        return EMPTY
    return f"{stack[0]}({len(stack)})" if len(stack) > 1 else str(stack[0])
