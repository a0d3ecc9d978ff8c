"""A card, a deck, and the rule that says which two cards match.

A card is a rank and a suit, both counted from 1. The standard deck has 13 ranks (A 2 … 9 T J Q K) and 4 suits
(C D H S) and its cards are written `7H`. The reduction from 3-SAT (Hoshino & Notarangelo 2019) needs decks of any size:
there a card is written `57.51`, rank 57 of suit 51, and the same notation may be used for a standard card (`7.3` is
`7H`).

In arrays a card of the standard deck is its number in a fresh deck, counted from 0: AC is 0, AD 1, … KS 51.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from boaf.support.errors import BoafError, ParameterError, ParseError, whole_number

RANKS = "A23456789TJQK"
SUITS = "CDHS"
_SUIT_SYMBOLS = str.maketrans("♣♦♥♠♧♢♡♤", "CDHSCDHS")
_NUMERIC = re.compile(r"([1-9]\d{0,8})\.([1-9]\d{0,8})")


class Card(NamedTuple):
    """A card; cards compare by rank, then by suit, which is also their order in a fresh deck."""

    rank: int
    suit: int

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card that `text` names: `7H`, `th`, `10♥`, or `57.51` in a large deck."""
        if not isinstance(text, str):
            raise ParseError(f"a card is a text such as 7H, not {type(text).__name__}")
        if numeric := _NUMERIC.fullmatch(text):
            return cls(int(numeric[1]), int(numeric[2]))
        plain = text.upper().translate(_SUIT_SYMBOLS)
        rank, suit = plain[:-1].replace("10", "T"), plain[-1:]
        if len(rank) != 1 or rank not in RANKS:
            raise ParseError(f"card {text!r}: rank must be one of {RANKS}")
        if suit not in SUITS:
            raise ParseError(f"card {text!r}: suit must be one of {SUITS}")
        return cls(RANKS.index(rank) + 1, SUITS.index(suit) + 1)

    @classmethod
    def from_number(cls, number: int) -> Card:
        """The card with that number in a fresh deck: 0 is AC, 51 is KS."""
        if not 0 <= whole_number("number", number) < len(RANKS) * len(SUITS):
            raise ParameterError(
                f"the number of a card is from 0 to {len(RANKS) * len(SUITS) - 1}, not {number}", "number"
            )
        return cls(int(number) // len(SUITS) + 1, int(number) % len(SUITS) + 1)

    @property
    def number(self) -> int:
        """The card's number in a fresh deck, from 0 (AC) to 51 (KS), as in arrays of boards.

        >>> [Card.parse(text).number for text in ("AC", "AD", "2C", "KS")]
        [0, 1, 4, 51]
        """
        if not self.is_standard:
            raise BoafError(f"{self} has no number: arrays of boards hold cards of the standard deck only")
        return (self.rank - 1) * len(SUITS) + self.suit - 1

    @property
    def is_standard(self) -> bool:
        """Whether the standard deck holds this card."""
        return self.rank <= len(RANKS) and self.suit <= len(SUITS)

    def matches(self, other: Card) -> bool:
        """Match by card: the same suit, or ranks that differ by at most one (the king is not next to the ace)."""
        return self.suit == other.suit or abs(self.rank - other.rank) <= 1

    def __str__(self) -> str:
        return RANKS[self.rank - 1] + SUITS[self.suit - 1] if self.is_standard else self.numeric()

    def numeric(self) -> str:
        """The card as rank and suit numbers, which works for every deck."""
        return f"{self.rank}.{self.suit}"

    def __repr__(self) -> str:
        return f'Card.parse("{self}")'


@dataclass(frozen=True)
class Deck:
    """One card of each of `ranks` ranks and `suits` suits."""

    suits: int = len(SUITS)
    ranks: int = len(RANKS)

    def __post_init__(self) -> None:
        if whole_number("suits", self.suits) < 1 or whole_number("ranks", self.ranks) < 1:
            raise BoafError(f"a deck needs at least one suit and one rank, not {self.suits} and {self.ranks}")

    def __len__(self) -> int:
        return self.suits * self.ranks

    def __iter__(self) -> Iterator[Card]:
        """The cards of a fresh deck: AC AD AH AS 2C … KS."""
        return (Card(rank, suit) for rank in range(1, self.ranks + 1) for suit in range(1, self.suits + 1))

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and 1 <= card.rank <= self.ranks and 1 <= card.suit <= self.suits


STANDARD = Deck()
"""The deck of 52 cards, in the order AC AD AH AS 2C … KS."""
