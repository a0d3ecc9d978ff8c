"""The exact chance that random cards fall into several flocks, for every number of cards, by counting hands.

A deal whose compatibility graph is disconnected cannot be solved (`prove.disconnected`), and that depends only on its
hand. All cards of a suit match each other, so the flocks are a partition of the suits in the hand. It is found rank by
rank: the cards of a rank match each other and those of the previous rank, so they join the flocks of all these suits:

    flocks of 5C 6H 8D        {C H}  {D}
    flocks of 5C 6H 8D 9C     {C D H}           9C matches 8D by rank, and 5C by suit

What matters of the previous ranks is the partition, which flocks are single cards, and the suits of the last rank. For
each of these few states the hands are counted by their number of cards. As in `boaf.prove`, a disconnected hand has an
*odd bird*, a flock of one card, or else several *flocks*.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from boaf.cards import STANDARD, Deck


@dataclass(frozen=True)
class Hands:
    """All hands of a number of cards, counted."""

    cards: int
    hands: int
    """How many there are."""
    odd_bird: int
    """How many hold a card that matches no other."""
    flocks: int
    """How many are disconnected otherwise."""

    @property
    def disconnected(self) -> int:
        """How many have a disconnected compatibility graph."""
        return self.odd_bird + self.flocks

    @property
    def disconnected_share(self) -> Fraction:
        """The chance that a random hand is disconnected."""
        return Fraction(self.disconnected, self.hands)

    def to_json(self) -> dict[str, int | float]:
        """The counts, and the chance as the nearest float."""
        return self.__dict__ | {"disconnected": self.disconnected, "share": float(self.disconnected_share)}


def count_hands(deck: Deck = STANDARD) -> list[Hands]:
    """Count the disconnected hands of every number of cards.

    Parameters
    ----------
    deck
        The deck from which hands are drawn.

    Returns
    -------
    list[Hands]
        The counts for 1, 2, … cards, up to the whole deck.

    Examples
    --------
    >>> hands = count_hands()
    >>> hands[15].cards, hands[15].disconnected, hands[15].hands
    (16, 18021684138, 10363194502115)
    >>> hands[1].disconnected_share
    Fraction(132, 221)

    """
    found = {_State(frozenset(), 0): [1]}
    for rank in range(1, deck.ranks + 1):
        after: dict[_State, list[int]] = {}
        for state, hands in found.items():
            for suits in range(1 << deck.suits):
                counts = after.setdefault(_with_rank(state, suits), [0] * (rank * deck.suits + 1))
                for cards, number in enumerate(hands, suits.bit_count()):
                    counts[cards] += number
        found = after
    totals = [[0, 0, 0] for _ in range(len(deck) + 1)]
    for state, hands in found.items():
        for kinds, number in zip(totals, hands, strict=True):
            kinds[_kind(state)] += number
    return [Hands(cards, sum(kinds), *kinds[1:]) for cards, kinds in enumerate(totals) if cards]


@cache
def _standard_hands() -> tuple[Hands, ...]:
    return tuple(count_hands())


def hands_of(cards: int) -> Hands:
    """The hands of a number of cards of the standard deck, counted once per process."""
    return _standard_hands()[cards - 1]


class _Flock(NamedTuple):
    """Some suits, as a mask, whose cards are connected."""

    suits: int
    is_single_card: bool


class _State(NamedTuple):
    """What matters of the ranks so far."""

    flocks: frozenset[_Flock]
    last: int
    """The suits that the last rank holds, as a mask."""


def _with_rank(state: _State, suits: int) -> _State:
    """The state once the next rank holds these suits."""
    if not suits:
        return _State(state.flocks, 0)
    joined = {flock for flock in state.flocks if flock.suits & (suits | state.last)}
    own = _Flock(suits, not joined and suits.bit_count() == 1)
    for flock in joined:
        own = _Flock(own.suits | flock.suits, False)
    return _State(state.flocks - joined | {own}, suits)


def _kind(state: _State) -> int:
    """0 for a connected hand, 1 for one with an odd bird, 2 for several flocks."""
    if len(state.flocks) <= 1:
        return 0
    return 1 if any(flock.is_single_card for flock in state.flocks) else 2
