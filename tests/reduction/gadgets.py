"""The gadgets of the repaired deal, each explored exhaustively while the rest of the board does whatever it may.

A gadget is a few cards of the core, which are followed card by card. The cells where they may come to stand are sorted
into *places*, and two places are in line if a cell of one is in line with a cell of the other. Cards that match one of
the gadget's but do not belong to it are *outsiders*. They are not followed: wherever outsiders may stand, a card of the
gadget that is in line with the place and matches one of them may go there, or be covered, at any time. So whatever
happens on the board happens in the gadget too, and what cannot happen in the gadget cannot happen on the board.

Cells, cards and matches are those of the deal. What is written here is which cells make a place, and where runners as
outsiders may stand: in the columns of their variable, and never two of them in a row (Lemma B 1 of
docs/intractability.md, which `runners` explores by itself). A jam, in which an activator in the exit and its runner
meet in the row of the leaves, is left out: the upper card of the two is never covered (B 3; `test_random_play` has
jams).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

from boaf.board import Board
from boaf.cards import Card
from boaf.reduction.repaired import Block, Repaired, Variable

Cell = tuple[int, int]
AWAY = "away"
"""The place of a card that was covered, or has left the gadget for good."""
OUTSIDER = -1


def core_board(deal: Repaired) -> Board:
    """The board without fillers and chain: if the deal is solvable, this is."""
    size = range(deal.size)
    cards = {cell: deal.cards[cell] for cell in deal.core}
    return Board.from_grid([[cards.get((row, column)) for column in size] for row in size])


@dataclass(frozen=True)
class Core:
    """The core of a repaired deal, or of a mutant of one."""

    at: dict[Card, Cell]
    blocks: list[Block]
    variables: list[Variable]

    @classmethod
    def of(cls, deal: Repaired) -> Core:
        return cls({deal.cards[cell]: cell for cell in deal.core}, deal.blocks, deal.variables)

    def exit_cells(self, usher: Card) -> set[Cell]:
        """The cells in the column of an usher."""
        return {cell for cell in self.at.values() if cell[1] == self.at[usher][1]}

    def runner_cells(self, variable: int) -> set[Cell]:
        """The cells in a variable's columns to which a runner can come: all that its own cards can leave."""
        cards = self.variables[variable - 1]
        own = [card for block in self.blocks for card in block.literals if abs(card.literal) == variable]
        there = [*cards.entries, *cards.leaves, *(card for one in own for card in (one.activator, one.opposite))]
        return {self.at[card] for card in there}

    def is_of_runners(self, card: Card) -> bool:
        """Whether a card has the rank of a variable's runners."""
        return card.rank in {cards.collector.rank for cards in self.variables}


class Gadget(NamedTuple):
    """All that an exploration needs to know; the gadgets of two deals are the same if these are equal."""

    homes: tuple[str, ...]
    """The place where each card starts."""
    matches: frozenset[tuple[int, int]]
    lines: frozenset[tuple[str, str]]
    outsiders: tuple[frozenset[str], ...]
    """For each card, the places where outsiders that match it may stand."""
    alike: int
    """This many of the first cards are alike: which of them stands where makes no difference."""


def gadget(
    core: Core,
    cards: list[Card],
    places: dict[Cell, str],
    columns: tuple[str, ...],
    apart: tuple[str, ...] = (),
    alike: int = 0,
) -> Gadget:
    """The gadget of these cards; runners of other rows stand in the places `columns`.

    No card goes from one of the places `apart` to another: no two runners are in a row, and there is no jam.
    """
    outsiders = []
    for card in cards:
        others = [other for other in core.at if other not in cards and card.matches(other)]
        where = {places[core.at[other]] for other in others if core.at[other] in places}
        outsiders.append(frozenset(where | (set(columns) if any(map(core.is_of_runners, others)) else set())))
    lines = {
        pair
        for (one, p), (other, q) in combinations(places.items(), 2)
        if _in_line(one, other) and not (p != q and {p, q} <= set(apart))
        for pair in ((p, q), (q, p))
    }
    matches = {(i, k) for i, one in enumerate(cards) for k, other in enumerate(cards) if i != k and one.matches(other)}
    homes = tuple(places[core.at[card]] for card in cards)
    return Gadget(homes, frozenset(matches), frozenset(lines), tuple(outsiders), alike)


def _in_line(one: Cell, other: Cell) -> bool:
    return one != other and (one[0] == other[0] or one[1] == other[1])


def literal_gadget(core: Core, block: int, number: int) -> Gadget:
    """Activator 0, opposite 1, runner 2; besides their cells, places are the rung, the rest of the clause, columns."""
    literals = core.blocks[block].literals
    own = literals[number]
    home = core.at[own.activator]
    places = {cell: "literal" if cell[1] == home[1] else "negation" for cell in core.runner_cells(abs(own.literal))}
    others = [card for one in literals if one != own for card in (one.activator, one.rung)]
    clause = {core.at[card] for card in (*others, *core.blocks[block].way)}
    places |= dict.fromkeys(clause | core.exit_cells(core.blocks[block].usher), "clause")
    places |= {home: "home", core.at[own.opposite]: "opposite", core.at[own.runner]: "start", core.at[own.rung]: "rung"}
    columns = "literal", "negation"
    return gadget(core, [own.activator, own.opposite, own.runner], places, columns, (*columns, "clause"))


def clause_gadget(core: Core, block: int) -> Gadget:
    """Rungs 0 … 5, of which the first lead to the exit, activators 6 … 8, usher 9."""
    cards = core.blocks[block]
    places = dict.fromkeys(core.exit_cells(cards.usher), "exit")
    places |= {core.at[card]: f"way {number}" for number, card in enumerate(cards.way)}
    places[core.at[cards.usher]] = "usher"
    for number, one in enumerate(cards.literals):
        places |= {core.at[one.activator]: f"home {number}", core.at[one.rung]: f"rung {number}"}
        places |= dict.fromkeys((core.at[one.opposite], core.at[one.runner]), f"{AWAY} {number}")
    rungs = [*cards.way, *(one.rung for one in cards.literals)]
    activators = [one.activator for one in cards.literals]
    return gadget(core, [*rungs, *activators, cards.usher], places, (), alike=len(rungs))


def variable_gadget(core: Core, variable: int) -> Gadget:
    """Collector 0, entries 1 and 2, leaves 3 and 4, door 5, usher 6; the variable's columns are u and ¬u."""
    cards = core.variables[variable - 1]
    first = core.at[cards.entries[0]][1]
    places = {cell: "u" if cell[1] == first else "¬u" for cell in core.runner_cells(variable)}
    places |= dict.fromkeys(core.exit_cells(cards.usher), "exit")
    inside = [cards.collector, *cards.entries, *cards.leaves, cards.door, cards.usher]
    names = ("collector", "entry u", "entry ¬u", "leaf u", "leaf ¬u", "door", "usher")
    places |= {core.at[card]: name for card, name in zip(inside, names, strict=True)}
    return gadget(core, inside, places, ("u", "¬u"), ("u", "¬u"))


Event = Callable[[Any, int, str, str, int], Any]
"""What is remembered after a move: the memory before it, the card, from where, to where, and the card it covered."""


class State(NamedTuple):
    """Where each card of a gadget is, and what is remembered of how it came there."""

    places: tuple[str, ...]
    memory: Any


def explore(found: Gadget, memory: Hashable, event: Event) -> set[State]:
    """Every state that can be reached."""
    start = State(_canonical(found, list(found.homes)), memory)
    seen = {start}
    waiting = [start]
    while waiting:
        for state in _successors(found, waiting.pop(), event):
            if state not in seen:
                seen.add(state)
                waiting.append(state)
    return seen


def _successors(found: Gadget, state: State, event: Event) -> Iterator[State]:
    for card, here in enumerate(state.places):
        if here == AWAY:
            continue
        for other, there in enumerate(state.places):
            if (card, other) in found.matches and (here, there) in found.lines:
                yield _after(found, state, {card: there, other: AWAY}, event(state.memory, card, here, there, other))
        for there in found.outsiders[card]:
            if (here, there) in found.lines:
                place = AWAY if there.startswith(AWAY) else there
                yield _after(found, state, {card: place}, event(state.memory, card, here, there, OUTSIDER))
                yield _after(found, state, {card: AWAY}, event(state.memory, OUTSIDER, there, here, card))


def _after(found: Gadget, state: State, changes: dict[int, str], memory: Hashable) -> State:
    places = list(state.places)
    for card, place in changes.items():
        places[card] = place
    return State(_canonical(found, places), memory)


def _canonical(found: Gadget, places: list[str]) -> tuple[str, ...]:
    return (*sorted(places[: found.alike]), *places[found.alike :])


def runners(core: Core, cards: Iterable[Card], freed: Callable[[Card, Cell], bool]) -> Iterator[dict[Card, Cell]]:
    """Every state of some cards of a core in their cells; a card that is `freed` where it stands may also go."""
    start = frozenset((card, core.at[card]) for card in cards)
    seen = {start}
    waiting = deque([start])
    while waiting:
        state = waiting.popleft()
        yield dict(state)
        for card, here in state:
            following = [
                state - {(card, here), (other, there)} | {(card, there)}
                for other, there in state
                if card.matches(other) and _in_line(here, there)
            ]
            if freed(card, here):
                following.append(state - {(card, here)})
            for after in following:
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
