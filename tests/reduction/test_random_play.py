"""Random play on the core of the repaired deal: Lemma B of docs/intractability.md holds after every move."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from boaf.reduction.construction import column_of
from boaf.reduction.formula import Formula
from boaf.reduction.repaired import Repaired
from tests.reduction.gadgets import core_board


@st.composite
def formulas(draw):
    variables = draw(st.integers(3, 4))
    names = st.permutations(range(1, variables + 1)).map(lambda order: order[:3])
    clause = st.tuples(names, st.tuples(*[st.sampled_from((1, -1))] * 3)).map(
        lambda drawn: tuple(sign * name for name, sign in zip(*drawn, strict=True))
    )
    return Formula(variables, tuple(draw(st.lists(clause, min_size=1, max_size=4))))


class Watch:
    """A board in play, and what Lemma B says of it."""

    def __init__(self, formula):
        self.deal = Repaired(formula)
        self.board = core_board(self.deal)
        self.home = {card: cell for cell, card in self.deal.cards.items()}
        self.variable_of_rank = {cards.collector.rank: k for k, cards in enumerate(self.deal.variables, 1)}
        self.tops = {card for card in self.board.tops if card is not None}
        self.fired = set()
        self.has_moved = set()

    def cell(self, card):
        return divmod(self.board.cell_of(card), self.board.cols)

    def is_top(self, card):
        return card in self.tops

    def push(self, move):
        here, there = self.cell(move.source), self.cell(move.target)
        activators = {cards.activator for block in self.deal.blocks for cards in block.literals}
        if move.source in activators and move.source not in self.has_moved and here[1] == there[1]:
            self.fired.add(move.source)
        if self.is_of_runners(move.source) and self.is_of_runners(move.target):
            assert here[1] == there[1]
        self.has_moved.add(move.source)
        self.board.push(move)
        self.tops.remove(move.target)
        self.check_runners()
        for block in self.deal.blocks:
            self.check_clause(block)
        for variable, cards in enumerate(self.deal.variables, 1):
            self.check_collector(variable, cards)

    def is_of_runners(self, card):
        return card.rank in self.variable_of_rank

    def check_runners(self):
        rows = [(self.cell(card)[0], card.rank) for card in self.tops if self.is_of_runners(card)]
        assert len(rows) == len(set(rows))

    def check_clause(self, block):
        exit_column = self.home[block.usher][1]
        rungs = [*block.way, *(cards.rung for cards in block.literals)]
        region = {self.home[card] for card in (*rungs, *(cards.activator for cards in block.literals))}
        for rung in filter(self.is_top, rungs):
            assert self.cell(rung) in region or self.cell(rung)[1] == exit_column
        if self.is_top(block.usher):
            assert self.cell(block.usher)[1] == exit_column
        for cards in block.literals:
            self.check_literal(cards, region, exit_column)

    def check_literal(self, cards, region, exit_column):
        own = column_of(cards.literal)
        others = [card for card in (cards.opposite, cards.runner) if self.is_top(card)]
        if cards.activator in self.fired:
            assert all(self.cell(card)[1] != own for card in others)
            if self.is_top(cards.activator):
                row, column = cell = self.cell(cards.activator)
                assert column == exit_column or cell in region - {self.home[cards.activator]}
                assert all(self.cell(card)[0] != row and self.cell(card)[1] != column for card in others)
        elif self.is_top(cards.activator):
            if cards.activator in self.has_moved:
                assert self.cell(cards.activator) not in region
            else:
                assert all(self.cell(card)[1] != own for card in others)

    def check_collector(self, variable, cards):
        if self.is_top(cards.collector):
            columns = column_of(variable), column_of(-variable)
            assert (
                self.cell(cards.collector) in (self.home[cards.collector], self.home[cards.door])
                or self.cell(cards.collector)[1] in columns
            )


@settings(max_examples=10, deadline=None)
@given(formulas(), st.integers(0, 2**32), st.booleans())
def test_the_invariants_hold_after_every_random_move(formula, seed, is_careful):
    """Careful players prefer a move that leaves every card a match; others take any but H onto H′ (Lemma A)."""
    draw = random.Random(seed)
    watch = Watch(formula)
    head, last = watch.deal.heads
    while moves := [move for move in watch.board.legal_moves if move != (head, last)]:
        draw.shuffle(moves)
        good = (move for move in moves[:12] if not is_careful or leaves_no_odd_bird(watch.tops, move))
        watch.push(next(good, moves[0]))


def leaves_no_odd_bird(tops, move):
    left = tops - {move.target}
    return all(any(card.matches(other) for other in left if other != card) for card in left)
