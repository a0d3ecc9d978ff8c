"""The repaired deal: that it has exactly the matches of the proof in docs/intractability.md; small ones obey it."""

from itertools import combinations, product

import pytest

from boaf.reduction.construction import Part, column_of
from boaf.reduction.formula import Formula, example_formula, extended_example
from boaf.reduction.repaired import Repaired, play_repaired

FORMULAS = [example_formula(), extended_example(), Formula(4, ((1, 2, 3), (-1, 3, 4))), Formula(5, ((1, -3, 5),))]


def names_of(deal):
    """What the proof calls each card of the core: its kind, and the clause, literal or variable that it belongs to."""
    names = {}
    for j, block in enumerate(deal.blocks):
        for i, cards in enumerate(block.literals):
            names[cards.activator] = ("activator", j, i)
            names[cards.opposite] = ("opposite", j, i)
            names[cards.runner] = ("runner", abs(cards.literal), (j, i))
            names[cards.rung] = ("rung", j, i)
        for number, card in enumerate(block.way):
            names[card] = ("rung", j, 3 + number)
        names[block.usher] = ("usher", j, 0)
    for k, cards in enumerate(deal.variables, 1):
        names[cards.collector] = ("collector", k, 0)
        for side in (0, 1):
            names[cards.entries[side]] = ("entry", k, side)
            names[cards.leaves[side]] = ("leaf", k, side)
        names[cards.door] = ("door", k, 0)
        names[cards.usher] = ("variable usher", k, 0)
    names[deal.seat] = ("seat", 0, 0)
    names[deal.head] = ("head", 0, 0)
    for number, card in enumerate(deal.chain):
        names[card] = ("chain", number, 0)
    names[deal.key] = ("key", 0, 0)
    return names


def should_match(one, other):
    """The matches that the proof allows, and no other."""
    (kind, a, b), (other_kind, c, d) = sorted((one, other), key=lambda name: name[0])
    pair = (kind, other_kind)
    if {kind, other_kind} <= {"usher", "variable usher", "seat", "head"}:
        return True
    match pair:
        case ("activator", "activator") | ("activator", "rung") | ("rung", "rung") | ("activator", "usher"):
            return a == c
        case ("activator", "opposite"):
            return (a, b) == (c, d)
        case ("activator", "runner") | ("opposite", "runner"):
            return (a, b) == d
        case ("runner", "runner") | ("collector", "runner"):
            return a == c
        case ("collector", "entry") | ("collector", "leaf") | ("entry", "entry") | ("entry", "leaf") | ("leaf", "leaf"):
            return a == c
        case ("door", "leaf") | ("leaf", "variable usher") | ("door", "variable usher"):
            return a == c
        case ("chain", "head"):
            return a == 0
        case ("chain", "chain"):
            return abs(a - c) == 1
        case ("chain", "key"):
            return a == 2
    return False


@pytest.mark.parametrize("formula", FORMULAS, ids=str)
def test_the_matches_are_those_of_the_proof_and_no_other(formula):
    deal = Repaired(formula)
    names = names_of(deal)
    assert {deal.cards[cell] for cell in deal.core} <= set(names)
    for (one, name), (other, other_name) in combinations(names.items(), 2):
        assert one.matches(other) == should_match(name, other_name), (name, other_name)
    fillers = [card for cell, card in deal.cards.items() if deal.parts[cell] is Part.FILLER]
    assert {card.suit for card in fillers} == {deal.key.suit}
    for filler in fillers:
        assert not any(filler.matches(card) for card in names if card != deal.key)


@pytest.mark.parametrize("formula", FORMULAS, ids=str)
def test_no_filler_is_in_line_with_the_whole_chain(formula):
    deal = Repaired(formula)
    chain = [cell for cell, card in deal.cards.items() if card in deal.chain]
    in_line = {
        cell
        for cell in deal.cards
        if cell not in chain and all(cell[0] == row or cell[1] == column for row, column in chain)
    }
    assert len(in_line) == 1
    assert in_line <= deal.core


@pytest.mark.parametrize("formula", FORMULAS, ids=str)
def test_the_core_stands_where_the_proof_says(formula):
    deal = Repaired(formula)
    at = {card: cell for cell, card in deal.cards.items()}
    crowd = {}
    for row, column in deal.core:
        crowd.setdefault(("row", row), set()).add(deal.cards[row, column])
        crowd.setdefault(("column", column), set()).add(deal.cards[row, column])
    for block in deal.blocks:
        corner, below, last = block.way
        assert crowd["row", at[corner][0]] == {corner, *(cards.rung for cards in block.literals)}
        assert crowd["column", at[corner][1]] == {corner, below}
        assert crowd["row", at[below][0]] == {below, last}
        assert crowd["row", at[block.usher][0]] == {block.usher}
        for cards in block.literals:
            assert crowd["row", at[cards.runner][0]] == {cards.activator, cards.opposite, cards.runner}
            assert crowd["column", at[cards.runner][1]] == {cards.runner}
            assert at[cards.activator][1] == at[cards.rung][1] == column_of(cards.literal)
            assert at[cards.opposite][1] == column_of(-cards.literal)
    for variable, cards in enumerate(deal.variables, 1):
        assert crowd["row", at[cards.collector][0]] == {cards.collector, *cards.entries}
        assert crowd["column", at[cards.collector][1]] == {cards.collector}
        assert crowd["row", at[cards.leaves[0]][0]] == {cards.door, *cards.leaves}
        for pair in (cards.entries, cards.leaves):
            assert [at[card][1] for card in pair] == [column_of(variable), column_of(-variable)]
    ushers_and_rungs = {card for block in deal.blocks for card in (block.usher, block.way[2])}
    ushers_and_doors = {card for cards in deal.variables for card in (cards.usher, cards.door)}
    assert crowd["column", at[deal.head][1]] == {*ushers_and_rungs, *ushers_and_doors, deal.seat, deal.head}
    for literal in range(1, formula.variables + 1):
        for column in (column_of(literal), column_of(-literal)):
            rows = [at[card][0] for card in crowd["column", column]]
            assert len(set(rows)) == len(rows)


@pytest.mark.parametrize("formula", FORMULAS[:3], ids=str)
def test_the_moves_for_an_assignment_leave_one_stack_exactly_if_it_satisfies(formula):
    deal = Repaired(formula)
    for assignment in product((True, False), repeat=formula.variables):
        assert play_repaired(deal, assignment).is_solved == formula.is_satisfied_by(assignment)
