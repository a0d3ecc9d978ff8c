"""`boaf.deals`, compiled: numbered deals and random boards as arrays of card numbers, and the random numbers for them.

A card number is a card's place in a fresh deck (AC = 0, AD = 1, … KS = 51), and `EMPTY` is an empty cell. The state of
a random number generator is an array of one word.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board
from boaf.cards import STANDARD, Card, Deck
from boaf.deals import cell_count
from boaf.kernel.bits import ZERO, Masks, bit
from boaf.kernel.lanes import equal, load, mask
from boaf.kernel.native import compiled
from boaf.kernel.position import MAX_CELLS, Position, line_masks
from boaf.kernel.scratch import scratch
from boaf.rules import STANDARD_RULES, Rules
from boaf.support.errors import BoafError

Cards = NDArray[np.uint8]
DECK = len(STANDARD)
EMPTY = 255
_SUITS = STANDARD.suits
_SUIT_BITS = (_SUITS - 1).bit_length()
_DECK = scratch((DECK,), np.uint8)
_CELLS = scratch((MAX_CELLS,), np.uint8)
_STATE = scratch((1,), np.uint64)
_BLOCK = 1 << 12
"""How many boards are checked together: their bits fit into the cache of a core."""
_NO_CARD = np.uint64(1 << 63)
_BITS = np.full(EMPTY + 1, _NO_CARD)
_BITS[:DECK] = np.uint64(1) << np.arange(DECK, dtype=np.uint64)
_BITS[EMPTY] = 0
"""A bit for each card, none for an empty cell, the highest for what is no card. The sum of the bits of a board equals
their union exactly if no card occurs twice."""


def cards_of(board: Board, rules: Rules = STANDARD_RULES) -> Cards:
    """The top cards of a board, which must be of these rules, as card numbers. Shape (cells,)."""
    if board.rules != rules:
        raise BoafError(f"a board of the rules {board.rules} is among boards of the rules {rules}")
    if any(card is not None and card not in rules.deck for card in board.tops):
        raise BoafError("arrays of boards hold cards of the standard deck only")
    suits = rules.deck.suits
    numbers = [EMPTY if card is None else (card.rank - 1) * suits + card.suit - 1 for card in board.tops]
    return np.array(numbers, dtype=np.uint8)


def board_of(cards: Cards, cols: int, rules: Rules = STANDARD_RULES) -> Board:
    """The board with these card numbers, `cols` to a row."""
    suits = rules.deck.suits
    tops = [None if number == EMPTY else Card(number // suits + 1, number % suits + 1) for number in cards.tolist()]
    return Board.from_cells(tops, cols, rules=rules)


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


def position_of_cards(cards: Cards, cols: int) -> Position:
    """The position of a board of card numbers, `cols` to a row. Shape (cells,)."""
    line = line_masks(len(cards) // cols, cols)
    match = np.zeros_like(line)
    return Position(match_cards(cards, match), match, line, cols)


def positions_of_cards(cards: Cards, cols: int, rules: Rules) -> Iterator[Position]:
    """The positions of boards of card numbers by any rules, in the order of the boards. Shape (boards, cells)."""
    line, held = line_masks(cards.shape[1] // cols, cols, rules.adjacent), cards != EMPTY
    ranks, suits = np.divmod(cards.astype(np.int64), rules.deck.suits)
    apart = np.abs(ranks[:, :, None] - ranks[:, None, :])
    joined = (suits[:, :, None] == suits[:, None, :]) | (apart <= 1)
    if rules.wrap:
        joined |= apart == rules.deck.ranks - 1
    joined &= held[:, :, None] & held[:, None, :] & ~np.eye(cards.shape[1], dtype=np.bool_)
    bits = np.uint64(1) << np.arange(cards.shape[1], dtype=np.uint64)
    match = np.zeros((len(cards), len(line)), line.dtype)
    match[:, : cards.shape[1]] = (joined * bits).sum(axis=2)
    for occupied, row in zip((held * bits).sum(axis=1), match, strict=True):
        yield Position(occupied, row, line, cols)


def draw_deals(seeds: NDArray[np.int64], cells: int, deck: Deck = STANDARD) -> Cards:
    """The numbered deals of these seeds. Shape (seeds, cells)."""
    cards = np.empty((len(seeds), cells), np.uint8)
    if deck == STANDARD:
        _draw_each(np.ascontiguousarray(seeds), cards)
        return cards
    state, each = seeds & 0x7FFFFFFF, np.arange(len(seeds))
    left = np.tile(np.arange(len(deck), dtype=np.uint8), (len(seeds), 1))
    for cell in range(cells):
        state = (state * 214013 + 2531011) & 0x7FFFFFFF
        drawn = (state >> 16) % (len(deck) - cell)
        cards[:, cell] = left[each, drawn]
        left[each, drawn] = left[:, len(deck) - cell - 1]
    return cards


@compiled
def _draw_each(seeds: NDArray[np.int64], cards: Cards) -> None:
    deck = _DECK()
    for k in range(len(seeds)):
        draw_deal(seeds[k], cards[k], deck)


@compiled
def draw_deal(seed: int, cards: Cards, deck: Cards) -> None:
    """Write the numbered deal `seed` to `cards`. Shapes (cells,) and (52,), the latter a scratch space."""
    for k in range(DECK):
        deck[k] = k
    state = np.uint64(seed & 0x7FFFFFFF)
    for cell in range(len(cards)):
        left = np.uint64(DECK - cell)
        # The generator of the Microsoft C runtime, which numbered deals are defined by; its state has 31 bits.
        state = (state * np.uint64(214013) + np.uint64(2531011)) & np.uint64(0x7FFFFFFF)
        drawn = (state >> np.uint64(16)) % left
        cards[cell] = deck[drawn]
        deck[drawn] = deck[left - np.uint64(1)]


@compiled
def draw_random_board(seed: np.uint64, cards: Cards) -> None:
    """Write the random mid-game board of `seed` to `cards`. Shape (cells,)."""
    state, deck, places, drawn = _STATE(), _DECK(), _CELLS(), _CELLS()
    state[0] = seed
    cells = len(cards)
    stacks = 1 + random_below(state, cells)
    for k in range(DECK):
        deck[k] = k
    for k in range(cells):
        places[k] = k
    for k in range(stacks):
        index = random_below(state, DECK - k)
        drawn[k] = deck[index]
        deck[index] = deck[DECK - 1 - k]
    cards[:] = EMPTY
    for k in range(stacks):
        index = random_below(state, cells - k)
        cards[places[index]] = drawn[k]
        places[index] = places[cells - 1 - k]


@compiled
def next_random(state: NDArray[np.uint64]) -> np.uint64:
    """The next 64 random bits, as `boaf.deals.SplitMix64` gives them."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    x = state[0]
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@compiled
def random_below(state: NDArray[np.uint64], bound: int) -> np.int64:
    """A random number in 0 … bound − 1."""
    return np.int64((next_random(state) >> np.uint64(32)) * np.uint64(bound) >> np.uint64(32))


@compiled
def match_cards(cards: Cards, match: Masks) -> np.uint64:
    """Write the match masks of a board to `match`; return the occupied cells. Shapes (cells,) and (lanes,)."""
    # Copy the card numbers into the row, so that one vector operation compares a card with all others.
    occupied = ZERO
    for cell in range(len(match)):
        number = cards[cell] if cell < len(cards) else EMPTY
        match[cell] = number
        occupied |= np.uint64(number != EMPTY) << np.uint64(cell)
    numbers = load(match, 0)
    suits, ranks = numbers & (_SUITS - 1), numbers >> _SUIT_BITS
    for cell in range(len(cards)):
        suit, rank = cards[cell] & (_SUITS - 1), cards[cell] >> _SUIT_BITS
        # Same rank, or ranks next to each other; king and ace are not.
        in_rank = equal(ranks, rank) | equal(ranks + 1, rank) | equal(ranks, rank + 1)
        matching = mask(equal(suits, suit) | in_rank) & occupied & ~bit(cell)
        match[cell] = matching if cards[cell] != EMPTY else ZERO
    for cell in range(len(cards), len(match)):
        match[cell] = 0
    return occupied
