"""The rules of a game: which cards match, which cells are in line, and the deck that boards are dealt from.

A stack moves onto another if their cards match and their cells are in line; nothing else defines the game. So a variant
changes one of these two relations, or the deck:

- `wrap`: ranks form a circle, so that the king is next to the ace (the highest rank of the deck next to the lowest);
- `adjacent`: a stack moves only onto a neighbouring cell of its row or column, never over a gap or another stack;
- a deck of any size, such as `9x4`: nine ranks of four suits, A to 9.

A name joins these by `+`, as in `wrap+adjacent+9x4`; the name of the usual rules is `standard`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from boaf.cards import STANDARD, Card, Deck
from boaf.support.errors import BoafError, ParameterError
from boaf.support.schema import shown

_DECK = re.compile(r"([1-9]\d{0,2})x([1-9]\d{0,2})")
_MOST_CARDS = 255


@dataclass(frozen=True)
class Rules:
    """The rules that a board is played by.

    Examples
    --------
    >>> rules = Rules.parse("wrap+9x4")
    >>> rules.matches(Card.parse("9C"), Card.parse("AH"))
    True
    >>> print(rules)
    wrap+9x4

    """

    wrap: bool = False
    """Whether the highest rank of the deck is next to the lowest."""
    adjacent: bool = False
    """Whether only neighbouring cells of a row or column are in line."""
    deck: Deck = STANDARD
    """The cards that boards are dealt from."""

    def __post_init__(self) -> None:
        if len(self.deck) > _MOST_CARDS:
            raise ParameterError(f"rules: a deck has at most {_MOST_CARDS} cards, not {len(self.deck)}", "rules")

    @classmethod
    def parse(cls, name: str | Rules) -> Rules:
        """The rules of that name, such as `wrap+adjacent`; rules are returned as they are."""
        if isinstance(name, Rules):
            return name
        parts = name.lower().split("+") if isinstance(name, str) else []
        decks = [Deck(int(found[2]), int(found[1])) for part in parts if (found := _DECK.fullmatch(part))]
        words = [part for part in parts if not _DECK.fullmatch(part)]
        is_known = set(words) <= {"wrap", "adjacent"} or parts == ["standard"]
        if not parts or not is_known or len(set(words)) < len(words) or len(decks) > 1:
            remedy = "standard, or wrap, adjacent and a deck such as 9x4 (ranks x suits), joined by +"
            raise ParameterError(f"rules {shown(name)}: write {remedy}", "rules")
        return cls("wrap" in words, "adjacent" in words, *decks)

    @property
    def is_standard(self) -> bool:
        """Whether these are the usual rules, with the deck of 52 cards."""
        return self is STANDARD_RULES or self == STANDARD_RULES

    def matches(self, one: Card, other: Card) -> bool:
        """Match by card."""
        apart = abs(one.rank - other.rank)
        return one.suit == other.suit or apart <= 1 or (self.wrap and apart == self.deck.ranks - 1)

    def in_line(self, here: int, there: int, cols: int) -> bool:
        """Match by position, of two cells of a board with `cols` columns."""
        if self.adjacent:
            return abs(here // cols - there // cols) + abs(here % cols - there % cols) == 1
        return here != there and (here // cols == there // cols or (here - there) % cols == 0)

    def __str__(self) -> str:
        deck = "" if self.deck == STANDARD else f"{self.deck.ranks}x{self.deck.suits}"
        parts = ["wrap" * self.wrap, "adjacent" * self.adjacent, deck]
        return "+".join(filter(None, parts)) or "standard"


STANDARD_RULES = Rules()
"""Ranks end at the king, all cells of a row or column are in line, and the deck has 52 cards."""


def require_standard(rules: Rules, what: str) -> None:
    """Raise an error if something that knows the standard rules only is given a board of others."""
    if not rules.is_standard:
        raise BoafError(f"{what} the standard rules only, and this board is played by the rules {rules}")
