"""A board as a formula that is satisfiable exactly when the board is solvable.

Moves in different corners may be made in any order, and a SAT solver would have to refute every order. But a move
disturbs only the two stacks that it touches, and a stack stands in the cell of its bottom card. So what matters is only
who covers whom, and in which order each card does its covering: a tree, whose root is the last top card. These are the
formula's variables, for cards c, d, u:

    last(c)       c is the root
    covers(u, c)  u covers c: u and c match
    first(u, c)   c is the first that u covers
    next(d, c)    the card that covered d covers c next
    ends(c, x)    c is covered, or at the end stands, in the cell that x had at the start
    leads(c, x)   the card that covers c ends in the cell of x
    above(u, c)   u covers c, or a card above c
    before(d, c)  d and c are covered by the same card, d earlier

Every card except the last is covered once, first or next in its turn. A card that covers nothing ends in its own cell;
otherwise where the last that it covers ends. It can cover c first only if its own cell is in line with the cell where c
ends, and c after d only if those where d and c end are in line. Nothing is above or before itself. Conversely, moves
can be read off such a tree: a card's turn comes when all that it covers have had theirs.

Some clauses only help the solver: a cell is left once, by the highest card of its stack, so the cards that end in it
lie one above another (`_encode_stacks`). The last move can be made in either direction; unless the last card or its
cell is prescribed, the root stands before the last card it covers, in the order of cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations

from boaf.board import Board, Move
from boaf.cards import Card
from boaf.reduction.formula import Formula
from boaf.support.errors import BoafError

LARGEST = 64
"""The most stacks of a board that is still encoded: the clauses grow with their cube."""


class Encoding:
    """The formula of a board, and what its variables mean."""

    def __init__(
        self,
        board: Board,
        look: Callable[[], None] = lambda: None,
        *,
        last: Card | None = None,
        last_cell: int | None = None,
    ) -> None:
        """Write the formula.

        `look`, called every few milliseconds, may raise an exception that ends the work. Solutions must end with the
        card `last` on top, and in the cell `last_cell` (row · cols + column, from 0), where these are given.
        """
        if board.stack_count > LARGEST:
            raise BoafError(f"the board has {board.stack_count} stacks: at most {LARGEST} are written as a formula")
        occupied = [(cell, card) for cell, card in enumerate(board.tops) if card is not None]
        cells, rules = [cell for cell, _ in occupied], board.rules
        self.cards = [card for _, card in occupied]
        self._all = range(len(self.cards))
        self._in_line = [[rules.in_line(here, there, board.cols) for there in cells] for here in cells]
        self._match = [[u != c and rules.matches(self.cards[u], self.cards[c]) for c in self._all] for u in self._all]
        self._siblings = [[d != c and self._may_be_siblings(d, c) for c in self._all] for d in self._all]
        self._numbers: dict[tuple[str, int, int], int] = {}
        self.clauses: list[list[int]] = []
        self._look = look
        self._last = last
        self._mirrored = last is None and last_cell is None
        self._encode_tree()
        self._encode_turns()
        self._encode_cells()
        self._encode_stacks()
        self._encode_orders()
        self._encode_beginning()
        if last_cell is not None:
            there = [x for x in self._all if cells[x] == last_cell]  # no card ends in an empty cell
            self.clauses += [[-self._var("last", c, c), *(self._var("ends", c, x) for x in there)] for c in self._all]

    @property
    def formula(self) -> Formula:
        """The clauses as a formula."""
        return Formula(len(self._numbers), tuple(map(tuple, self.clauses)))

    def covers(self, card: Card, other: Card) -> int:
        """The variable which says that a card covers another, which it must match."""
        return self._numbers["covers", self.cards.index(card), self.cards.index(other)]

    def ways_to_cover(self, card: Card) -> list[int]:
        """The variables which say who covers a card: a clause for every card that cannot be the last."""
        covered = self.cards.index(card)
        return [self._numbers["covers", u, covered] for u in self._matches(covered)]

    def ends(self, card: Card) -> list[int]:
        """The variables which say where a card ends, one for each cell; one of them is true."""
        return [self._numbers["ends", self.cards.index(card), x] for x in self._all]

    def to_dimacs(self) -> str:
        """The formula as a DIMACS file, with comments that say what each variable means."""
        comments = [f"c {number} {self._describe(*name)}" for name, number in self._numbers.items()]
        return "\n".join([*comments, self.formula.to_dimacs()])

    def moves(self, model: Iterable[int]) -> list[Move]:
        """The solution that a satisfying assignment, given by its true literals, stands for."""
        true = set(model)
        after = {
            (kind, one): other
            for (kind, one, other), number in self._numbers.items()
            if number in true and kind in ("first", "next")
        }
        root = next(c for c in self._all if self._numbers["last", c, c] in true)
        moves: list[Move] = []
        # A card waits on the stack of cards in turn while those that it covers have theirs.
        waiting = [(root, after.get(("first", root)))]
        while waiting:
            card, child = waiting.pop()
            if child is not None:
                waiting.append((card, child))
                waiting.append((child, after.get(("first", child))))
                continue
            if waiting:
                parent, _ = waiting.pop()
                moves.append(Move(self.cards[parent], self.cards[card]))
                waiting.append((parent, after.get(("next", card))))
        return moves

    def _describe(self, kind: str, one: int, other: int) -> str:
        return f"{kind} {self.cards[one]}" + ("" if one == other and kind != "ends" else f" {self.cards[other]}")

    def _may_be_siblings(self, d: int, c: int) -> bool:
        return any(self._match[u][d] and self._match[u][c] for u in self._all if u not in (d, c))

    def _var(self, kind: str, one: int, other: int) -> int:
        return self._numbers.setdefault((kind, one, other), len(self._numbers) + 1)

    def _named(self, kind: str) -> Callable[[int, int], int]:
        return lambda one, other: self._var(kind, one, other)

    def _matches(self, c: int) -> list[int]:
        return [u for u in self._all if self._match[u][c]]

    def _successors(self, d: int) -> list[int]:
        return [c for c in self._all if self._siblings[d][c]]

    def _at_most_one(self, literals: list[int]) -> None:
        self.clauses += [[-one, -other] for one, other in combinations(literals, 2)]

    def _exactly_one(self, literals: list[int]) -> None:
        self.clauses.append(literals)
        self._at_most_one(literals)

    def _encode_tree(self) -> None:
        """One card is the last; every other is covered by one that it matches."""
        covers = self._named("covers")
        self._exactly_one([self._var("last", c, c) for c in self._all])
        if self._last is not None:
            root = self.cards.index(self._last)
            self.clauses.append([self._var("last", root, root)])
        for c in self._all:
            self._exactly_one([covers(u, c) for u in self._matches(c)] + [self._var("last", c, c)])

    def _encode_turns(self) -> None:
        """What a card covers, it covers one after another."""
        covers, first, then = self._named("covers"), self._named("first"), self._named("next")
        for c in self._all:
            turns = [first(u, c) for u in self._matches(c)] + [then(d, c) for d in self._successors(c)]
            self._exactly_one([*turns, self._var("last", c, c)])
        for u in self._all:
            firsts = [first(u, c) for c in self._matches(u)]
            self._at_most_one(firsts)
            self.clauses += [[-first(u, c), covers(u, c)] for c in self._matches(u)]
            self.clauses += [[-covers(u, c), *firsts] for c in self._matches(u)]
            self._at_most_one([then(u, c) for c in self._successors(u)])
        for d in self._all:
            self._look()
            for c in self._successors(d):
                self._encode_siblings(d, c)

    def _encode_siblings(self, d: int, c: int) -> None:
        """If c comes next after d, the same card covers both."""
        covers, then = self._named("covers"), self._var("next", d, c)
        for u in self._all:
            if self._match[u][d] and self._match[u][c]:
                self.clauses += [[-then, -covers(u, d), covers(u, c)], [-then, covers(u, d), -covers(u, c)]]
            elif self._match[u][d]:
                self.clauses.append([-then, -covers(u, d)])
            elif self._match[u][c]:
                self.clauses.append([-then, -covers(u, c)])

    def _encode_cells(self) -> None:
        """Where each card ends; what follows each other must be in line."""
        ends, leads, covers = self._named("ends"), self._named("leads"), self._named("covers")
        near = [[y for y in self._all if self._in_line[x][y]] for x in self._all]
        for c in self._all:
            firsts = [self._var("first", c, d) for d in self._matches(c)]
            nexts = [self._var("next", c, d) for d in self._successors(c)]
            self._exactly_one([ends(c, x) for x in self._all])
            self._exactly_one([leads(c, x) for x in self._all])
            self.clauses.append([*firsts, ends(c, c)])
            self.clauses += [[-turn, -ends(c, c)] for turn in firsts]
            for x in self._all:
                self.clauses += [[*nexts, -ends(c, x), leads(c, x)], [*nexts, ends(c, x), -leads(c, x)]]
                self.clauses += [[-turn, -ends(c, x), -leads(c, x)] for turn in nexts]
        for u in self._all:
            for c in self._matches(u):
                first, covered = self._var("first", u, c), covers(u, c)
                self.clauses += [[-first, -ends(c, x)] for x in self._all if not self._in_line[u][x]]
                for x in self._all:
                    self.clauses += [[-covered, -leads(c, x), ends(u, x)], [-covered, leads(c, x), -ends(u, x)]]
            for c in self._successors(u):
                self._look()
                then = self._var("next", u, c)
                for x in self._all:
                    self.clauses.append([-then, -ends(u, x), *(ends(c, y) for y in near[x])])
                    self.clauses.append([-then, -ends(c, x), *(ends(u, y) for y in near[x])])

    def _encode_stacks(self) -> None:
        """A cell is left once: those that end in it lie one above another, and only the highest can be taken away."""
        ends, leads, above = self._named("ends"), self._named("leads"), self._named("above")
        for c in self._all:
            self._look()
            for d in self._all:
                if c == d:
                    continue
                self.clauses.append([-ends(c, d), ends(d, d)])
                self.clauses += [[-ends(c, x), -ends(d, x), leads(c, x), above(c, d)] for x in self._all]
                if c < d:
                    self.clauses += [
                        [-ends(c, x), -ends(d, x), above(c, d), above(d, c)] for x in self._all if x not in (c, d)
                    ]

    def _encode_orders(self) -> None:
        """Nothing is above or before itself; the root is above all, and a card ends in the cell of one below it."""
        covers, above, before = self._named("covers"), self._named("above"), self._named("before")
        for u in self._all:
            self._look()
            last = self._var("last", u, u)
            for c in self._all:
                if u == c:
                    continue
                if u < c:
                    self.clauses += [[-above(u, c), -above(c, u)], [-before(u, c), -before(c, u)]]
                self.clauses += [[-last, above(u, c)], [-last, -above(c, u)]]
                self.clauses.append([-self._var("ends", u, c), above(u, c)])
                if self._match[u][c]:
                    self.clauses.append([-covers(u, c), above(u, c)])
                    if c < u and self._mirrored:
                        nexts = [self._var("next", c, d) for d in self._successors(c)]
                        self.clauses.append([-last, -covers(u, c), *nexts])
                for w in self._matches(u):
                    if w != c:
                        self.clauses.append([-covers(u, w), -above(w, c), above(u, c)])
                for w in self._matches(c):
                    if w != u:
                        self.clauses.append([-covers(w, c), -above(u, c), above(u, w)])
                if self._siblings[u][c]:
                    self.clauses.append([-self._var("next", u, c), before(u, c)])
                for d in self._successors(u):
                    if d != c:
                        self.clauses.append([-self._var("next", u, d), -before(d, c), before(u, c)])

    def _encode_beginning(self) -> None:
        """Some move can be made at once.

        This follows from the rest: what the parent of a deepest card covers first is as deep, so it covers nothing and
        stands in its own cell. Saying it spares a solver the proof on boards with few moves.
        """
        if len(self.cards) == 1:
            return
        pairs = [(u, c) for u in self._all for c in self._all if self._match[u][c] and self._in_line[u][c]]
        some = [self._var("first", u, c) for u, c in pairs]
        last = self._var("last", 0, 0)
        self.clauses += [some] if some else [[last], [-last]]
