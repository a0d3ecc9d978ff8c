"""Random play on the core of the repaired deal: Lemma B of docs/intractability.md holds after every move.

The rules are written again here, on cards that know only their match and their cell, so that thousands of games are
played in seconds.
"""

import random

import pytest

from boaf.reduction.formula import Formula
from boaf.reduction.repaired import Repaired

KINDS = ("activator", "opposite", "runner", "rung", "usher", "collector", "entry", "leaf", "door", "gate")


def random_formula(draw):
    """Up to four clauses of one to three literals, on up to four variables."""
    variables = draw.randint(1, 4)
    clauses = []
    for _ in range(draw.randint(1, 4)):
        names = draw.sample(range(1, variables + 1), draw.randint(1, min(3, variables)))
        clauses.append(tuple(draw.choice((1, -1)) * name for name in names))
    return Formula(variables, tuple(clauses))


class Game:
    """A play on the core, and what Lemma B says of it. A card that is covered has no cell."""

    def __init__(self, deal):
        self.deal = deal
        self.home = {deal.cards[cell]: cell for cell in deal.core}
        self.at = dict(self.home)
        self.top = {cell: card for card, cell in self.home.items()}
        self.matches = {one: [two for two in self.home if two != one and one.matches(two)] for one in self.home}
        self.exit = self.home[deal.head][1]
        self.exit_cells = {cell for cell in self.home.values() if cell[1] == self.exit}
        self.fired, self.unfired = set(), set()
        self.jammed = {}
        self.kinds = dict.fromkeys((deal.seat, deal.head), "gate")
        self.regions = [self.region_of_clause(block) for block in deal.blocks]
        self.variable_regions = [self.region_of_variable(k) for k in range(1, len(deal.variables) + 1)]
        self.runner_cards = [
            [card for card in self.home if card.rank == cards.collector.rank] for cards in deal.variables
        ]
        self.own = {one.activator: one for block in deal.blocks for one in block.literals}

    def region_of_clause(self, block):
        """Γ of the note: rungs, homes, and the core cells of the exit."""
        rungs = [*block.way, *(one.rung for one in block.literals)]
        self.kinds |= dict.fromkeys(rungs, "rung") | {block.usher: "usher"}
        for one in block.literals:
            self.kinds |= {one.activator: "activator", one.opposite: "opposite", one.runner: "runner"}
        return self.exit_cells | {self.home[card] for card in (*rungs, *(one.activator for one in block.literals))}

    def region_of_variable(self, variable):
        """Δ of the note: collector, entries, leaves, and the homes and opposites of literals on the variable."""
        cards = self.deal.variables[variable - 1]
        self.kinds |= {cards.collector: "collector", cards.door: "door", cards.usher: "usher"}
        self.kinds |= dict.fromkeys(cards.entries, "entry") | dict.fromkeys(cards.leaves, "leaf")
        own = [one for block in self.deal.blocks for one in block.literals if abs(one.literal) == variable]
        there = [cards.collector, *cards.entries, *cards.leaves]
        return {self.home[card] for card in (*there, *(c for one in own for c in (one.activator, one.opposite)))}

    def moves(self):
        at = self.at
        for one, here in at.items():
            for other in self.matches[one]:
                there = at.get(other)
                if there is not None and (here[0] == there[0] or here[1] == there[1]):
                    yield one, other

    def push(self, move):
        source, target = move
        here, there = self.at[source], self.at.pop(target)
        self.at[source] = there
        self.top[there] = source
        del self.top[here]
        assert source not in self.jammed
        assert target not in self.jammed
        if source in self.own and here == self.home[source]:
            (self.fired if here[1] == there[1] else self.unfired).add(source)
        for card in (source, target):
            if card in self.fired and self.own[card].runner in (source, target):
                self.jammed[source] = there
        kinds = {self.kinds[source], self.kinds[target]}
        assert not (kinds <= {"runner", "collector"} and here[0] == there[0])

    def check(self):
        for block, region in zip(self.deal.blocks, self.regions, strict=True):
            self.check_clause(block, region)
        for variable, cards in enumerate(self.deal.variables):
            self.check_variable(cards, self.variable_regions[variable], self.runner_cards[variable])
        assert self.at[self.deal.head][1] == self.exit
        if self.deal.seat in self.at:
            assert self.at[self.deal.seat] in self.exit_cells

    def check_clause(self, block, region):
        for rung in (*block.way, *(one.rung for one in block.literals)):
            assert self.at.get(rung) is None or self.at[rung] in region
        assert block.usher not in self.at or self.at[block.usher][1] == self.exit
        for one in block.literals:
            self.check_literal(one, region)

    def check_literal(self, one, region):
        row, column = home = self.home[one.activator]
        activator, opposite, runner = (self.at.get(card) for card in one[1:4])
        region_of_variable = self.variable_regions[abs(one.literal) - 1]
        assert opposite is None or opposite[0] == row
        if one.activator in self.jammed or one.runner in self.jammed:
            self.check_jam(one)
            return
        assert runner is None or runner == self.home[one.runner] or runner in region_of_variable
        assert runner is None or runner != self.home[self.deal.collector(abs(one.literal))]
        if one.activator in self.fired:
            assert all(cell is None or cell[1] != column for cell in (opposite, runner))
            assert activator is None or (activator in region and activator != home)
        elif activator is not None and one.activator in self.unfired:
            assert activator in (self.home[one.opposite], self.home[one.runner])
        elif activator is not None:
            assert activator == home
            assert all(cell is None or cell[1] != column for cell in (opposite, runner))

    def check_jam(self, one):
        """Activator and runner have met in the row of the leaves: the upper one stays where it is."""
        cards = self.deal.variables[abs(one.literal) - 1]
        (card,) = {one.activator, one.runner} & set(self.jammed)
        assert self.at[card] == self.jammed[card]
        assert not {one.activator, one.opposite, one.runner} - {card} & set(self.at)
        assert self.top.get(self.home[cards.door], card) == card
        leaf = self.home[cards.leaves[one.literal > 0]]
        assert self.jammed[card] == (leaf if card == one.activator else self.home[cards.door])

    def check_variable(self, cards, region, runner_cards):
        door, at = self.home[cards.door], self.at
        rows = [at[card][0] for card in runner_cards if card in at]
        assert len(set(rows)) == len(rows)
        for card in (*cards.entries, *cards.leaves, cards.door, cards.usher):
            assert card not in at or at[card][1] == self.exit or at[card] in region
        if cards.usher in at:
            upper = self.top.get(door)
            assert upper is None or upper == cards.usher or upper.suit != cards.usher.suit
            assert at[cards.usher][1] == self.exit or upper is None
        if cards.collector in at:
            assert at[cards.collector] == door or at[cards.collector] in region
            rows = self.home[cards.collector][0], door[0]
            for card in (*cards.entries, *cards.leaves):
                assert card not in at or at[card][0] in rows or at[card][1] == self.exit
                assert card not in at or at[card][1] != self.exit or at[cards.collector] != door


def jam(game, draw):
    """Moves after which the activator of a random literal and its runner are in line, with both alive."""
    block = draw.choice(game.deal.blocks)
    one = draw.choice(block.literals)
    cards = game.deal.variables[abs(one.literal) - 1]
    here, there = (1, 0) if one.literal > 0 else (0, 1)
    return [
        (one.runner, one.opposite),
        *((one.activator, rung) for rung in (one.rung, *block.way)),
        (cards.collector, cards.entries[here]),
        (cards.collector, cards.leaves[here]),
        (one.runner, cards.collector),
        (cards.leaves[there], cards.door),
        (cards.usher, cards.leaves[there]),
        (block.usher, cards.usher),
        (one.activator, block.usher),
        draw.choice([(one.activator, one.runner), (one.runner, one.activator)]),
    ]


def play(draw, *, with_jam=False):
    """One game: some kinds of cards like to move, others do not. The game, and the number of moves."""
    game = Game(Repaired(random_formula(draw)))
    weights = {kind: draw.choice((0.05, 0.3, 1, 3, 10)) for kind in KINDS}
    script = jam(game, draw)[::-1] if with_jam else []
    count = 0
    while moves := [move for move in game.moves() if move[1] != game.deal.head]:
        (move,) = draw.choices(moves, [weights[game.kinds[source]] for source, _ in moves])
        if script:
            assert script[-1] in moves
            move = script.pop()
        game.push(move)
        game.check()
        count += 1
    assert bool(game.jammed) >= with_jam
    return game, count


GAMES = pytest.mark.parametrize("games", [100, pytest.param(3000, marks=pytest.mark.thorough)])


@GAMES
def test_the_invariants_hold_after_every_random_move(games):
    """In every play but one that covers H, which no core card does in a solution (Lemma A)."""
    draw = random.Random(games)
    assert sum(play(draw)[1] for _ in range(games)) > 20 * games


@GAMES
def test_a_jammed_card_is_never_covered(games):
    """An activator and its runner meet in the row of the leaves: no random play gets there, so it begins there."""
    draw = random.Random(games)
    for _ in range(games):
        play(draw, with_jam=True)
