"""Image inputs: boards as images (Sang & Yoon 2019, "Features"), one map of the board for each of four properties.

rank        rank / 13
suit        clubs ¼, diamonds ½, hearts ¾, spades 1
movability  1 if the stack can move along its row and its column, ⅔ along its column only, ⅓ along its row only, else 0
odd bird    1 for a card that matches no other card on the board, else ½

An empty cell is 0 in every map. The values are those of the authors' files, github.com/yoonsejong/BirdsOfAFeatherNN;
the paper's text numbers them differently.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from boaf.cards import STANDARD
from boaf.kernel.bits import ONE, ZERO, Masks, bit
from boaf.kernel.dealing import EMPTY, Cards, match_cards
from boaf.kernel.native import compiled
from boaf.kernel.position import MAX_CELLS
from boaf.kernel.scratch import scratch
from boaf.prove.disconnected import odd_birds
from boaf.support.errors import BoafError

MAPS = ("rank", "suit", "movability", "odd-bird")
RANK, SUIT, MOVABILITY = range(len(MAPS) - 1)
_SUITS, _RANKS = STANDARD.suits, STANDARD.ranks
_MASKS = scratch((MAX_CELLS,), np.uint64)


def maps_of(cards: Cards, rows: int, cols: int, maps: Sequence[str] = MAPS) -> NDArray[np.float32]:
    """The maps of boards of card numbers, (boards, cells). Shape (boards, maps, rows, cols)."""
    check_maps(maps)
    if cards.ndim != 2 or cards.shape[1] != rows * cols or rows * cols > MAX_CELLS:
        raise BoafError(f"maps need boards of {rows} × {cols} cells, at most {MAX_CELLS}, one per row")
    drawn = np.zeros((len(cards), len(maps), rows * cols), np.float32)
    wanted = np.array([MAPS.index(name) for name in maps], np.int64)
    _draw(np.ascontiguousarray(cards), cols, wanted, drawn)
    return drawn.reshape(len(cards), len(maps), rows, cols)


def check_maps(maps: Sequence[str]) -> None:
    """Reject unknown maps."""
    for name in maps:
        if name not in MAPS:
            raise BoafError(f"unknown map {name!r}: choose from {', '.join(MAPS)}")
    if not maps or len(set(maps)) < len(maps):
        raise BoafError("name at least one map, and each once")


def has_odd_bird(cards: Cards) -> NDArray[np.bool_]:
    """Whether some card of a board matches no other, of boards (boards, cells). Shape (boards,)."""
    return np.any(maps_of(cards, 1, cards.shape[1], ("odd-bird",)) == 1, axis=(1, 2, 3))


@compiled
def _draw(cards: Cards, cols: int, wanted: NDArray[np.int64], drawn: NDArray[np.float32]) -> None:
    """Write the maps. Shapes (boards, cells), (maps,), (boards, maps, cells)."""
    cells = cards.shape[1]
    match = _MASKS()
    along_row, along_col = _MASKS(), _MASKS()
    _write_lines(cells, cols, along_row, along_col)
    for k in range(len(cards)):
        birds = odd_birds(match, match_cards(cards[k], match))
        for cell in range(cells):
            card = cards[k, cell]
            if card == EMPTY:
                continue
            for place in range(len(wanted)):
                if wanted[place] == RANK:
                    value = (card // _SUITS + 1) / _RANKS
                elif wanted[place] == SUIT:
                    value = (card % _SUITS + 1) / _SUITS
                # A third if the card can move along its row, two thirds along its column, the sum if along both.
                elif wanted[place] == MOVABILITY:
                    value = (match[cell] & along_row[cell] != ZERO) / 3 + (
                        match[cell] & along_col[cell] != ZERO
                    ) * 2 / 3
                else:
                    value = 1.0 if birds >> np.uint64(cell) & ONE else 0.5
                drawn[k, place, cell] = value


@compiled
def _write_lines(cells: int, cols: int, along_row: Masks, along_col: Masks) -> None:
    """Write the other cells in the row, and those in the column, of each cell. Shapes (cells,)."""
    for one in range(cells):
        along_row[one] = along_col[one] = ZERO
        for other in range(cells):
            if one != other and one // cols == other // cols:
                along_row[one] |= bit(other)
            if one != other and one % cols == other % cols:
                along_col[one] |= bit(other)
