"""The core of one clause of three literals, each variable with a runner that stands in one of its columns for good.

Such a *pin* is what a literal that has fired elsewhere leaves behind: pinned in the column of a literal, it says that
the literal is false. By the theorem the core is solvable, with the head on top, unless all three are.
"""

from itertools import combinations, permutations, product

import pytest

from boaf.board import Board
from boaf.cards import Card
from boaf.reduction.construction import column_of
from boaf.reduction.drat import check_drat
from boaf.reduction.encoding import Encoding
from boaf.reduction.formula import Formula, is_true
from boaf.reduction.repaired import Repaired
from boaf.reduction.sat_solver import decide, refute_by_cases

FALSE = pytest.mark.parametrize(
    "pins",
    [pytest.param((1, 2), id="two literals"), pytest.param((1, 2, 3), id="three literals", marks=pytest.mark.thorough)],
)
"""The cores of a clause all of whose literals are false."""


class Pinned:
    """The core of one clause with literals u1, u2, …, and the pins in its last rows."""

    def __init__(self, pins):
        self.deal = Repaired(Formula(len(pins), (tuple(range(1, len(pins) + 1)),)))
        self.cells = {self.deal.cards[cell]: cell for cell in self.deal.core}
        self.pins = []
        for number, literal in enumerate(pins, 1):
            pin = Card(self.deal.collector(abs(literal)).rank, self.deal.key.suit + number)
            self.cells[pin] = self.deal.size + number - 1, column_of(literal)
            self.pins.append(pin)

    def board(self):
        at = {cell: card for card, cell in self.cells.items()}
        rows = range(self.deal.size + len(self.pins))
        return Board.from_grid([[at.get((row, column)) for column in range(self.deal.size)] for row in rows])

    @property
    def rungs(self):
        (block,) = self.deal.blocks
        return [*block.way, *(cards.rung for cards in block.literals)]

    @property
    def activators(self):
        return [cards.activator for cards in self.deal.blocks[0].literals]

    def by_literal(self):
        """For each literal, all cards of its own, its variable's included, in a fixed order."""
        (block,) = self.deal.blocks
        return [
            [*own[1:], pin, cards.collector, *cards.entries, *cards.leaves, cards.door, cards.usher]
            for own, pin, cards in zip(block.literals, self.pins, self.deal.variables, strict=True)
        ]


@pytest.mark.parametrize("pins", list(product((1, -1), (2, -2), (3, -3))))
def test_the_core_of_a_clause_is_collapsed_if_a_literal_is_true(pins):
    """Seven of the eight patterns; in the eighth the moves get stuck."""
    assignment = [literal < 0 for literal in pins]
    pinned = Pinned(pins)
    board = pinned.board()
    pinned.deal.collapse_core(board, assignment)
    assert board.is_solved == any(is_true(literal, assignment) for literal in (1, 2, 3))
    if board.is_solved:
        assert pinned.deal.head in board.tops


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize("pins", [(1, -2), (-1, 2), (-1, -2)])
def test_a_sat_solver_collapses_the_core_of_two_literals_if_one_is_true(pins):
    pinned = Pinned(pins)
    encoding = Encoding(pinned.board(), last=pinned.deal.head)
    board = pinned.board()
    for move in encoding.moves(decide(encoding.clauses).model):
        board.push(move)
    assert board.is_solved


@pytest.mark.slow
@FALSE
def test_a_clause_is_not_cleared_unless_an_activator_covers_a_rung(pins):
    """Lemma D on the real clause, whose literals are false."""
    pinned = Pinned(pins)
    encoding = Encoding(pinned.board(), last=pinned.deal.head)
    none_covers = [[-encoding.covers(one, rung)] for one in pinned.activators for rung in pinned.rungs]
    assert is_refuted([*encoding.clauses, *none_covers], [])


@pytest.mark.slow
@FALSE
def test_no_false_literal_can_clear_the_clause(pins):
    """The activator of the first literal covers a rung, and the core cannot be collapsed.

    The cases are where its runner ends, and who covers the collector of its variable. All at once it takes the solver
    ten times as long.
    """
    pinned = Pinned(pins)
    encoding = Encoding(pinned.board(), last=pinned.deal.head)
    first_covers = [encoding.covers(pinned.activators[0], rung) for rung in pinned.rungs]
    runner, collector = pinned.deal.blocks[0].literals[0].runner, pinned.deal.collector(1)
    cases = [encoding.ends(runner), encoding.ways_to_cover(collector)]
    assert is_refuted([*encoding.clauses, first_covers], cases)


@FALSE
def test_the_literals_of_a_clause_are_interchangeable(pins):
    """Any permutation of the literals keeps all matches and lines, so what the first one cannot do, none can."""
    pinned = Pinned(pins)
    own = pinned.by_literal()
    cells = pinned.cells
    for order in permutations(range(len(pins))):
        image = {card: card for card in cells}
        for number, other in enumerate(order):
            image |= zip(own[number], own[other], strict=True)
        assert sorted(image.values()) == sorted(cells)
        for one, other in combinations(cells, 2):
            assert one.matches(other) == image[one].matches(image[other])
            assert in_line(cells[one], cells[other]) == in_line(cells[image[one]], cells[image[other]])


def is_refuted(clauses, cases):
    """Whether the SAT solver refutes the clauses, case by case, by a proof that the checker accepts."""
    proof = refute_by_cases(clauses, cases)
    return proof is not None and check_drat(clauses, proof).accepted


def in_line(here, there):
    return here[0] == there[0] or here[1] == there[1]
