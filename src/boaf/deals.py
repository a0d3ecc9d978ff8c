"""Where boards come from: numbered deals, random deals, random mid-game boards.

Numbered deals use the shuffler of Microsoft FreeCell, as the papers do; there are 2^31 of each size, and seed s and
s + 2^31 are the same deal. Random deals and boards use SplitMix64 (Steele, Lea, Flood 2014), so that a seed means the
same board on every machine and for ever. From its 64-bit outputs x, a number below n is (x >> 32) · n >> 32.
"""

from __future__ import annotations

from typing import TypeVar

from boaf.board import Board
from boaf.cards import STANDARD, Card, Deck
from boaf.errors import BoafError

_T = TypeVar("_T")
_MASK64 = (1 << 64) - 1
SEEDS = 1 << 31
"""How many numbered deals there are of each size."""


def deal(seed: int, rows: int = 4, cols: int = 4) -> Board:
    """The numbered deal `seed`; negative seeds are legal."""
    count = _cells(rows, cols, STANDARD)
    state = seed % SEEDS
    deck = list(STANDARD)
    cards = []
    for left in range(len(deck), len(deck) - count, -1):
        state = (state * 214013 + 2531011) % SEEDS
        drawn = (state >> 16) % left
        cards.append(deck[drawn])
        deck[drawn] = deck[left - 1]
    return _fill(cards, list(range(count)), rows, cols)


def random_deal(seed: int, rows: int = 4, cols: int = 4, deck: Deck = STANDARD) -> Board:
    """A full board of distinct cards drawn at random from `deck`."""
    count = _cells(rows, cols, deck)
    return _fill(_sample(SplitMix64(seed), list(deck), count), list(range(count)), rows, cols)


def random_board(seed: int, rows: int = 4, cols: int = 4, stacks: int | None = None) -> Board:
    """A random mid-game board, made as Araki et al. (2019, "Dataset Generation") says.

    First the number of stacks is drawn from 1 … r·c (unless `stacks` fixes it), then their top cards, then their cells.
    """
    cells = _cells(rows, cols, STANDARD)
    if stacks is not None and not 1 <= stacks <= cells:
        raise BoafError(f"a {rows} × {cols} board holds 1 to {cells} stacks, not {stacks}")
    random = SplitMix64(seed)
    drawn = 1 + random.below(cells)
    count = drawn if stacks is None else stacks
    cards = _sample(random, list(STANDARD), count)
    return _fill(cards, _sample(random, list(range(cells)), count), rows, cols)


class SplitMix64:
    """The generator behind random boards; any integer is a seed (taken modulo 2^64)."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK64

    def next(self) -> int:
        """The next 64 random bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK64
        x = self._state
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK64
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK64
        return x ^ (x >> 31)

    def below(self, bound: int) -> int:
        """A random number in 0 … bound − 1."""
        return (self.next() >> 32) * bound >> 32


def _sample(random: SplitMix64, pool: list[_T], count: int) -> list[_T]:
    """`count` members of `pool`, drawn without replacement; `pool` is used up."""
    drawn = []
    for _ in range(count):
        index = random.below(len(pool))
        drawn.append(pool[index])
        pool[index] = pool[-1]
        pool.pop()
    return drawn


def _cells(rows: int, cols: int, deck: Deck) -> int:
    if rows < 1 or cols < 1:
        raise BoafError(f"a board needs at least one row and one column, not {rows} × {cols}")
    if rows * cols > len(deck):
        raise BoafError(f"a {rows} × {cols} board has {rows * cols} cells; the deck fills at most {len(deck)}")
    return rows * cols


def _fill(cards: list[Card], cells: list[int], rows: int, cols: int) -> Board:
    grid: list[list[Card | None]] = [[None] * cols for _ in range(rows)]
    for card, cell in zip(cards, cells, strict=True):
        grid[cell // cols][cell % cols] = card
    return Board.from_grid(grid)
