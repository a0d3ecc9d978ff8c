"""The statements of docs/boundaries.md on all small boards, with the solver as the judge."""

from itertools import combinations, permutations, product

import numpy as np
import pytest

import boaf
from boaf.kernel.dealing import EMPTY, cards_of

SUITS = 4


def match(one, other):
    """By the numbers of two cards of the standard deck."""
    return one % SUITS == other % SUITS or abs(one // SUITS - other // SUITS) <= 1


def are_connected(cards):
    """Whether the compatibility graph of some cards is connected."""
    return len(components(cards, match)) == 1


def components(nodes, are_joined):
    """The connected components of a graph."""
    left, found = set(nodes), []
    while left:
        part = [left.pop()]
        for node in part:
            new = [other for other in left if are_joined(node, other)]
            left.difference_update(new)
            part += new
        found.append(part)
    return found


def rook_components(cells, cols):
    """How many parts some cells fall into, if cells of a row or a column hang together."""
    return len(components(cells, lambda a, b: a // cols == b // cols or a % cols == b % cols))


def solvable(boards, rows, cols):
    batch = boaf.solve_many(np.array(boards, np.uint8), rows, cols, threads=1)
    assert not batch.unknown.any()
    return batch.solvable.tolist()


@pytest.mark.parametrize("cards", [2, 3, 4])
def test_one_row_is_solvable_exactly_if_the_cards_are_connected(cards):
    """All hands of the cards A to 5 of three suits; in one row the order makes no difference."""
    hands = list(combinations([SUITS * rank + suit for rank in range(5) for suit in range(3)], cards))
    assert solvable(hands, 1, cards) == [are_connected(hand) for hand in hands]


@pytest.mark.parametrize(
    ("rows", "cols", "deck"),
    [(3, 3, range(0, 36, 4)), (2, 4, range(8))],
    ids=["one suit", "ranks A and 2"],
)
def test_stacks_that_all_match_collapse_exactly_if_their_cells_are_connected(rows, cols, deck):
    cells = range(rows * cols)
    boards, expected = [], []
    for chosen in product((False, True), repeat=len(cells)):
        if any(chosen):
            boards.append([card if here else EMPTY for card, here in zip(deck, chosen, strict=True)])
            expected.append(rook_components([cell for cell in cells if chosen[cell]], cols) == 1)
    assert solvable(boards, rows, cols) == expected


def test_moves_within_a_row_leave_the_sets_that_meet_every_component():
    for hand in combinations([SUITS * rank + suit for rank in range(5) for suit in range(2)], 5):
        reached, waiting = {frozenset(hand)}, [frozenset(hand)]
        while waiting:
            left = waiting.pop()
            new = {left - {card} for card in left if any(match(card, other) for other in left - {card})} - reached
            reached |= new
            waiting += new
        parts = components(hand, match)
        subsets = (frozenset(kept) for size in range(1, 6) for kept in combinations(hand, size))
        assert reached == {kept for kept in subsets if all(kept.intersection(part) for part in parts)}


def crossings(board, cols):
    """How many crossing moves every solution has at least, and how many the matches allow."""
    a, b = (rook_components([cell for cell, card in enumerate(board) if card % SUITS == suit], cols) for suit in (0, 1))
    across = components(board, lambda x, y: x % SUITS != y % SUITS and abs(x // SUITS - y // SUITS) <= 1)
    return (a if a == b else max(a, b) - 1), len(board) - len(across)


@pytest.mark.parametrize(("rows", "cols", "count", "exceptions"), [(2, 2, 1260, 140), (2, 3, 12600, 3)])
def test_two_suits_need_as_many_crossings_as_the_note_says(rows, cols, count, exceptions):
    """All boards of A to 5 of two suits, up to order; `exceptions` are connected, obey the count and are unsolvable."""
    deck = [SUITS * rank + suit for rank in range(5) for suit in (0, 1)]
    boards = [
        board
        for board in permutations(deck, rows * cols)
        if board[0] == min(board) and list(board[:cols]) == sorted(board[:cols])
    ]
    found = set()
    for board, is_solvable in zip(boards, solvable(boards, rows, cols), strict=True):
        needed, allowed = crossings(board, cols)
        passes = are_connected(board) and needed <= allowed
        assert passes or not is_solvable
        if passes and not is_solvable:
            found.add(board)
    assert (len(boards), len(found)) == (count, exceptions)
    if (rows, cols) == (2, 2):
        assert tuple(cards_of(boaf.Board("AC 3C / 5D AD"))) in found


@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (2, 3), (3, 3), (3, 4)])
def test_at_most_one_suit_of_two_is_in_parts_but_on_a_checkerboard_of_blocks(rows, cols):
    for chosen in product((False, True), repeat=rows * cols):
        suits = [[cell for cell in range(rows * cols) if chosen[cell] == suit] for suit in (False, True)]
        if all(cells and rook_components(cells, cols) > 1 for cells in suits):
            pattern = {tuple(chosen[row * cols : row * cols + cols]) for row in range(rows)}
            assert len(pattern) == 2
            one, other = pattern
            assert all(a != b for a, b in zip(one, other, strict=True))


def layouts(deck, cols):
    """All layouts of some cards up to the order of rows and columns: the first card is in the corner."""
    first, *rest = deck
    for others in permutations(rest):
        board = (first, *others)
        if list(board[:cols]) == sorted(board[:cols]) and list(board[::cols]) == sorted(board[::cols]):
            yield board


@pytest.mark.parametrize(("ranks", "suits", "rows", "cols"), [(3, 2, 2, 3), (4, 2, 2, 4), (3, 3, 3, 3)])
def test_every_layout_of_a_small_whole_deck_is_solvable(ranks, suits, rows, cols):
    deck = [SUITS * rank + suit for rank in range(ranks) for suit in range(suits)]
    assert all(solvable(list(layouts(deck, cols)), rows, cols))


@pytest.mark.parametrize(("ranks", "suits", "rows", "cols"), [(4, 4, 4, 4), (8, 2, 4, 4), (4, 3, 3, 4), (5, 4, 4, 5)])
def test_thousands_of_layouts_of_larger_whole_decks_are_solvable(ranks, suits, rows, cols):
    draw = np.random.default_rng(36)
    deck = np.array([SUITS * rank + suit for rank in range(ranks) for suit in range(suits)], np.uint8)
    assert all(solvable(draw.permuted(np.tile(deck, (5000, 1)), axis=1), rows, cols))
