"""What docs/probability.md says of deals of many cards."""

import re
from itertools import combinations, permutations
from pathlib import Path

import networkx as nx
import pytest

import boaf
from boaf.board import Board
from boaf.cards import Card

PAGE = (Path(__file__).parents[2] / "docs" / "probability.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("### Connected deals that are unsolvable")[2].partition("\n## ")[0]
SHAPES = [(int(rows), int(cols)) for rows, cols in re.findall(r"(\d) × (\d)", SECTION.partition("this is")[0])]
DEALS = re.findall(r'^boaf explain "(.+)"$', SECTION, re.MULTILINE)
DECK = [Card(rank, suit) for rank in range(1, 14) for suit in range(1, 5)]
KING = Card.parse("KS")


def matches(cards):
    """The compatibility graph."""
    found = nx.Graph()
    found.add_nodes_from(cards)
    found.add_edges_from(pair for pair in combinations(cards, 2) if pair[0].matches(pair[1]))
    return found


def test_the_deck_is_not_separated_by_fewer_than_18_cards():
    deck = matches(DECK)
    assert nx.node_connectivity(deck) == 18
    assert {card.rank for card, degree in deck.degree if degree == 18} == {1, 13}
    assert set(dict(deck.degree).values()) == {18, 21}


def test_the_weakest_hands_of_36_cards_are_of_94_kinds():
    deck = matches(DECK)
    strangers = [card for card in DECK if card != KING and not deck.has_edge(card, KING)]
    assert {(card.rank <= 11, card.suit != KING.suit) for card in strangers} == {(True, True)}
    pairs = [frozenset(pair) for pair in combinations(deck[KING], 2)]
    assert (len(strangers), len(pairs)) == (33, 153)
    kinds = {}
    for pair in pairs:
        images = [
            sorted((card.rank, dict(zip((1, 2, 3, 4), (*order, 4), strict=True))[card.suit]) for card in pair)
            for order in permutations((1, 2, 3))
        ]
        kinds.setdefault(tuple(min(images)), sum(card.suit == KING.suit for card in pair))
    assert [list(kinds.values()).count(spades) for spades in (2, 1, 0)] == [66, 24, 4]


def diagonal_deal(rows, cols):
    """The deal that the page describes."""
    spades = dict(zip(range(0, 3 * cols, cols + 1), map(Card.parse, ("KS", "QS", "JS")), strict=True))
    others = iter([Card.parse("TC"), *(Card(rank, suit) for rank in range(9, 0, -1) for suit in (1, 2, 3))])
    return Board.from_cells([spades.get(cell) or next(others) for cell in range(rows * cols)], cols)


@pytest.mark.parametrize("board", [*(diagonal_deal(*shape) for shape in SHAPES), *map(Board, DEALS)], ids=str)
def test_a_deal_of_the_page_is_connected_and_unsolvable(board):
    tops = [card for card in board.tops if card is not None]
    assert len(tops) == len(set(tops)) == board.rows * board.cols
    assert nx.is_connected(matches(tops))
    proof = boaf.explain(board, max_nodes=100).proof
    assert proof is not None
    boaf.check_proof(board, proof)


def test_the_page_has_a_deal_of_every_size_from_17_to_30_that_it_does_not_leave_out():
    primes = {n for n in range(17, 36) if all(n % k for k in range(2, n))}
    assert primes == {17, 19, 23, 29, 31}
    assert diagonal_deal(5, 6) == Board(DEALS[0])
    sizes = {rows * cols for rows, cols in SHAPES} | {Board(text).stack_count for text in DEALS}
    assert sizes == set(range(17, 31)) - primes - {26}
