"""A board as an array of pixels, for videos and image-based agents: cards in pixel art, drawn with NumPy alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board
from boaf.board_text import Stack
from boaf.cards import Card

Pixels = NDArray[np.uint8]
"""Red, green and blue. Shape (height, width, 3)."""

_WIDTH, _HEIGHT, _GAP = 44, 60, 8
_EDGE = 2
"""The visible part of each card below the top of a stack."""
_MOST_EDGES = 4
_COLOURS = ((27, 122, 61), (31, 98, 201), (198, 40, 40), (32, 36, 43))
_FELT, _RIM, _PAPER, _LINE, _BADGE, _INK = (
    (47, 109, 87), (39, 89, 74), (253, 252, 248), (201, 197, 185), (242, 182, 50), (59, 44, 0),
)  # fmt: skip

_GLYPHS = {
    "A": ".###. #...# #...# ##### #...# #...# #...#",
    "2": ".###. #...# ....# ..##. .#... #.... #####",
    "3": ".###. #...# ....# ..##. ....# #...# .###.",
    "4": "...#. ..##. .#.#. #..#. ##### ...#. ...#.",
    "5": "##### #.... ####. ....# ....# #...# .###.",
    "6": "..##. .#... #.... ####. #...# #...# .###.",
    "7": "##### ....# ...#. ..#.. ..#.. ..#.. ..#..",
    "8": ".###. #...# #...# .###. #...# #...# .###.",
    "9": ".###. #...# #...# .#### ....# ...#. .##..",
    "0": ".###. #...# #...# #...# #...# #...# .###.",
    "1": "..#.. .##.. ..#.. ..#.. ..#.. ..#.. .###.",
    "J": "..### ...#. ...#. ...#. ...#. #..#. .##..",
    "Q": ".###. #...# #...# #...# #.#.# #..#. .##.#",
    "K": "#...# #..#. #.#.. ##... #.#.. #..#. #...#",
    "C": "...###... ...###... ...###... .###.###. ######### ######### .##.#.##. ....#.... ...###...",
    "D": "....#.... ...###... ..#####.. .#######. ######### .#######. ..#####.. ...###... ....#....",
    "H": ".##...##. ####.#### ######### ######### ######### .#######. ..#####.. ...###... ....#....",
    "S": "....#.... ...###... ..#####.. .#######. ######### ######### ###.#.### ....#.... ...###...",
    ".": ". . . . . . #",
}
"""Ranks and digits of 5 × 7 pixels, suits of 9 × 9."""


def draw(board: Board) -> Pixels:
    """The board as a picture."""
    height, width = board.rows * (_HEIGHT + _GAP) + _GAP, board.cols * (_WIDTH + _GAP) + _GAP
    picture = np.full((height, width, 3), _FELT, np.uint8)
    for cell, stack in enumerate(board.stacks):
        row, column = divmod(cell, board.cols)
        _draw_stack(picture, stack, _GAP + row * (_HEIGHT + _GAP), _GAP + column * (_WIDTH + _GAP))
    return picture


def _draw_stack(picture: Pixels, stack: Stack, y: int, x: int) -> None:
    if not stack:
        _box(picture, y, x, _HEIGHT, _WIDTH, _RIM, _FELT)
        return
    for edge in range(min(len(stack) - 1, _MOST_EDGES), -1, -1):
        _box(picture, y + _EDGE * edge, x, _HEIGHT - 4, _WIDTH, _LINE, _PAPER)
    _draw_card(picture, stack[0], y, x)
    if len(stack) > 1:
        digits = _text(str(len(stack)))
        high, wide = digits.shape
        top, left = y - 3, x + _WIDTH - wide - 4
        _box(picture, top, left, high + 6, wide + 6, _RIM, _BADGE)
        _print(picture, digits, top + 3, left + 3, _INK)


def _draw_card(picture: Pixels, card: Card, y: int, x: int) -> None:
    if card.is_standard:
        name, colour = str(card), _COLOURS[card.suit - 1]
        rank, suit = _text(name[0].replace("T", "10"), 3), _text(name[1], 3)
        _print(picture, rank, y + 4, x + (_WIDTH - rank.shape[1]) // 2, colour)
        _print(picture, suit, y + 28, x + (_WIDTH - suit.shape[1]) // 2, colour)
    else:
        word = _text(card.numeric())
        _print(picture, word[:, : _WIDTH - 4], y + 24, x + max(2, (_WIDTH - word.shape[1]) // 2), _INK)


def _box(
    picture: Pixels, y: int, x: int, height: int, width: int, rim: tuple[int, int, int], fill: tuple[int, int, int]
) -> None:
    picture[y : y + height, x : x + width] = rim
    picture[y + 1 : y + height - 1, x + 1 : x + width - 1] = fill


def _text(text: str, scale: int = 1) -> NDArray[np.bool_]:
    """The pixels of a word."""
    glyphs = [np.array([[mark == "#" for mark in line] for line in _GLYPHS[letter].split()]) for letter in text]
    gap = np.zeros((len(glyphs[0]), 1), np.bool_)
    word = np.hstack([part for glyph in glyphs for part in (glyph, gap)][:-1])
    return word.repeat(scale, axis=0).repeat(scale, axis=1)


def _print(picture: Pixels, pixels: NDArray[np.bool_], y: int, x: int, colour: tuple[int, int, int]) -> None:
    height, width = pixels.shape
    picture[y : y + height, x : x + width][pixels] = colour
