"""The repaired deal is the one that docs/intractability.md prints, and its regions meet where the proof says."""

import random

import pytest

from boaf.reduction.formula import Formula
from boaf.reduction.repaired import Repaired
from tests.reduction.table import entries, size
from tests.reduction.test_random_play import random_formula

FORMULAS = [random_formula(random.Random(seed)) for seed in range(25)] + [Formula(3, ((1, -2, 3), (-1, 2, 3)))]


@pytest.mark.parametrize("formula", FORMULAS, ids=str)
def test_the_deal_is_that_of_the_table(formula):
    """In the same cells, and with the same ranks and suits, except for the numbers that the table leaves open."""
    deal = Repaired(formula)
    table = entries(formula.variables, formula.clauses)
    assert deal.size == size(formula.variables, formula.clauses)
    assert len({entry.cell for entry in table}) == len(table)
    ranks, suits = {}, {}
    for entry in table:
        card = deal.cards[entry.cell]
        assert ranks.setdefault(entry.rank, card.rank - entry.offset) == card.rank - entry.offset
        assert suits.setdefault(entry.suit, card.suit) == card.suit
    (key,) = (entry for entry in table if entry.name == "key")
    fillers = [card for cell, card in deal.cards.items() if cell not in {entry.cell for entry in table}]
    assert len(deal.cards) == len(set(deal.cards.values())) == deal.size**2 == len(fillers) + len(table)
    assert {card.suit for card in fillers} == {suits[key.suit]}
    assert len(set(suits.values())) == len(suits)
    numbers = {card.rank: ("filler",) for card in fillers}
    assert len(numbers) == len(fillers)
    for symbol, number in ranks.items():
        span = {entry.offset for entry in table if entry.rank == symbol}
        for offset in range(max(span) + 1):
            assert numbers.setdefault(number + offset, symbol) == symbol
    assert all(numbers.get(number + 1, symbol) == symbol for number, symbol in numbers.items())
    assert max(max(card) for card in deal.cards.values()) <= 2 * deal.size**2


@pytest.mark.parametrize("formula", FORMULAS, ids=str)
def test_the_regions_meet_where_the_note_says(formula):
    table = entries(formula.variables, formula.clauses)
    core = [entry for entry in table if not entry.name.startswith(("chain", "key"))]
    way_out = {entry.cell for entry in core if entry.cell[1] == core[-1].cell[1]}
    clauses = [sorted(clause, key=abs) for clause in formula.clauses]
    cells = {entry.name: entry.cell for entry in core}
    variables = range(1, formula.variables + 1)
    homes = {(j, i): cells[f"activator A {j} {i}"] for j, clause in enumerate(clauses, 1) for i in range(len(clause))}
    opposites = {place: cells[f"opposite O {place[0]} {place[1]}"] for place in homes}
    leaves = {k: {entry.cell for entry in core if entry.name == f"leaf {k}"} for k in variables}
    delta = {}
    for k in variables:
        own = {entry.cell for entry in core if entry.name in (f"collector K_k {k}", f"entry {k}")}
        here = [place for place in homes if abs(clauses[place[0] - 1][place[1]]) == k]
        delta[k] = own | leaves[k] | {homes[place] for place in here} | {opposites[place] for place in here}
        for other in range(1, k):
            assert not any(in_line(one, two) for one in delta[k] for two in delta[other])
    for j, clause in enumerate(clauses, 1):
        rungs = {entry.cell for entry in core if is_rung(entry.name, j)}
        gamma = way_out | rungs | {homes[j, i] for i in range(len(clause))}
        for k in variables:
            literal = next((i for i, one in enumerate(clause) if abs(one) == k), None)
            expected = {(cells[f"door {k}"], leaf) for leaf in leaves[k]}
            outside = delta[k]
            if literal is not None:
                outside = {cell for cell in delta[k] if cell[1] != homes[j, literal][1]}
                expected = {pair for pair in expected if pair[1] in outside}
                expected.add((homes[j, literal], opposites[j, literal]))
            assert {(one, two) for one in gamma for two in outside if in_line(one, two)} == expected


def is_rung(name, clause):
    """Whether a name is that of a rung of a clause."""
    _, rung, numbers = name.replace(" of l_i", "").partition("rung")
    return bool(rung) and numbers.split()[0] == str(clause)


def in_line(here, there):
    return here != there and (here[0] == there[0] or here[1] == there[1])
