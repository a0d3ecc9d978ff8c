"""The second gap: with Lemma 1's own moves, and with none but them, unsatisfiable formulas are solved."""

import random
from itertools import product

import pytest

from boaf.reduction.construction import Part
from boaf.reduction.counterexamples import play_crossing, reserve
from boaf.reduction.formula import Formula, example_formula, extended_example, smallest_unsatisfiable
from boaf.reduction.lemmas import play_printed
from boaf.reduction.printed import ROWS, Printed

UNSATISFIABLE = [smallest_unsatisfiable(), extended_example()]


def kinds_of_moves(deal, board):
    """What moves onto what, by the parts that the cards play."""
    parts = {card: deal.parts[cell] for cell, card in deal.cards.items()}
    return {(parts[move.source], parts[move.target]) for move in board.moves}


def random_formula(draw):
    variables = draw.randint(3, 7)
    names = [draw.sample(range(1, variables + 1), 3) for _ in range(draw.randint(1, 14))]
    return Formula(variables, tuple(tuple(draw.choice((1, -1)) * name for name in three) for three in names))


@pytest.mark.parametrize("formula", UNSATISFIABLE, ids=["smallest", "extended"])
def test_an_unsatisfiable_formula_is_solved_although_no_lower_card_of_a_block_ever_goes_up(formula):
    """The first gap is not used: rungs and ladder cards never enter the three rows of the activators."""
    deal = Printed(formula)
    play = play_crossing(deal, (True,) * formula.variables)
    assert play.is_solved
    clause_cards = {
        card for (row, column), card in deal.cards.items() if deal.parts[row, column] in (Part.CLAUSE, Part.EXIT)
    }
    board = deal.board()
    for move in play.moves:
        row = board.cell_of(move.target) // deal.size
        assert not (move.source in clause_cards and deal.is_runner_row(row) and row % ROWS < 3)
        board.push(move)


@pytest.mark.thorough
@pytest.mark.parametrize("formula", UNSATISFIABLE, ids=["smallest", "extended"])
def test_the_crossing_makes_moves_of_the_kinds_that_the_paper_makes(formula):
    example = Printed(example_formula())
    paper = kinds_of_moves(example, play_printed(example, (True, True, True, False)))
    deal = Printed(formula)
    assert kinds_of_moves(deal, play_crossing(deal, (True,) * formula.variables)) <= paper


def test_one_runner_crosses_for_the_smallest_formula():
    deal = Printed(smallest_unsatisfiable())
    board = play_crossing(deal, (True, True, True))
    runners = {runner: block for block in range(8) for number in range(3) for runner in deal.runners(block, number)}
    between_blocks = [
        move
        for move in board.moves
        if move.source in runners and move.target in runners and runners[move.source] != runners[move.target]
    ]
    assert len(between_blocks) == 2


def test_every_formula_has_a_row_for_every_variable_to_cross():
    draw = random.Random(5)
    for _ in range(300):
        formula = random_formula(draw)
        reserved = reserve(formula.clauses)
        signs = {literal for clause in formula.clauses for literal in clause}
        assert set(reserved) == {literal for literal in signs if literal > 0 and -literal in signs}
        assert all(list(reserved.values()).count(index) <= 2 for index in reserved.values())
        assert all(variable in map(abs, formula.clauses[index]) for variable, index in reserved.items())


@pytest.mark.thorough
@pytest.mark.parametrize("clauses", [3, 4])
def test_every_assignment_solves_the_printed_deal_of_any_formula(clauses):
    draw = random.Random(clauses)
    for _ in range(4):
        names = [draw.sample(range(1, 5), 3) for _ in range(clauses)]
        formula = Formula(4, tuple(tuple(draw.choice((1, -1)) * name for name in three) for three in names))
        for assignment in draw.sample(list(product((True, False), repeat=4)), 4):
            assert play_crossing(Printed(formula), assignment).is_solved
