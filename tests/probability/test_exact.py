"""Exact counts of disconnected hands, against hands that are looked at one by one and against the census."""

from functools import cache
from itertools import chain, combinations
from math import comb, sqrt

import numpy as np
import pytest

from boaf.cards import STANDARD, Deck
from boaf.probability.exact import Hands, count_hands

MILLION = {"odd_bird": 1484, "flocks": 287}
"""Of the 4 × 4 deals 0 … 999,999 (Hoshino & Notarangelo 2019)."""


def by_hand(deck: Deck, cards: int) -> Hands:
    """The counts, from the graph of every single hand."""
    matches = np.array([[one.matches(other) for other in deck] for one in deck])
    hands = np.fromiter(chain.from_iterable(combinations(range(len(deck)), cards)), np.uint8).reshape(-1, cards)
    places = range(cards)
    # As masks of places in the hand, for there are millions of hands.
    edges = [sum(matches[hands[:, i], hands[:, j]].astype(np.uint16) << j for j in places) for i in places]
    flock = edges[0]
    for _ in places:
        flock = np.bitwise_or.reduce([edges[i] * (flock >> i & 1) for i in places])
    odd_bird = np.any([edges[i] == 1 << i for i in places], axis=0) & (cards > 1)
    separated = flock != (1 << cards) - 1
    return Hands(cards, len(hands), int(odd_bird.sum()), int((separated & ~odd_bird).sum()))


@cache
def standard_hands() -> list[Hands]:
    return count_hands()


@pytest.mark.parametrize("cards", [1, 2, 3, 4, 5])
def test_hands_of_up_to_five_cards_agree_with_looking_at_each(cards: int) -> None:
    assert standard_hands()[cards - 1] == by_hand(STANDARD, cards)


@pytest.mark.parametrize("deck", [Deck(2, 6), Deck(3, 5), Deck(4, 4), Deck(1, 9), Deck(5, 2)])
def test_all_hands_of_a_small_deck_agree_with_looking_at_each(deck: Deck) -> None:
    assert count_hands(deck) == [by_hand(deck, cards) for cards in range(1, len(deck) + 1)]


def test_networkx_sees_the_same_flocks() -> None:
    import networkx as nx

    deck, cards = Deck(3, 4), 4
    separated = 0
    for hand in combinations(deck, cards):
        graph = nx.Graph([(one, other) for one, other in combinations(hand, 2) if one.matches(other)])
        graph.add_nodes_from(hand)
        separated += not nx.is_connected(graph)
    assert count_hands(deck)[cards - 1].disconnected == separated


def test_every_hand_is_counted() -> None:
    assert [hands.hands for hands in standard_hands()] == [comb(52, cards) for cards in range(1, 53)]


def test_sixteen_cards() -> None:
    hands = standard_hands()[15]
    assert (hands.disconnected, hands.hands) == (18_021_684_138, 10_363_194_502_115)


def test_thirty_five_cards_are_always_connected() -> None:
    """An ace that matches no other card leaves the other suits 3 to K, 33 cards."""
    assert [hands.cards for hands in standard_hands() if hands.disconnected] == list(range(2, 35))
    assert standard_hands()[33].disconnected == 8


@pytest.mark.parametrize("kind", MILLION)
def test_the_first_million_deals_lie_within_three_standard_deviations(kind: str) -> None:
    hands = standard_hands()[15]
    chance = getattr(hands, kind) / hands.hands
    assert abs(MILLION[kind] - 1e6 * chance) < 3 * sqrt(1e6 * chance * (1 - chance))
