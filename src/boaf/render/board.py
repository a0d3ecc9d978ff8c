"""A board as lines of text, the way the papers print it, and as SVG.

The picture has cards on felt, four-coloured suits, and stacks with a visible edge and their height.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from boaf.board import Board
from boaf.board_text import EMPTY, Stack
from boaf.cards import Card

_WIDTH, _HEIGHT, _GAP, _MARGIN = 64, 90, 14, 18
_EDGE = 3
"""The visible part of each card below the top of a stack."""
_MOST_EDGES = 4
SYMBOLS = "♣♦♥♠"
COLOURS = ("#1b7a3d", "#1f62c9", "#c62828", "#20242b")
_FELT, _RIM, _PAPER, _LINE, _BADGE = "#2f6d57", "#27594a", "#fdfcf8", "#c9c5b9", "#f2b632"
_FONT = "font-family=\"'DejaVu Sans','Segoe UI',Helvetica,Arial,sans-serif\""


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


def draw(board: Board) -> str:
    """The board as an SVG document."""
    width = 2 * _MARGIN + board.cols * (_WIDTH + _GAP) - _GAP
    height = 2 * _MARGIN + board.rows * (_HEIGHT + _GAP) - _GAP
    parts = []
    for cell, stack in enumerate(board.stacks):
        row, column = divmod(cell, board.cols)
        x, y = _MARGIN + column * (_WIDTH + _GAP), _MARGIN + row * (_HEIGHT + _GAP)
        parts += _draw_stack(stack, x, y) if stack else [_rectangle(x, y, "none", _RIM, 'stroke-dasharray="5 5"')]
    title = f"Birds of a Feather board: {board.text(tops_only=True)}"
    return document(width, height, title, f'rx="14" fill="{_FELT}"', parts)


def _draw_stack(stack: Stack, x: int, y: int) -> list[str]:
    edges = min(len(stack) - 1, _MOST_EDGES)
    parts = [_rectangle(x, y + _EDGE * (edges - k), _PAPER, _LINE) for k in range(edges)]
    parts += _draw_card(stack[0], x, y)
    if len(stack) > 1:
        cx, cy = x + _WIDTH - 6, y + 6
        parts.append(f'<circle cx="{cx}" cy="{cy}" r="11" fill="{_BADGE}" stroke="{_RIM}"/>')
        parts.append(label(str(len(stack)), cx, cy + 4, 12, "#3b2c00"))
    return parts


def _draw_card(card: Card, x: int, y: int) -> list[str]:
    face = _rectangle(x, y, _PAPER, _LINE)
    if not card.is_standard:
        return [face, label(str(card), x + _WIDTH // 2, y + _HEIGHT // 2 + 5, 13, COLOURS[-1])]
    colour, symbol = COLOURS[card.suit - 1], SYMBOLS[card.suit - 1]
    rank = str(card)[0].replace("T", "10")
    return [
        face,
        label(rank, x + _WIDTH // 2, y + 36, 28, colour),
        label(symbol, x + _WIDTH // 2, y + 74, 34, colour, weight="normal"),
    ]


def _rectangle(x: int, y: int, fill: str, stroke: str, extra: str = "") -> str:
    shape = f'<rect x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" rx="8"'
    return f'{shape} fill="{fill}" stroke="{stroke}" {extra}'.rstrip() + "/>"


def document(width: float, height: float, title: str, ground: str, parts: Iterable[str], style: str = "") -> str:
    """An SVG document; `ground` are the attributes of its background, and `style` those of all its elements."""
    size = f'width="{width:g}" height="{height:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" {size} role="img"'
    lines = [f'{head} aria-label="{escape(title)}"{style}>', f"<rect {size} {ground}/>", *parts, "</svg>"]
    return "".join(f"{line}\n" for line in lines)


def label(text: str, x: int, y: int, size: int, fill: str, weight: str = "bold") -> str:
    """A text around a point, as an element of an SVG document."""
    style = f'{_FONT} font-size="{size}" font-weight="{weight}" text-anchor="middle" fill="{fill}"'
    return f'<text x="{x}" y="{y}" {style}>{text}</text>'
