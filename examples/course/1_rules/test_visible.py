"""Unit 1: tests to show to students."""

import starter

BOARD = [["7H", "6C", "2S"], [None, "6H", "KS"]]


def test_cards_of_one_suit_or_of_neighbouring_ranks_match():
    assert starter.match("7H", "6C")
    assert starter.match("6C", "7H")
    assert starter.match("7H", "7C")
    assert starter.match("7H", "2H")
    assert starter.match("AC", "2S")
    assert starter.match("9D", "TS"), "T is the ten"
    assert not starter.match("7H", "5C")


def test_moves_go_along_rows_and_columns():
    pairs = {("7H", "6C"), ("6C", "6H"), ("2S", "KS")}
    assert starter.legal_moves(BOARD) == pairs | {(other, one) for one, other in pairs}


def test_a_move_may_pass_over_other_stacks_and_empty_cells():
    assert starter.legal_moves([["7H", "2C", None, "6S"]]) == {("7H", "6S"), ("6S", "7H")}


def test_an_odd_bird_matches_no_card_wherever_it_is():
    assert starter.odd_birds([["7H", "2C"], ["7S", "KD"]]) == {"2C", "KD"}
    assert starter.odd_birds([["7H", "2C"], [None, "6S"]]) == {"2C"}, "7H and 6S match, though they share no line"
    assert starter.odd_birds(BOARD) == set()


def test_flocks_of_small_boards():
    alone = {frozenset({"2C"}), frozenset({"KD"})}
    assert starter.flocks([["7H", "2C"], ["7S", "KD"]]) == {frozenset({"7H", "7S"}), *alone}
    assert starter.flocks(BOARD) == {frozenset({"7H", "6C", "6H"}), frozenset({"2S", "KS"})}
    assert len(starter.flocks([["3H", "4C", "5S", "6D"]])) == 1, "3H and 6D are linked by the cards between them"
