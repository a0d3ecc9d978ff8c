import random
from itertools import combinations_with_replacement, product

import pytest

from boaf.reduction.formula import Formula, example_formula
from boaf.reduction.play import closest_assignment, play_formula, read_assignment
from boaf.reduction.printed import Printed
from boaf.support.errors import BoafError

ALL_CLAUSES = list(product((1, -1), (2, -2), (3, -3)))


def is_played(formula, repaired):
    played = play_formula(formula, repaired=repaired)
    assert played.satisfiable == any(
        formula.is_satisfied_by(values) for values in product((True, False), repeat=formula.variables)
    )
    if played.satisfiable:
        assert played.stacks == 1
        assert formula.is_satisfied_by(played.read_back)
        assert len(played.moves) == played.construction.size**2 - 1


@pytest.mark.parametrize("repaired", [False, True])
def test_every_formula_of_three_variables_and_up_to_two_clauses_is_played_and_read_back(repaired):
    for count in (1, 2):
        for clauses in combinations_with_replacement(ALL_CLAUSES, count):
            is_played(Formula(3, clauses), repaired)


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize(("repaired", "formulas"), [(False, 2), (True, 6)])
def test_random_formulas_are_played_and_read_back(repaired, formulas):
    draw = random.Random(9)
    for _ in range(formulas):
        variables, count = draw.randint(3, 5), draw.randint(3, 10)
        clauses = [
            [draw.choice((1, -1)) * name for name in draw.sample(range(1, variables + 1), 3)] for _ in range(count)
        ]
        is_played(Formula(variables, tuple(map(tuple, clauses))), repaired)


def test_the_printed_deal_of_an_unsatisfiable_formula_is_solvable():
    played = play_formula(Formula(3, tuple(ALL_CLAUSES)))
    assert not played.satisfiable
    assert played.construction.size == 103
    assert played.stacks > 1
    assert {way: len(moves) for way, moves in played.ways.items()} == {"bypass": 103**2 - 1, "crossing": 103**2 - 1}


def test_the_repaired_moves_get_stuck_on_a_false_clause():
    played = play_formula(Formula(3, tuple(ALL_CLAUSES)), repaired=True)
    assert not played.satisfiable
    assert played.stacks > 1
    assert len(played.stuck) == 1
    assert not played.ways


def test_seven_clauses_of_three_are_the_most_that_can_be_satisfied_on_three_variables():
    assert play_formula(Formula(3, tuple(ALL_CLAUSES[:7]))).satisfiable


def test_the_closest_assignment_makes_as_few_clauses_false_as_possible():
    twice = Formula(3, tuple(ALL_CLAUSES) * 2)
    assert len(twice.falsified(closest_assignment(twice))) == 2


def test_a_variable_of_no_clause_is_played_too():
    is_played(Formula(5, ((1, 2, 4),)), repaired=False)
    is_played(Formula(5, ((1, 2, 4),)), repaired=True)


@pytest.mark.parametrize("repaired", [False, True])
@pytest.mark.parametrize("clauses", [(), ((1, 2, -1),), ((1, 2, 2),), ((1, 2, 4),), ((1, 2, 3), ())])
def test_a_formula_that_the_theorem_does_not_cover_is_refused(clauses, repaired):
    with pytest.raises(BoafError, match="clause"):
        play_formula(Formula(3, clauses), repaired=repaired)


def test_the_repaired_deal_takes_clauses_of_one_to_three_literals():
    is_played(Formula(3, ((1,), (-1, 2), (-1, -2, 3))), repaired=True)
    with pytest.raises(BoafError, match="clause 1 has 4 literals: the construction takes clauses of one to three"):
        play_formula(Formula(4, ((1, 2, 3, 4),)), repaired=True)


def test_moves_that_leave_a_variable_open_stand_for_no_assignment():
    with pytest.raises(BoafError, match="the collector of variable 1 goes into no column"):
        read_assignment(Printed(example_formula()), [])
