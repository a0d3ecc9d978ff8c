"""The lemmas of docs/intractability.md on literals, clauses and variables, by exhaustive search; mutants must fail."""

import random
from dataclasses import replace
from functools import cache

import pytest

from boaf.cards import Card
from boaf.reduction.construction import column_of
from boaf.reduction.formula import Formula, smallest_unsatisfiable
from boaf.reduction.repaired import Repaired
from tests.reduction.gadgets import (
    AWAY,
    OUTSIDER,
    Core,
    clause_gadget,
    explore,
    literal_gadget,
    runners,
    variable_gadget,
)

ACTIVATOR, OPPOSITE, RUNNER = range(3)
CORE = Core.of(Repaired(smallest_unsatisfiable()))


def literal_event(memory, card, here, there, covered):
    """(fired, whether the activator met its clause, how the runner was covered)."""
    fired, met, runner = memory
    if card == ACTIVATOR:
        fired |= here == "home" and there not in ("opposite", "start")
        met |= covered == OUTSIDER
    if covered == RUNNER:
        sides = {"home": "literal", "literal": "literal", "opposite": "negation", "negation": "negation"}
        runner = sides.get(there, there) if card == OUTSIDER else "own row"
    return fired, met, runner


def clause_event(has_met, card, _here, _there, covered):
    """Whether an activator has covered a rung."""
    return has_met or (card in range(6, 9) and covered in range(6))


def variable_event(memory, card, _here, there, covered):
    """(whether the collector covered a runner in the column of u, in that of ¬u, whether a runner covered it)."""
    yes, no, taken = memory
    if card == 0 and covered == OUTSIDER:
        yes, no = yes or there == "u", no or there == "¬u"
    return yes, no, taken or (card == OUTSIDER and covered == 0)


@cache
def literal_states(found):
    return explore(found, (False, False, None), literal_event)


@cache
def clause_states(found):
    return explore(found, False, clause_event)


@cache
def variable_states(found):
    return explore(found, (False, False, False), variable_event)


def outcomes(states):
    """What is remembered where all cards of the gadget are covered."""
    return {state.memory for state in states if set(state.places) == {AWAY}}


def literal_lemma(found):
    """A literal that has not fired meets no clause card; a fired one's runner keeps to the negation's column."""
    for (activator, opposite, runner), (fired, met, _) in literal_states(found):
        assert fired or not met
        if fired:
            assert activator in ("rung", "clause", AWAY)
            assert runner not in ("home", "literal")
            assert not any((activator, place) in found.lines for place in (opposite, runner))
    assert outcomes(literal_states(found)) == {
        (False, False, "literal"),
        (False, False, "negation"),
        (True, True, "negation"),
    }


def clause_lemma(found):
    """The usher keeps to the exit's column, and a cleared clause has an activator that met a rung."""
    states = clause_states(found)
    assert {state.places[-1] for state in states} == {"usher", "way 2", "exit", AWAY}
    assert outcomes(states) == {True}


def variable_lemma(found):
    """A collector that picked up runners in both columns is never covered, but by a runner."""
    assert all(len({"u", "¬u"} & set(state.places)) <= 1 for state in variable_states(found))
    assert not any(state.places[0] in ("usher", "exit") for state in variable_states(found))
    assert (True, True, False) not in outcomes(variable_states(found))


def test_the_literal_gadget_has_37_states_and_obeys_its_lemma():
    found = literal_gadget(CORE, 0, 0)
    literal_lemma(found)
    assert len(literal_states(found)) == 37


def test_the_clause_gadget_has_12804_states_and_obeys_its_lemma():
    found = clause_gadget(CORE, 0)
    clause_lemma(found)
    assert len(clause_states(found)) == 12_804


def test_the_variable_gadget_has_4391_states_and_obeys_its_lemma():
    found = variable_gadget(CORE, 1)
    variable_lemma(found)
    assert len(variable_states(found)) == 4_391
    assert {(True, False, False), (False, True, False)} <= outcomes(variable_states(found))


def random_formula(draw):
    variables = draw.randint(3, 8)
    names = [draw.sample(range(1, variables + 1), 3) for _ in range(draw.randint(1, 12))]
    return Formula(variables, tuple(tuple(draw.choice((1, -1)) * name for name in three) for three in names))


def test_the_gadgets_of_random_formulas_are_those_explored():
    """A variable that occurs in one clause, or in none, has fewer lines in its gadget."""
    draw = random.Random(19)
    literals, clauses, variables = set(), set(), set()
    for _ in range(60):
        core = Core.of(Repaired(random_formula(draw)))
        for block in range(len(core.blocks)):
            clauses.add(clause_gadget(core, block))
            literals |= {literal_gadget(core, block, number) for number in range(3)}
        variables |= {variable_gadget(core, variable) for variable in range(1, len(core.variables) + 1)}
    assert literals == {literal_gadget(CORE, 0, 0)}
    assert clauses == {clause_gadget(CORE, 0)}
    assert len(variables) == 3
    for found in variables:
        assert found.lines <= variable_gadget(CORE, 1).lines
        variable_lemma(found)


def with_cards(core, block, number, **cards):
    """The core with other cards for a literal, in the same cells."""
    own = core.blocks[block].literals[number]
    at = {card: cell for card, cell in core.at.items() if card not in [getattr(own, name) for name in cards]}
    at |= {card: core.at[getattr(own, name)] for name, card in cards.items()}
    literals = list(core.blocks[block].literals)
    literals[number] = own._replace(**cards)
    blocks = list(core.blocks)
    blocks[block] = blocks[block]._replace(literals=tuple(literals))
    return replace(core, at=at, blocks=blocks)


def test_opposites_next_in_rank_to_the_rungs_break_the_clause_lemma():
    own = CORE.blocks[0].literals[0]
    mutant = with_cards(CORE, 0, 0, opposite=Card(own.rung.rank - 1, own.opposite.suit))
    assert outcomes(clause_states(clause_gadget(mutant, 0))) == {True, False}


def test_a_rung_in_the_column_of_the_negation_breaks_the_literal_lemma():
    own = CORE.blocks[0].literals[0]
    cell = CORE.at[own.rung][0], column_of(-own.literal)
    mutant = replace(CORE, at=CORE.at | {own.rung: cell})
    with pytest.raises(AssertionError):
        literal_lemma(literal_gadget(mutant, 0, 0))


def test_the_corner_in_the_exit_column_breaks_the_clause_lemma():
    corner, usher = CORE.blocks[0].way[0], CORE.blocks[0].usher
    mutant = replace(CORE, at=CORE.at | {corner: (CORE.at[corner][0], CORE.at[usher][1])})
    with pytest.raises(AssertionError):
        clause_lemma(clause_gadget(mutant, 0))


def runner_layer(*signs):
    """A core of one variable and clauses of one literal, and the cards that decide where its runners go."""
    core = Core.of(Repaired(Formula(1, tuple((sign,) for sign in signs))))
    (variable,) = core.variables
    cards = [card for block in core.blocks for one in block.literals for card in one[1:]]
    return core, [*cards, variable.collector, *variable.entries, *variable.leaves]


def states_of_runners(core, cards):
    """Rungs, and activators that have come down to theirs, may go at any time: the rest of the clause takes them."""
    rungs = {card: core.at[one.rung] for block in core.blocks for one in block.literals for card in (one[1], one.rung)}
    return runners(core, cards, lambda card, cell: rungs.get(card) == cell)


def has_two_in_a_row(core, state):
    rows = [cell[0] for card, cell in state.items() if core.is_of_runners(card)]
    return len(rows) > len(set(rows))


def has_strayed(core, state):
    """Whether an activator is at its rung and its runner in its column."""
    literals = [one for block in core.blocks for one in block.literals]
    return any(
        state.get(one.activator) == core.at[one.rung]
        and one.runner in state
        and state[one.runner][1] == column_of(one.literal)
        for one in literals
    )


@pytest.mark.parametrize(
    ("signs", "count"),
    [
        ([1], 6_120),
        ([-1], 6_120),
        pytest.param([1, 1], 247_834, marks=pytest.mark.thorough),
        pytest.param([1, -1], 246_018, marks=pytest.mark.thorough),
    ],
)
def test_no_two_cards_of_the_runners_rank_are_ever_in_a_row(signs, count):
    core, cards = runner_layer(*signs)
    seen = 0
    for state in states_of_runners(core, cards):
        seen += 1
        assert not has_two_in_a_row(core, state)
        assert not has_strayed(core, state)
    assert seen == count


def test_a_second_runner_in_a_row_lets_the_runners_of_others_change_columns():
    """As on the printed deal: a card of the row's suit, next in rank to the runners."""
    core, _ = runner_layer(1, 1)
    cards = [card for block in core.blocks for one in block.literals for card in one[1:]]
    (other,) = core.blocks[1].literals
    second = Card(other.runner.rank + 1, other.runner.suit)
    free_column = max(column for _, column in core.at.values()) + 1
    mutant = replace(core, at=core.at | {second: (core.at[other.runner][0], free_column)})
    assert any(has_strayed(mutant, state) for state in states_of_runners(mutant, [*cards, second]))
