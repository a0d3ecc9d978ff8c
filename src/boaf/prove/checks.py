"""The checker's tests, one for each condition: whether its witness is what the head of its module asks for.

A check takes what is known of a board, and by name the entries that the witness must have. It raises `ProofError`, with
one line that says what is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping

from boaf.board import Board
from boaf.cards import Card
from boaf.prove.independent import (
    MOST_SETS,
    CollapseFamily,
    Layout,
    PivotLives,
    Tick,
    are_in_line,
    can_collapse,
    closed_set,
    digest_of,
    is_one_part,
    layout_of,
    matches_of,
    parts_of,
)
from boaf.support.errors import ParseError, ProofError

MOST_ON_SIDE = 6
MOST_IN_PART = 10
MOST_POSITIONS = 1 << 20
"""No proof by exhaustion is longer, so a longer one is refused before the checker does any work."""


class ProofContext:
    """What the checker knows of a board, and how it reads the cards of a witness."""

    def __init__(self, board: Board, tick: Tick = lambda: None) -> None:
        self.board = board
        self.rules = board.rules
        self.tick = tick
        """Called again and again by a long check; it may raise an error."""
        self.layout = layout_of(board)
        self.place = {card: cell for cell, card in self.layout.items()}
        self.cards = set(self.place)
        self.matches = matches_of(self.cards, self.rules)
        self.in_line = {
            card: {other for other in self.cards if are_in_line(self.place[card], self.place[other], self.rules)}
            for card in self.cards
        }

    def card(self, name: object, what: str) -> Card:
        """A card of the witness, which must be a top card of the board."""
        try:
            card = Card.parse(name) if isinstance(name, str) else None
        except ParseError:
            card = None
        if card not in self.place or name != str(card):
            raise ProofError(f"{what}: {name!r} is not a top card of the board")
        return card

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
        if cards != self.sorted(cards):
            raise ProofError(f"{what}: the cards must be in the order of their cells")
        return set(cards)

    def sorted(self, cards: list[Card] | set[Card] | frozenset[Card]) -> list[Card]:
        """Cards in the order of their cells."""
        return sorted(cards, key=self.place.__getitem__)


def odd_bird(context: ProofContext, *, card: object) -> None:
    """The card matches no other."""
    bird = context.card(card, "odd bird")
    if partners := context.matches[bird]:
        raise ProofError(f"{bird} is not an odd bird: it matches {min(partners)}")


def multiple_flocks(context: ProofContext, *, flock: object) -> None:
    """The flock is a part of the compatibility graph, and not all of it."""
    _require_part(context.set_of(flock, "flock"), context.cards, context.matches, "flock", "matches")


def stranded(context: ProofContext, *, part: object) -> None:
    """The part is a part of the position graph, and not all of it."""
    _require_part(context.set_of(part, "part"), context.cards, context.in_line, "part", "is in line with")


def _require_part(part: set[Card], cards: set[Card], graph: Mapping[Card, set[Card]], what: str, verb: str) -> None:
    """A part must hang together, leave something out, and have no edge to it."""
    for card in sorted(part):
        if outside := graph[card] & cards - part:
            raise ProofError(f"{what}: {card} {verb} {min(outside)}, which is outside it")
    if part == cards:
        raise ProofError(f"{what}: it holds all cards")
    if not is_one_part(part, graph):
        raise ProofError(f"{what}: it is in several parts itself")


def cut_edge(context: ProofContext, *, edge: object, side: object, mini_boards: object) -> None:
    """Neither the side of u nor a mini-board of it with w, in any cell of the other side, can be collapsed."""
    ends = context.list_of(edge, "edge")
    if len(ends) != 2 or ends[1] not in context.matches[ends[0]]:
        raise ProofError(f"edge: {edge} are not two cards that match")
    u, w = ends
    cards = context.set_of(side, "side")
    uncut = context.matches | {u: context.matches[u] - {w}, w: context.matches[w] - {u}}
    if cards not in parts_of(context.cards, uncut) or u not in cards or w in cards:
        raise ProofError(f"side: these are not the cards on the side of {u} when the match {u}, {w} is cut")
    if len(cards) > MOST_ON_SIDE or len(context.cards - cards) < 2:
        raise ProofError(f"side: the condition takes up to {MOST_ON_SIDE} cards, with two or more on the other side")
    alone = {context.place[card]: card for card in cards}
    if can_collapse(alone, context.rules):
        raise ProofError("side: it can be collapsed to a single stack")
    minis = [alone | {context.place[other]: w} for other in context.sorted(context.cards - cards - {w})]
    texts = [_text_of(context.board, mini) for mini in minis]
    if mini_boards != texts:
        raise ProofError(f"mini_boards: they are not the side with {w} in each cell of the others in turn")
    for text, mini in zip(texts, minis, strict=True):
        if can_collapse(mini, context.rules):
            raise ProofError(f"mini_boards: {text} can be collapsed to a single stack")


def _text_of(board: Board, layout: Layout) -> str:
    grid = [[layout.get((row, column)) for column in range(board.cols)] for row in range(board.rows)]
    return Board.from_grid(grid, rules=board.rules).text()


def lollipop_stick(context: ProofContext, *, stick: object, matches: object, moves: object) -> None:
    """Card w matches fewer others than the moves that bring it in line with both x and u, which match little else."""
    cards = context.list_of(stick, "stick")
    if len(cards) != 3:
        raise ProofError("stick: it has three cards")
    x, u, w = cards
    if context.matches[x] != {u} or context.matches[u] != {x, w}:
        raise ProofError(f"stick: {x} must match only {u}, and {u} only {x} and {w}")
    if u in context.in_line[x]:
        raise ProofError(f"stick: {x} and {u} are in line")
    others = context.cards - {x, u, w}
    most, needed = len(context.matches[w] & others), _moves_to_both(context, w, others, x, u)
    if not _is_same(matches, most):
        raise ProofError(f"matches: {w} matches {most} of the other cards, not {matches!r}")
    if not _is_same(moves, needed):
        raise ProofError(f"moves: {w} needs {needed or 'more than there are'}, not {moves!r}")
    if needed is not None and most >= needed:
        raise ProofError(f"moves: {w} matches enough cards for {needed} moves")


def _moves_to_both(context: ProofContext, w: Card, others: set[Card], x: Card, u: Card) -> int | None:
    """The fewest moves that bring w, over cells of the others, in line with x and u; None if nothing does."""
    goal = context.in_line[x] & context.in_line[u]
    if not others:
        return 0 if w in goal else None
    ring, left = {w}, set(others)
    for moves in range(1, len(others) + 1):
        ring = {card for card in left if context.in_line[card] & ring}
        left -= ring
        if ring & goal:
            return moves
    return None


def lynchpin(context: ProofContext, *, lynchpins: object, apart: object) -> None:
    """Every lynchpin holds the position graph together, and without all of them the cards apart are a part by card."""
    pins, part = context.set_of(lynchpins, "lynchpins"), context.set_of(apart, "apart")
    for pin in sorted(pins):
        if is_one_part(context.cards - {pin}, context.in_line):
            raise ProofError(f"lynchpins: {pin} is none, for without it no stack is stranded")
    if part & pins:
        raise ProofError(f"apart: {min(part & pins)} is named among the lynchpins")
    _require_part(part, context.cards - pins, context.matches, "apart", "matches")


def cut_vertex(context: ProofContext, *, card: object, parts: object) -> None:
    """A part can be neither covered by the card nor cover it, or two parts cannot be covered."""
    pivot = context.card(card, "card")
    if not isinstance(parts, list) or len(parts) not in (1, 2):
        raise ProofError("parts: one or two lists of cards are needed")
    claimed = [context.set_of(part, "parts") for part in parts]
    around = parts_of(context.cards - {pivot}, context.matches)
    for part in claimed:
        if part not in around or len(around) < 2:
            raise ProofError(f"parts: without {pivot}, these are not a part by card among several")
        if len(part) > MOST_IN_PART:
            raise ProofError(f"parts: the condition takes up to {MOST_IN_PART} cards")
    sizes = [(len(part), context.place[context.sorted(part)[0]]) for part in claimed]
    if len(claimed) == 2 and sizes[0] >= sizes[1]:
        raise ProofError("parts: they must be two, the smaller first, of one size the one with the lower cell")
    for part in claimed:
        lives = PivotLives(context.layout, pivot, part, len(around) - 1, context.rules)
        if lives.can_cover_part():
            raise ProofError(f"parts: {pivot} can cover all of the part of {min(part)}")
        if len(claimed) == 1 and lives.can_be_covered():
            raise ProofError(f"parts: the part of {min(part)} can cover {pivot}")


def collapse(context: ProofContext, *, sets: object, states: object, digest: object) -> None:
    """The states are as many as is said and have the digest, and none of them is of the set of all stacks."""
    family = CollapseFamily(context.layout, _claimed("sets", sets, MOST_SETS), context.tick, context.rules)
    if family.is_cut_off:
        raise ProofError(f"sets: there are more than {sets}")
    found = {members: tops for members, tops in family.states.items() if len(members) > 1}
    if frozenset(context.cards) in found:
        raise ProofError("all stacks can be collapsed to one")
    lines = [
        f"{' '.join(map(str, context.sorted(members)))},{v},{f[0] * context.board.cols + f[1]}"
        for members, tops in found.items()
        for v, cells in tops.items()
        for f in cells
    ]
    _require_same("sets", sets, len(found))
    _require_same("states", states, len(lines))
    _require_same("digest", digest, digest_of(lines))


def search(context: ProofContext, *, positions: object, digest: object) -> None:
    """The positions are as many as is said and have the digest, and none of them is a single stack."""
    most = _claimed("positions", positions, MOST_POSITIONS)
    found = closed_set(context.layout, most, context.tick, context.rules)
    if any(len(stacks) == 1 for stacks in found):
        raise ProofError("a single stack can be reached")
    if len(found) > most:
        raise ProofError(f"positions: there are more than {most}")
    cells = [divmod(k, context.board.cols) for k in range(len(context.board.tops))]
    lines = [" ".join(str(stacks.get(cell, "--")) for cell in cells) for stacks in found]
    _require_same("positions", positions, len(found))
    _require_same("digest", digest, digest_of(lines))


def _claimed(what: str, value: object, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise ProofError(f"{what}: a whole number from 0 to {most:,} is needed, not {value!r}")
    return value


def _is_same(claimed: object, found: object) -> bool:
    """Whether two values are equal and of one type, so that 1 is neither 1.0 nor True."""
    return type(claimed) is type(found) and claimed == found


def _require_same(what: str, claimed: object, found: object) -> None:
    if not _is_same(claimed, found):
        raise ProofError(f"{what}: the checker finds {found}, not {claimed!r}")
