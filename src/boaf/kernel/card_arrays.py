"""Arrays of card numbers that come from outside: whether each row is a board.

Each card has a bit of its own. The bits of a board, added, give what they give when they are joined by `or`, exactly if
no card is there twice. A number that is no card has the highest bit, and an empty cell has none.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from boaf.cards import STANDARD
from boaf.deals import cell_count
from boaf.kernel.dealing import DECK, EMPTY, Cards
from boaf.support.errors import BoafError

_BLOCK = 1 << 12
"""So many boards are looked at together: their bits fit into the cache of a core."""
_NO_CARD = np.uint64(1 << 63)
_BITS = np.full(EMPTY + 1, _NO_CARD)
_BITS[:DECK] = np.uint64(1) << np.arange(DECK, dtype=np.uint64)
_BITS[EMPTY] = 0


def board_cards(cards: NDArray[Any], rows: int, cols: int) -> Cards:
    """An array of boards of this size, as the kernel takes it. Shape (boards, cells).

    Raises `BoafError` where it is not an array of integers of that shape, or a row is not a board: at least one card,
    none of them twice, and `EMPTY` for an empty cell.
    """
    cells = cell_count(rows, cols)
    if not isinstance(cards, np.ndarray) or cards.dtype.kind not in "iu":
        found = f"one of {cards.dtype}" if isinstance(cards, np.ndarray) else type(cards).__name__
        raise BoafError(f"boards of card numbers are an array of integers, not {found}")
    if cards.ndim != 2 or cards.shape[1] != cells:
        raise BoafError(f"an array of shape {cards.shape} holds no {rows} × {cols} boards, one per row")
    for first in range(0, len(cards), _BLOCK):
        block = cards[first : first + _BLOCK]
        wrong = ~_are_boards(block)
        if wrong.any():
            board = int(np.argmax(wrong))
            raise BoafError(f"board {first + board} of the array {_objection(block[board].tolist())}")
    return np.ascontiguousarray(cards, np.uint8)


def _are_boards(cards: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Which rows are boards. Shapes (boards, cells) and (boards,)."""
    if cards.dtype != np.uint8:
        cards = np.where((cards >= 0) & (cards <= EMPTY), cards, DECK).astype(np.uint8)
    bits = _BITS.take(cards.T)
    joined = np.bitwise_or.reduce(bits, axis=0)
    return (joined == np.add.reduce(bits, axis=0)) & (joined > 0) & (joined < _NO_CARD)


def _objection(numbers: list[int]) -> str:
    """What is wrong with a row that is not a board."""
    held = [number for number in numbers if number != EMPTY]
    for place, number in enumerate(held):
        if not 0 <= number < DECK:
            return f"holds {number}: cards are 0 to {DECK - 1}, from AC to KS, and an empty cell is {EMPTY}"
        if number in held[:place]:
            return f"holds card {number}, {list(STANDARD)[number]}, twice"
    return "holds no card"
