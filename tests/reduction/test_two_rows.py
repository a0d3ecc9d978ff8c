"""The propositions of docs/boundaries.md on two rows: by brute force on small rows, else by playing the proofs."""

from itertools import combinations, permutations
from pathlib import Path
from random import Random

import pytest

TOOLS = Path(__file__).parents[2] / "tools"
KING = 51


@pytest.fixture
def two_rows(monkeypatch):
    monkeypatch.syspath_prepend(str(TOOLS))
    import two_rows

    return two_rows


def match(one, other):
    """By the numbers of two cards of the standard deck."""
    return one % 4 == other % 4 or abs(one // 4 - other // 4) <= 1


def replay(upper, lower, steps):
    """Play moves, each of which must be legal, and return how many stacks are left."""
    cells = {card: (row, col) for row, cards in enumerate((upper, lower)) for col, card in enumerate(cards)}
    for card, covered in steps:
        here, there = cells.pop(card), cells.pop(covered)
        assert match(card, covered)
        assert here[0] == there[0] or here[1] == there[1]
        cells[card] = there
    return len(cells)


def test_a_connected_row_ends_with_any_card_in_the_cell_of_any_other_that_is_not_a_cut_vertex(two_rows):
    for hand in combinations([4 * rank + suit for rank in range(4) for suit in range(3)], 5):
        if not two_rows.is_connected(hand):
            continue
        reached = waiting = {frozenset(zip(hand, hand, strict=True))}
        ends = set()
        while waiting:
            waiting = {
                board - {(card, cell), (other, goal)} | {(card, goal)}
                for board in waiting
                for (card, cell), (other, goal) in permutations(board, 2)
                if match(card, other)
            } - reached
            reached |= waiting
            ends |= {next(iter(board)) for board in waiting if len(board) == 1}
        cuts = two_rows.cut_vertices(hand)
        assert ends == {(card, cell) for card, cell in permutations(hand, 2) if cell not in cuts}
        for card, cell in ends:
            assert replay(hand, (), two_rows.collapse(hand, card, cell)) == 1


def test_connected_cards_of_s_suits_have_at_most_2_s_minus_2_cut_vertices(two_rows):
    most = dict.fromkeys((1, 2, 3), 0)
    for cards in range(1, 7):
        for hand in combinations([4 * rank + suit for rank in range(5) for suit in range(3)], cards):
            if two_rows.is_connected(hand):
                suits = len({card % 4 for card in hand})
                most[suits] = max(most[suits], len(two_rows.cut_vertices(hand)))
    assert most[1] == 0
    assert all(cuts <= 2 * (suits - 1) for suits, cuts in most.items())


def solves(two_rows, upper, lower):
    steps = two_rows.solution(upper, lower)
    return steps is not None and replay(upper, lower, steps) == 1


def test_what_the_proofs_play_on_small_boards_is_a_solution(two_rows):
    solved = 0
    for board in permutations([4 * rank + suit for rank in range(4) for suit in range(2)], 6):
        if board[0] == min(board) and list(board[:3]) == sorted(board[:3]):
            steps = two_rows.solution(board[:3], board[3:])
            solved += steps is not None
            assert steps is None or replay(board[:3], board[3:], steps) == 1
    assert solved


@pytest.mark.parametrize(("suits", "columns"), [(2, 7), (3, 11), (4, 15)])
def test_two_connected_rows_of_4_s_minus_1_cards_are_solved(two_rows, suits, columns):
    draw, tried = Random(suits), 0
    while tried < 20:
        deck = [4 * rank + suit for suit in range(suits) for rank in range(13)]
        draw.shuffle(deck)
        upper, lower = deck[:columns], deck[columns : 2 * columns]
        if two_rows.is_connected(upper) and two_rows.is_connected(lower):
            tried += 1
            assert solves(two_rows, upper, lower)


def test_deals_of_36_cards_with_a_lonely_king_are_solved(two_rows):
    """KS matches nothing in its row. In half of the deals no card of the other row matches both KS and the rest."""
    draw, tried = Random(36), 0
    while tried < 40:
        low = 6 if tried % 2 else 11
        upper = [KING, *draw.sample([4 * rank + suit for rank in range(low) for suit in range(3)], 17)]
        rest = [card for card in range(51) if card not in upper]
        if tried % 2:
            rest = [card for card in rest if (card % 4 < 3 and card < 44) or (card % 4 == 3 and card // 4 > low)]
        lower = draw.sample(rest, 18)
        draw.shuffle(upper)
        if tried % 2 or two_rows.is_connected(lower):
            tried += 1
            assert solves(two_rows, upper, lower)


def test_random_deals_of_36_cards_are_solved(two_rows):
    draw = Random(18)
    for _ in range(20):
        cards = draw.sample(range(52), 36)
        assert solves(two_rows, cards[:18], cards[18:])


@pytest.mark.slow
def test_a_component_without_linkers_finds_a_way_down(two_rows):
    for columns in (18, 19):
        cases, failed = two_rows.failures(columns)
        assert (cases > 0, failed) == (True, [])
    assert two_rows.failures(20) == (0, [])


def test_one_of_two_rows_of_25_cards_is_connected_and_only_short_rows_have_three_components(two_rows):
    assert max(two_rows.most_columns(*pair) for pair in two_rows.pairs_of_groupings()) == 24
    three = [groups for groups in two_rows.groupings() if len(groups) > 2]
    assert max(two_rows.most_columns(groups, ((0, 1, 2, 3),)) for groups in three) == 20
