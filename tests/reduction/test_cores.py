"""Whole cores of the repaired deal, given to a SAT solver: more than one gadget at a time, and nothing assumed."""

from itertools import count, product

import pytest

from boaf.board import Board
from boaf.cards import Card
from boaf.reduction.encoding import Encoding
from boaf.reduction.formula import Formula
from boaf.reduction.repaired import Repaired
from boaf.reduction.sat_solver import decide
from tests.reduction.gadgets import core_board
from tests.reduction.table import entries, size

slow, thorough = pytest.mark.slow, pytest.mark.thorough


def collapses(board, last):
    """Whether a board can be collapsed with this card on top; the moves are replayed."""
    encoding = Encoding(board, last=last)
    answer = decide(encoding.clauses)
    if answer.satisfiable:
        for move in encoding.moves(answer.model):
            board.push(move)
        assert board.is_solved
        assert last in board.tops
    return answer.satisfiable


@pytest.mark.parametrize(
    ("variables", "clauses", "cards"),
    [
        (1, ((1,),), 17),
        (1, ((1,), (-1,)), 25),
        pytest.param(1, ((1,), (1,)), 25, marks=thorough),
        pytest.param(2, ((1, 2),), 28, marks=thorough),
        pytest.param(2, ((1,), (2,)), 32, marks=thorough),
        pytest.param(2, ((1,), (-1,)), 32, marks=thorough),
        pytest.param(1, ((1,), (-1,), (1,)), 33, marks=thorough),
        pytest.param(2, ((1, 2), (-1,)), 36, marks=slow),
        pytest.param(3, ((1, 2, 3),), 39, marks=thorough),
        pytest.param(2, ((1, 2), (-1, -2)), 40, marks=thorough),
        pytest.param(2, ((1,), (-1,), (2,)), 40, marks=thorough),
        pytest.param(1, ((1,), (-1,), (1,), (-1,)), 41, marks=thorough),
        pytest.param(2, ((1, -2), (-1, 2)), 40, marks=thorough),
        pytest.param(2, ((1, 2), (-1,), (-2,)), 44, marks=thorough),
        pytest.param(3, ((1, 2, 3), (-1,)), 47, marks=thorough),
        pytest.param(3, ((1,), (-1,), (2,)), 47, marks=thorough),
        pytest.param(2, ((1,), (-1,), (2,), (-2,)), 48, marks=thorough),
        pytest.param(2, ((1, 2), (-1, 2), (-2,)), 48, marks=thorough),
        pytest.param(1, ((1,), (-1,), (1,), (-1,), (1,)), 49, marks=thorough),
    ],
)
def test_a_sat_solver_agrees_on_whole_cores(variables, clauses, cards):
    formula = Formula(variables, clauses)
    deal = Repaired(formula)
    board = core_board(deal)
    assert board.stack_count == cards
    is_satisfiable = any(formula.is_satisfied_by(values) for values in product((True, False), repeat=variables))
    assert collapses(board, deal.head) is is_satisfiable


def core_of_table(variables, clauses):
    """The core that the note's table gives, with numbers of our own, and its head."""
    core = [entry for entry in entries(variables, clauses) if not entry.name.startswith(("chain", "key"))]
    ranks, suits = {}, {}
    rank, suit = count(1, 10), count(1)
    cards = {}
    for entry in core:
        if entry.rank not in ranks:
            ranks[entry.rank] = next(rank)
        if entry.suit not in suits:
            suits[entry.suit] = next(suit)
        cards[entry.cell] = Card(ranks[entry.rank] + entry.offset, suits[entry.suit])
    assert len(cards) == len(core)
    side = range(size(variables, clauses))
    (head,) = (cards[entry.cell] for entry in core if entry.name == "head H")
    return Board.from_grid([[cards.get((row, column)) for column in side] for row in side]), head


@slow
def test_a_tautology_makes_an_unsatisfiable_formula_solvable():
    """So the proof needs that the variables of a clause differ; without the tautology, the same clauses do not."""
    board, head = core_of_table(1, [(1, -1), (-1,), (1,)])
    assert board.stack_count == 37
    assert collapses(board, head)


def test_a_formula_without_the_tautology_stays_unsolvable():
    assert not collapses(*core_of_table(1, [(-1,), (1,)]))
