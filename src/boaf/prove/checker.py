"""An independent checker: whether a proof really shows that a board cannot be solved.

It shares no code with the conditions or the kernel: it knows the rules only from `Board` and `Card`, finds everything
that a witness claims by itself (`independent`), and says in one line what is wrong. Why a condition that holds makes a
board unsolvable is argued at the head of that condition's module; here it is only tested that it holds.

The text of a proof is for people. The checker asks that it name the cards of the witness, and no others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from boaf.board import Board
from boaf.cards import Card
from boaf.errors import ParseError, ProofError
from boaf.prove.independent import (
    are_in_line,
    can_collapse,
    closed_positions,
    collapsible_states,
    component,
    is_one_component,
    layout_of,
    ways_of_part,
)
from boaf.prove.proof import Proof

_CARD_NAME = re.compile(r"(?<![\w.])(?:[A2-9TJQK][CDHS]|\d+\.\d+)(?![\w])")
_MOST_ON_SIDE = 6
_MOST_IN_PART = 10


def check_proof(board: Board, proof: Proof) -> None:
    """Raise `ProofError`, with the reason, unless the proof holds for this board."""
    if proof.board != board.text():
        raise ProofError(f"the proof is about another board: {proof.board}")
    if proof.verdict != "unsolvable":
        raise ProofError(f"a proof shows that a board is unsolvable, not {proof.verdict!r}")
    if proof.reason not in _CHECKS:
        raise ProofError(f"unknown reason {proof.reason!r}: it must be one of {', '.join(_CHECKS)}")
    if board.is_solved:
        raise ProofError("the board is solved: a single stack is left")
    entries, check = _CHECKS[proof.reason]
    if sorted(proof.witness) != sorted(entries):
        raise ProofError(f"the witness of {proof.reason} must have the entries {', '.join(entries)}, and no others")
    check(_Facts(board), proof.witness)
    _check_text(proof)


class _Facts:
    """What the checker knows of a board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.layout = layout_of(board)
        self.place = {card: cell for cell, card in self.layout.items()}
        self.cards = set(self.place)

    def matches(self, card: Card, among: set[Card]) -> set[Card]:
        return {other for other in among if other != card and other.matches(card)}

    def in_line(self, one: Card, other: Card) -> bool:
        return are_in_line(self.place[one], self.place[other])

    def card(self, name: object, what: str) -> Card:
        """A card of the witness, which must be a top card of the board."""
        try:
            card = Card.parse(name) if isinstance(name, str) else None
        except ParseError:
            card = None
        if card not in self.place or name != str(card):
            raise ProofError(f"{what}: {name!r} is not a top card of the board")
        return card

    def first(self, cards: set[Card]) -> tuple[int, int]:
        """The lowest cell of some cards."""
        return min(self.place[card] for card in cards)

    def list_of(self, names: object, what: str) -> list[Card]:
        """Cards of the witness, at least one, in any order, each once."""
        if not isinstance(names, list) or not names:
            raise ProofError(f"{what}: a list of cards is needed, not {names!r}")
        cards = [self.card(name, what) for name in names]
        if len(set(cards)) < len(cards):
            raise ProofError(f"{what}: a card is named twice")
        return cards

    def set_of(self, names: object, what: str) -> set[Card]:
        """Cards of the witness, at least one, in the order of their cells."""
        cards = self.list_of(names, what)
        if cards != sorted(cards, key=self.place.__getitem__):
            raise ProofError(f"{what}: the cards must be in the order of their cells")
        return set(cards)


def _whole_number(value: object, what: str) -> int:
    if type(value) is not int:
        raise ProofError(f"{what}: a whole number is needed, not {value!r}")
    return value


def _odd_bird(facts: _Facts, witness: dict[str, Any]) -> None:
    card = facts.card(witness["card"], "odd bird")
    if partners := facts.matches(card, facts.cards):
        raise ProofError(f"{card} is no odd bird: it matches {min(partners)}")


def _multiple_flocks(facts: _Facts, witness: dict[str, Any]) -> None:
    flock = facts.set_of(witness["flock"], "flock")
    _require_part(flock, facts.cards, Card.matches, "flock", "matches")


def _stranded(facts: _Facts, witness: dict[str, Any]) -> None:
    part = facts.set_of(witness["part"], "part")
    _require_part(part, facts.cards, facts.in_line, "part", "is in line with")


def _require_part(
    part: set[Card], cards: set[Card], joined: Callable[[Card, Card], bool], what: str, verb: str
) -> None:
    """A part must hang together, leave something out, and have no link to it."""
    for card in sorted(part):
        for other in sorted(cards - part):
            if joined(card, other):
                raise ProofError(f"{what}: {card} {verb} {other}, which is outside it")
    if part == cards:
        raise ProofError(f"{what}: it holds all cards")
    if not is_one_component(part, joined):
        raise ProofError(f"{what}: it is in several parts itself")


def _cut_edge(facts: _Facts, witness: dict[str, Any]) -> None:
    edge = facts.list_of(witness["edge"], "edge")
    side = facts.set_of(witness["side"], "side")
    if len(edge) != 2 or not edge[0].matches(edge[1]):
        raise ProofError(f"edge: {witness['edge']} are not two cards that match")
    u, w = edge
    if side != component(u, facts.cards, lambda a, b: a.matches(b) and {a, b} != {u, w}) or w in side:
        raise ProofError(f"side: these are not the cards on the side of {u} when the match {u}, {w} is cut")
    if len(side) > _MOST_ON_SIDE or len(facts.cards - side) < 2:
        raise ProofError(f"side: the condition takes up to {_MOST_ON_SIDE} cards, with two or more on the other side")
    own = {facts.place[card]: card for card in side}
    if can_collapse(own):
        raise ProofError("side: it can be collapsed to a single stack")
    minis = [own | {cell: w} for cell in sorted(facts.layout) if facts.layout[cell] not in side | {w}]
    if witness["mini_boards"] != [_text_of(facts.board, mini) for mini in minis]:
        raise ProofError(f"mini_boards: they are not the side with {w} in each cell of the others in turn")
    for text, mini in zip(witness["mini_boards"], minis, strict=True):
        if can_collapse(mini):
            raise ProofError(f"mini_boards: {text} can be collapsed to a single stack")


def _text_of(board: Board, layout: dict[tuple[int, int], Card]) -> str:
    grid = [[layout.get((row, column)) for column in range(board.cols)] for row in range(board.rows)]
    return Board.from_grid(grid).text()


def _lollipop_stick(facts: _Facts, witness: dict[str, Any]) -> None:
    stick = facts.list_of(witness["stick"], "stick")
    if len(stick) != 3:
        raise ProofError("stick: it has three cards")
    x, u, w = stick
    if facts.matches(x, facts.cards) != {u} or facts.matches(u, facts.cards) != {x, w}:
        raise ProofError(f"stick: {x} must match only {u}, and {u} only {x} and {w}")
    if facts.in_line(x, u):
        raise ProofError(f"stick: {x} and {u} are in line")
    others = facts.cards - {x, u, w}
    matches, moves = len(facts.matches(w, others)), _moves_to_both(facts, w, others, x, u)
    if _whole_number(witness["matches"], "matches") != matches:
        raise ProofError(f"matches: {w} matches {matches} of the other cards, not {witness['matches']}")
    if witness["moves"] != moves or type(witness["moves"]) is not type(moves):
        raise ProofError(f"moves: {w} needs {moves or 'more than there are'}, not {witness['moves']!r}")
    if moves is not None and matches >= moves:
        raise ProofError(f"moves: {w} matches enough cards for {moves} moves")


def _moves_to_both(facts: _Facts, w: Card, others: set[Card], x: Card, u: Card) -> int | None:
    """The fewest moves that bring w, over cells of the others, in line with x and u; None if nothing does."""
    goal = {card for card in others | {w} if facts.in_line(card, x) and facts.in_line(card, u)}
    if not others:
        return 0 if w in goal else None
    ring, left = {w}, set(others)
    for moves in range(1, len(others) + 1):
        ring = {card for card in left if any(facts.in_line(card, start) for start in ring)}
        left -= ring
        if ring & goal:
            return moves
    return None


def _lynchpin(facts: _Facts, witness: dict[str, Any]) -> None:
    pins = facts.set_of(witness["lynchpins"], "lynchpins")
    apart = facts.set_of(witness["apart"], "apart")
    for pin in sorted(pins):
        if is_one_component(facts.cards - {pin}, facts.in_line):
            raise ProofError(f"lynchpins: {pin} is none, for without it no stack is stranded")
    if apart & pins:
        raise ProofError(f"apart: {min(apart & pins)} is named among the lynchpins")
    _require_part(apart, facts.cards - pins, Card.matches, "apart", "matches")


def _cut_vertex(facts: _Facts, witness: dict[str, Any]) -> None:
    pivot = facts.card(witness["card"], "card")
    if not isinstance(witness["parts"], list) or len(witness["parts"]) not in (1, 2):
        raise ProofError("parts: one or two lists of cards are needed")
    parts = [facts.set_of(part, "parts") for part in witness["parts"]]
    rest = facts.cards - {pivot}
    components = {frozenset(component(card, rest, Card.matches)) for card in rest}
    for part in parts:
        if frozenset(part) not in components or len(components) < 2:
            raise ProofError(f"parts: without {pivot}, these are not a part by card among several")
        if len(part) > _MOST_IN_PART:
            raise ProofError(f"parts: the condition takes up to {_MOST_IN_PART} cards")
    if len(parts) == 2 and (len(parts[0]), facts.first(parts[0])) >= (len(parts[1]), facts.first(parts[1])):
        raise ProofError("parts: they must be two, the smaller first, of one size the one with the lower cell")
    for part in parts:
        covered, covering = ways_of_part(facts.layout, pivot, part, len(components) - 1)
        if covered:
            raise ProofError(f"parts: {pivot} can cover all of the part of {min(part)}")
        if covering and len(parts) == 1:
            raise ProofError(f"parts: the part of {min(part)} can cover {pivot}")


def _collapse(facts: _Facts, witness: dict[str, Any]) -> None:
    sets, states, digest, is_solvable = collapsible_states(facts.board)
    if is_solvable:
        raise ProofError("all stacks can be collapsed to one")
    _require_equal(witness, {"sets": sets, "states": states, "digest": digest})


def _search(facts: _Facts, witness: dict[str, Any]) -> None:
    claimed = _whole_number(witness["positions"], "positions")
    positions, digest, is_solvable = closed_positions(facts.board, claimed)
    if is_solvable:
        raise ProofError("a single stack can be reached")
    if positions > claimed:
        raise ProofError(f"positions: there are more than {claimed}")
    _require_equal(witness, {"positions": positions, "digest": digest})


def _require_equal(witness: dict[str, Any], found: dict[str, Any]) -> None:
    for name, value in found.items():
        if witness[name] != value or type(witness[name]) is not type(value):
            raise ProofError(f"{name}: the checker finds {value}, not {witness[name]!r}")


def _check_text(proof: Proof) -> None:
    named = set(_CARD_NAME.findall(proof.text))
    witnessed = {text for text in _texts(proof.witness) if _CARD_NAME.fullmatch(text)}
    if named != witnessed:
        odd = min(named ^ witnessed)
        raise ProofError(f"the text {'names' if odd in named else 'does not name'} {odd}, unlike the witness")


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for entry in value.values():
            yield from _texts(entry)
    elif isinstance(value, list):
        for entry in value:
            yield from _texts(entry)


_CHECKS: dict[str, tuple[tuple[str, ...], Callable[[_Facts, dict[str, Any]], None]]] = {
    "odd-bird": (("card",), _odd_bird),
    "multiple-flocks": (("flock",), _multiple_flocks),
    "cut-edge": (("edge", "side", "mini_boards"), _cut_edge),
    "lollipop-stick": (("stick", "matches", "moves"), _lollipop_stick),
    "stranded": (("part",), _stranded),
    "lynchpin": (("lynchpins", "apart"), _lynchpin),
    "cut-vertex": (("card", "parts"), _cut_vertex),
    "collapse": (("sets", "states", "digest"), _collapse),
    "search": (("positions", "digest"), _search),
}
"""The entries of each witness, and how it is checked."""
