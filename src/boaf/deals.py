"""Where boards come from: numbered deals, random deals, random mid-game boards.

Numbered deals use the shuffler of Microsoft FreeCell, as the papers do; there are 2^31 of each size, and seed s and
s + 2^31 are the same deal. Random deals and boards use SplitMix64 (Steele, Lea, Flood 2014), so that a seed means the
same board on every machine and for ever. From its 64-bit outputs x, a number below n is (x >> 32) · n >> 32.
"""

from __future__ import annotations

import re
from typing import TypeVar

from boaf.board import Board, sized
from boaf.cards import STANDARD, Card, Deck
from boaf.rules import STANDARD_RULES, Rules
from boaf.support.errors import BoafError, ParameterError, ParseError, whole_number
from boaf.support.schema import shown

_T = TypeVar("_T")
_MASK64 = (1 << 64) - 1
_SEED = re.compile(r"\s*([+-]?[0-9]+)\s*")
_LONGEST_SEED = 1000
_MOST_CARDS = 100_000
SEEDS = 1 << 31
"""How many numbered deals there are of each size."""


def deal(seed: int, rows: int = 4, cols: int = 4, *, rules: str | Rules = STANDARD_RULES) -> Board:
    """The numbered deal `seed`.

    Parameters
    ----------
    seed
        Any integer; seeds that differ by a multiple of 2^31 give the same deal.
    rows, cols
        The size of the board.
    rules
        The rules of a variant, such as `"wrap"` or `"adjacent+9x4"`; the same shuffler deals from its deck.

    Returns
    -------
    Board
        A full board, the same for the same seed on every machine.

    Raises
    ------
    BoafError
        If `seed` is not an integer, the rules are unknown, or the deck cannot fill a board of that size.

    Examples
    --------
    >>> deal(1, 2, 3)
    Board("JD 2D 9H / JC 5D 7H")
    >>> deal(1, 2, 3, rules="wrap+9x4")
    Board("2D 6H 3H / AD 9C 2S", rules="wrap+9x4")

    """
    rules = Rules.parse(rules)
    count = cell_count(rows, cols, rules.deck)
    if isinstance(seed, str):
        raise BoafError(f"boaf.deal takes a number, not {seed!r}: boaf.read_board reads a text")
    state = whole_number("seed", seed) % SEEDS
    deck = list(rules.deck)
    cards = []
    for left in range(len(deck), len(deck) - count, -1):
        state = (state * 214013 + 2531011) % SEEDS
        drawn = (state >> 16) % left
        cards.append(deck[drawn])
        deck[drawn] = deck[left - 1]
    return Board.from_cells(cards, cols, rules=rules)


def read_board(
    text: str, rows: int | None = None, cols: int | None = None, *, rules: str | Rules = STANDARD_RULES
) -> Board:
    """The board that a text names, by the number of a deal or by its cells.

    Parameters
    ----------
    text
        A seed, such as `"1264"`, or a board text, as `Board` reads it.
    rows, cols
        The size of a numbered deal, 4 by default. A board text must have this size if it is given.
    rules
        The rules of a variant, as for `deal`.

    Returns
    -------
    Board
        The deal of that seed, or the board that the text describes.

    Raises
    ------
    ParseError
        If the text is neither a seed nor a board of that size; it says where the mistake is.
    BoafError
        If `text` is not a text, the rules are unknown, or the deck cannot fill a board of that size.

    Examples
    --------
    >>> read_board("1", rows=2, cols=3)
    Board("JD 2D 9H / JC 5D 7H")
    >>> read_board("7H 6C / -- 6H").stack_count
    3

    """
    if not isinstance(text, str):
        raise BoafError(f"boaf.read_board takes a text, not {text!r}: boaf.deal makes numbered deals")
    seed = seed_in(text)
    if seed is None:
        return Board(text, rows, cols, rules=rules)
    return deal(seed, 4 if rows is None else rows, 4 if cols is None else cols, rules=rules)


def require_deals(start: int, stop: int, rows: int, cols: int, deck: Deck = STANDARD) -> None:
    """Refuse what is not a range of numbered deals, each once, of a size that the deck can fill."""
    cell_count(rows, cols, deck)
    if start >= stop:
        raise ParameterError(f"start must be below stop, but start is {start} and stop is {stop}", "start", "stop")
    if stop - start > SEEDS:
        raise BoafError(f"there are only 2^31 = {SEEDS:,} numbered deals, fewer than {stop - start:,}")
    if max(abs(start), abs(stop)) >= 1 << 62:
        raise ParameterError("start and stop must lie between −2^62 and 2^62", "start", "stop")


def seed_in(text: str) -> int | None:
    """The seed that a text consists of, or None where it is something else."""
    found = _SEED.fullmatch(text)
    if found is None:
        return None
    if len(found[1]) > _LONGEST_SEED:
        raise ParseError(f"a seed has at most {_LONGEST_SEED} digits", start=found.start(1), end=found.end(1))
    return int(found[1])


def random_deal(seed: int, rows: int = 4, cols: int = 4, deck: Deck = STANDARD) -> Board:
    """A full board of distinct cards drawn at random.

    Parameters
    ----------
    seed
        Any integer; equal seeds give equal boards.
    rows, cols
        The size of the board.
    deck
        The cards to draw from.

    Returns
    -------
    Board
        A board without an empty cell.

    Raises
    ------
    BoafError
        If the deck cannot fill a board of that size.

    Examples
    --------
    >>> random_deal(0, 2, 3)
    Board("QD 6H AD / QS 2D 4S")

    """
    if not isinstance(deck, Deck) or len(deck) > _MOST_CARDS:
        raise BoafError(f"deck must be a Deck of at most {_MOST_CARDS:,} cards, not {shown(deck)}")
    count = cell_count(rows, cols, deck)
    return Board.from_cells(_sample(SplitMix64(seed), list(deck), count), cols)


def random_board(seed: int, rows: int = 4, cols: int = 4, stacks: int | None = None) -> Board:
    """A random mid-game board, made as Araki et al. (2019, "Dataset Generation") say.

    First the number of stacks is drawn, then their top cards, then their cells.

    Parameters
    ----------
    seed
        Any integer; equal seeds give equal boards.
    rows, cols
        The size of the board.
    stacks
        The number of stacks, by default one drawn from 1 … r·c.

    Returns
    -------
    Board
        A board of which only the top cards are known.

    Raises
    ------
    BoafError
        If 52 cards cannot fill a board of that size, or it cannot hold that many stacks.

    Examples
    --------
    >>> random_board(0, 2, 3, stacks=2)
    Board("AD -- -- / -- -- 6H")

    """
    cells = cell_count(rows, cols)
    if stacks is not None and not 1 <= whole_number("stacks", stacks) <= cells:
        raise BoafError(f"{sized(rows, cols)} holds 1 to {cells} stacks, not {stacks}")
    random = SplitMix64(seed)
    drawn = 1 + random.below(cells)
    count = drawn if stacks is None else stacks
    cards = _sample(random, list(STANDARD), count)
    tops: list[Card | None] = [None] * cells
    for card, cell in zip(cards, _sample(random, list(range(cells)), count), strict=True):
        tops[cell] = card
    return Board.from_cells(tops, cols)


class SplitMix64:
    """The generator behind random boards; any integer is a seed (taken modulo 2^64)."""

    def __init__(self, seed: int) -> None:
        self._state = whole_number("seed", seed) & _MASK64

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


def cell_count(rows: int, cols: int, deck: Deck = STANDARD) -> int:
    """The number of cells of an r × c board, which the cards of `deck` must be able to fill."""
    rows, cols = whole_number("rows", rows), whole_number("cols", cols)
    if rows < 1 or cols < 1:
        raise BoafError(f"a board needs at least one row and one column, not {rows} × {cols}")
    if rows * cols > len(deck):
        raise BoafError(f"{sized(rows, cols)} has {rows * cols} cells; the deck fills at most {len(deck)}")
    return rows * cols
