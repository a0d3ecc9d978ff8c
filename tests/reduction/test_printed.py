"""The deal as Hoshino & Notarangelo (2019) print it, against the paper's tables and text."""

from itertools import product

import pytest

from boaf.board import Board
from boaf.cards import Card
from boaf.reduction.construction import column_of, cover
from boaf.reduction.counterexamples import clear_false_block
from boaf.reduction.formula import Formula, example_formula, extended_example
from boaf.reduction.lemmas import place_runners, play_printed, walk
from boaf.reduction.printed import Printed, block_table
from boaf.support.errors import BoafError
from boaf_papers.hoshino_notarangelo.examples import BLOCKS, LEMMA_1, left_in_block
from tests.reduction.readings import SATISFYING, TABLES, fourth_clause_agrees, readings


@pytest.fixture(scope="module")
def deal():
    return Printed(example_formula())


def test_the_signs_are_determined_up_to_the_order_of_two_clauses():
    first, second = readings()
    assert first == example_formula()
    assert set(first.clauses) == set(second.clauses)
    assert first.clauses[1] == second.clauses[4] == (2, -3, 4)
    assert all(map(fourth_clause_agrees, readings()))
    assert [len(list(readings(known))) for known in ({}, {0: TABLES[0]}, TABLES)] == [80, 16, 2]


def test_the_example_has_the_printed_assignments_and_its_extension_none():
    assignments = set(product((False, True), repeat=4))
    assert set(filter(example_formula().is_satisfied_by, assignments)) == SATISFYING
    assert not any(map(extended_example().is_satisfied_by, assignments))


def test_the_example_makes_93_rows_and_8649_different_cards(deal):
    board = deal.board()
    assert (board.rows, board.cols, board.stack_count) == (93, 93, 8649)
    assert max(card.suit for card in board.tops) <= deal.high
    assert Printed(extended_example()).size == 105


@pytest.mark.parametrize(("block", "printed"), BLOCKS.items())
def test_tables_5_and_6_come_out_as_printed(deal, block, printed):
    heads, *rows = block_table(deal, block).splitlines()
    assert heads.split()[0] == "u1"
    assert [row.split() for row in rows] == [row.split() for row in printed.split("\n") if row]


def test_the_eighteen_lower_cards_stand_below_the_literals_of_the_clause(deal):
    for block, clause in ((0, (1, -2, 4)), (5, (-1, 3, -4))):
        rows = range(12 * block + 3, 12 * block + 12)
        columns = {column for (row, column), card in deal.cards.items() if row in rows and card.suit != 10 * block + 10}
        assert columns == set(map(column_of, clause))


def test_lemma_1_makes_the_printed_moves_and_leaves_table_7(deal):
    board = deal.board()
    walk(deal, board, 5, 0)
    printed = LEMMA_1.replace("L", str(deal.high)).split()
    assert [f"{move.source.numeric()}-{move.target.numeric()}" for move in board.moves] == printed
    left = left_in_block(deal, board, 5)
    upper = {(row, column): card for (row, column), card in left.items() if row < 3}
    assert sorted(card.numeric() for card in upper.values()) == sorted(
        ["52.54", "51.71", "55.71", "52.52", "54.55", "51.73", "55.73", "52.56", "54.53", "51.74", "55.74"]
    )
    assert [card for (row, _), card in left.items() if row >= 3] == [Card(deal.high, 51)]
    assert next(column for (row, column) in left if row >= 3) == column_of(-1)


def test_table_8_comes_out_as_printed(deal):
    board = deal.board()
    walk(deal, board, 5, 0)
    place_runners(deal, board, 5, (False, True, False, True), 0)
    left = left_in_block(deal, board, 5)
    expected = {(0, column_of(1)): Card(51, 71), (1, column_of(3)): Card(55, 73), (2, column_of(-4)): Card(51, 74)}
    assert {cell: card for cell, card in left.items() if cell[0] < 3} == expected


def test_neither_x_nor_l_is_next_to_another_rank_and_fillers_match_no_clause_card(deal):
    ranks = {card.rank for card in deal.cards.values()}
    assert not ranks & {deal.x - 1, deal.x + 1, deal.high - 1, deal.high + 1}
    assert not ranks & {10 * block for block in range(1, 8)}
    blanks = [card for card in deal.cards.values() if card.suit > deal.own_suits]
    assert {card.rank for card in blanks} == {deal.high}
    assert len(blanks) == 9 * 93 - 7 * 4


@pytest.mark.parametrize("signs", [(1, 1, 1), (-1, 1, 1), (1, -1, -1), (-1, -1, -1)])
def test_every_clause_is_cleared_by_every_assignment_even_a_false_one(signs):
    deal = Printed(Formula(3, (tuple(sign * name for sign, name in zip(signs, (1, 2, 3), strict=True)),)))
    for assignment in product((True, False), repeat=3):
        played = play_printed(deal, assignment)
        assert played.is_solved == deal.formula.is_satisfied_by(assignment)
        assert play_printed(deal, assignment, otherwise=clear_false_block).is_solved


def test_the_bypass_leaves_the_runners_in_the_columns_of_all_three_literals():
    deal = Printed(Formula(3, ((1, -2, 3),)))
    board = deal.board()
    clear_false_block(deal, board, 0)
    left = left_in_block(deal, board, 0)
    assert {column for (row, column) in left if row < 3} == {column_of(1), column_of(-2), column_of(3)}
    assert {card.suit for (row, _), card in left.items() if row < 3} == {11, 12, 13}
    assert {card.rank for (row, _), card in left.items() if row >= 3} == {deal.high}


def test_runners_can_change_columns_where_an_activator_was_not_needed():
    """A second leak: u1 activates C1, ¬u1 activates C2, and yet all runners of u1 meet in one column."""
    deal = Printed(Formula(5, ((1, 2, 3), (-1, 2, 3), (1, 4, 5))))
    board = deal.board()
    for block in (0, 1):
        walk(deal, board, block, 0)
    (low, high), (low2, high2), (low3, high3) = (deal.runners(block, 0) for block in range(3))
    cover(board, high, low, deal.opposite(0, 0))
    cover(board, low2, high2, deal.opposite(1, 0))
    assert board.cell_of(high) % deal.size == column_of(-1)
    assert board.cell_of(low2) % deal.size == column_of(1)
    cover(board, low3, deal.activator(2, 0))
    cover(board, high3, deal.opposite(2, 0))
    cover(board, low2, low3, high3, high)
    assert board.cell_of(low2) % deal.size == column_of(-1)


def test_a_formula_too_large_is_refused():
    with pytest.raises(BoafError, match="40 clauses and 3 variables make a board of 487 rows: at most 400 are built"):
        Printed(Formula(3, ((1, 2, 3),) * 40))


def test_the_board_of_a_formula_is_read_back_from_its_text():
    board = Printed(Formula(3, ((1, 2, 3),))).board()
    assert Board(board.text()) == board
