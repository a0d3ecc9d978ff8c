"""The checker's own ways to exhaust a board, in plain Python, written apart from the provers and the kernel.

A position is a mapping from cells to top cards, a cell is (row, column), and sets are sets. Speed matters little here:
a reader who doubts a proof should be able to check this file. A recursion that is argued for at the head of a condition
is quoted next to the code that follows it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Set
from itertools import combinations
from typing import TypeVar

from boaf.board import Board
from boaf.cards import Card
from boaf.rules import STANDARD_RULES, Rules

Tick = Callable[[], None]
MOST_SETS = 1 << 15
"""No proof by `collapse` has more sets, nor meets more on its way."""

Cell = tuple[int, int]
Layout = Mapping[Cell, Card]
Cards = frozenset[Card]
Tops = Mapping[Card, set[Cell]]
"""Of a set of cards: the cells in which each of them can stand on top of all of it."""
Vertex = TypeVar("Vertex", Card, Cell)
Key = TypeVar("Key")
Filled = TypeVar("Filled", bound=Collection[object])


def layout_of(board: Board) -> dict[Cell, Card]:
    """Where every top card stands."""
    return {divmod(k, board.cols): card for k, card in enumerate(board.tops) if card is not None}


def are_in_line(one: Cell, other: Cell, rules: Rules) -> bool:
    """Match by position."""
    if rules.adjacent:
        return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1
    return one != other and (one[0] == other[0] or one[1] == other[1])


def matches_of(cards: Collection[Card], rules: Rules) -> dict[Card, set[Card]]:
    """The compatibility graph: every card with the others that match it."""
    return {card: {other for other in cards if other != card and rules.matches(other, card)} for card in cards}


def lines_of(cells: Collection[Cell], rules: Rules) -> dict[Cell, set[Cell]]:
    """The position graph: every cell with the others in line with it."""
    return {cell: {other for other in cells if are_in_line(cell, other, rules)} for cell in cells}


def parts_of(vertices: Iterable[Vertex], graph: Mapping[Vertex, set[Vertex]]) -> list[set[Vertex]]:
    """The parts into which a graph falls on some of its vertices."""
    left = set(vertices)
    parts = []
    while left:
        part: set[Vertex] = set()
        reached = {min(left)}
        while reached:
            part |= reached
            left -= reached
            reached = left & union(graph[vertex] for vertex in reached)
        parts.append(part)
    return parts


def is_one_part(vertices: Iterable[Vertex], graph: Mapping[Vertex, set[Vertex]]) -> bool:
    """Whether a graph hangs together on some of its vertices; on none it does."""
    return len(parts_of(vertices, graph)) <= 1


def union(sets: Iterable[set[Vertex]]) -> set[Vertex]:
    """Everything that is in one of the sets."""
    return set().union(*sets)


def without_empty(mapping: Mapping[Key, Filled]) -> dict[Key, Filled]:
    """The entries of a mapping whose values hold something."""
    return {key: value for key, value in mapping.items() if value}


def digest_of(lines: Iterable[str]) -> str:
    """The SHA-256 of lines, sorted, each with a newline."""
    return hashlib.sha256("".join(f"{line}\n" for line in sorted(lines)).encode()).hexdigest()


def can_collapse(layout: Layout, rules: Rules) -> bool:
    """Whether a few stacks can be collapsed to one: every order of moves, by brute force."""
    seen: set[frozenset[tuple[Cell, Card]]] = set()
    todo = [layout]
    while todo:
        stacks = todo.pop()
        if len(stacks) == 1:
            return True
        if frozenset(stacks.items()) not in seen:
            seen.add(frozenset(stacks.items()))
            todo += after_each_move(stacks, rules)
    return False


def after_each_move(stacks: Layout, rules: Rules) -> list[Layout]:
    """The positions that the legal moves lead to."""
    return [
        {cell: card for cell, card in stacks.items() if cell not in (source, target)} | {target: moving}
        for source, moving in stacks.items()
        for target, covered in stacks.items()
        if are_in_line(source, target, rules) and rules.matches(moving, covered)
    ]


def closed_set(layout: Layout, most: int, tick: Tick = lambda: None, rules: Rules = STANDARD_RULES) -> list[Layout]:
    """The closed set of `search`; only some of it, but more than `most`, where it is larger than that.

    `tick` is called once per position and may raise an error. The search ends at a single stack too, where one can be
    reached: then there is nothing more to show.

    It "holds the board and every position that legal moves lead to, by way of positions that are neither separated nor
    stranded; positions that are one of these are left out".
    """
    seen: dict[frozenset[tuple[Cell, Card]], Layout] = {}
    todo = [layout]
    while todo and len(seen) <= most:
        tick()
        stacks = todo.pop()
        key = frozenset(stacks.items())
        if key in seen:
            continue
        is_separated = not is_one_part(stacks.values(), matches_of(stacks.values(), rules))
        is_stranded = not is_one_part(stacks, lines_of(stacks, rules))
        if not (is_separated or is_stranded):
            seen[key] = stacks
            todo += after_each_move(stacks, rules)
            if len(stacks) == 1:
                break
    return list(seen.values())


class PivotLives:
    """For `cut-vertex`: what a part C and its pivot v can do, where v may visit the cells of the other cards, D.

    This is the recursion at the head of `cut_vertex`: `standing[S][c]` is F(S, c) and `lives[S][j]` is X(S, j). Sets S
    are taken smaller ones first; one that cannot be collapsed is left out of `standing`.
    """

    def __init__(
        self, layout: Layout, pivot: Card, part: Set[Card], parts_of_d: int, rules: Rules = STANDARD_RULES
    ) -> None:
        self.v = pivot
        self.matches = matches_of(layout.values(), rules)
        self.everything = frozenset({*part, pivot})
        self.home = {card: cell for cell, card in layout.items()}
        self.line = lines_of(layout, rules)
        self.cells_of_d = {cell for cell, card in layout.items() if card not in self.everything}
        self.d = sum(layout[cell] in self.matches[pivot] for cell in self.cells_of_d)
        self.parts_of_d = parts_of_d
        self.standing: dict[Cards, Tops] = {}
        self.lives: dict[Cards, list[set[Cell]]] = {}
        for members in subsets(self.everything):
            self._collapse(members)

    def can_cover_part(self) -> bool:
        """Whether X(C ∪ {v}, j) is not empty for some j."""
        return any(self.lives[self.everything])

    def can_be_covered(self) -> bool:
        """Whether F(C ∪ {v}, c) is not empty for some c in C."""
        return any(card != self.v for card in self.standing.get(self.everything, ()))

    def _collapse(self, members: Cards) -> None:
        splits = [(members - child, child) for child in self.standing if child < members]
        tops = {card: self._cells_of(card, members, splits) for card in members if card != self.v}
        if self.v in members:
            self.lives[members] = self._life(members, splits)
            # F(S, v) = the union of X(S, j) for j ≥ the number of parts of D, in each of which v covers a card.
            tops[self.v] = union(self.lives[members][self.parts_of_d :])
        if any(tops.values()):
            self.standing[members] = without_empty(tops)

    def _cells_of(self, card: Card, members: Cards, splits: list[tuple[Cards, Cards]]) -> set[Cell]:
        """F(S, c) for a card c of C, as at the head of `solvers.collapse`, where the card is called v."""
        # F({v}, v) = {the cell of v},
        cells = {self.home[card]} if members == {card} else set()
        # F(S, v)   = the cells f such that S splits into P ∋ v and Q ∌ v with a card c of Q that matches v,
        #             f ∈ F(Q, c), and f in line with some cell of F(P, v)
        for own, child in splits:
            if card in self.standing.get(own, ()):
                cells |= self._reach(card, self.standing[own][card], child)
        return cells

    def _life(self, members: Cards, splits: list[tuple[Cards, Cards]]) -> list[set[Cell]]:
        """X(S, j) for all j from 0 to d."""
        life: list[set[Cell]] = [set() for _ in range(self.d + 1)]
        # X({v}, 0) is the cell of v,
        if members == {self.v}:
            life[0] = {self.home[self.v]}
        for j in range(self.d + 1):
            # X(S, j) holds the cells of D in line with a cell of X(S, j − 1), for j ≤ d,
            if j > 0:
                life[j] |= self.cells_of_d & self._in_line(life[j - 1])
            # and the cells of F(Q, c), c a match of v, in line with one of X(P, j), for S made of P ∋ v and Q ∌ v,
            for own, child in splits:
                if own in self.lives and self.lives[own][j]:
                    life[j] |= self._reach(self.v, self.lives[own][j], child)
        return life

    def _reach(self, card: Card, cells: set[Cell], child: Cards) -> set[Cell]:
        """Where a card that stands in one of some cells can cover the set `child`."""
        landing = union(there for top, there in self.standing[child].items() if top in self.matches[card])
        return landing & self._in_line(cells)

    def _in_line(self, cells: set[Cell]) -> set[Cell]:
        return union(self.line[cell] for cell in cells)


def subsets(cards: Set[Card]) -> Iterator[Cards]:
    """All sets of some of the cards, smaller ones first."""
    return (frozenset(some) for size in range(1, len(cards) + 1) for some in combinations(sorted(cards), size))


class CollapseFamily:
    """For `collapse`: its states. (S, v, f) is a state if f is in `states[S][v]`.

    This is the definition at the head of `collapse`, for larger and larger sets. `carriers[n]` has the sets P of n
    cards that may go on, with the cells in line for every v that may; `children[n]` has the sets Q of n cards that may
    be covered, with the cells in which every v may do it. Where there are more than `most` sets of two or more cards,
    only some are found.
    """

    def __init__(
        self, layout: Layout, most: int = MOST_SETS, tick: Tick = lambda: None, rules: Rules = STANDARD_RULES
    ) -> None:
        self.tick = tick
        self.home = {card: cell for cell, card in layout.items()}
        self.matches = matches_of(layout.values(), rules)
        self.line = lines_of(layout, rules)
        # ({v}, v, the cell of v) is a state.
        self.states: dict[Cards, Tops] = {frozenset({card}): {card: {cell}} for cell, card in layout.items()}
        self.carriers: dict[int, dict[Cards, Tops]] = {}
        self.children: dict[int, dict[Cards, Tops]] = {}
        self.is_cut_off = False
        found = dict(self.states)
        for size in range(1, len(layout)):
            carriers = {members: self._going_on(members, tops) for members, tops in found.items()}
            children = {members: self._to_cover(members, tops) for members, tops in found.items()}
            self.carriers[size], self.children[size] = without_empty(carriers), without_empty(children)
            found = self._unions(size + 1)
            self.states |= found
            self.is_cut_off = len(found) > MOST_SETS or len(self.states) - len(layout) > most
            if self.is_cut_off:
                return

    def _unions(self, size: int) -> dict[Cards, Tops]:
        """The states of the sets of a given size."""
        found: dict[Cards, dict[Card, set[Cell]]] = {}
        for own_size in range(1, size):
            for own, near in self.carriers[own_size].items():
                self.tick()
                if len(found) > MOST_SETS:
                    return dict(found.items())
                for child, landing in self.children[size - own_size].items():
                    # (P ∪ Q, v, f) is a state if (P, v, g) and (Q, c, f) are, P and Q have no card in common, […]
                    if own.isdisjoint(child):
                        for v in near.keys() & landing.keys():
                            found.setdefault(own | child, {}).setdefault(v, set()).update(near[v] & landing[v])
        return without_empty({members: self._unstranding(members, tops) for members, tops in found.items()})

    def _going_on(self, own: Cards, tops: Tops) -> Tops:
        """For P and every v that may go on: the cells in line with a g such that (P, v, g) is a state."""
        # […] but only if v matches into every part by card of the stacks outside P,
        parts = parts_of(self.home.keys() - own, self.matches)
        return {
            v: union(self.line[g] for g in cells)
            for v, cells in tops.items()
            if all(self.matches[v] & part for part in parts)
        }

    def _to_cover(self, child: Cards, tops: Tops) -> Tops:
        """For Q and every v that may cover it: the f such that (Q, c, f) is a state and v matches c."""
        outside = self.home.keys() - child
        # the stacks outside Q are in one part by card,
        if not is_one_part(outside, self.matches):
            return {}
        return without_empty({v: union(tops[c] for c in self.matches[v] & tops.keys()) for v in outside})

    def _unstranding(self, members: Cards, tops: Tops) -> Tops:
        """For P ∪ Q and every v: the cells f that leave no other stack stranded."""
        # and f is in line with every part by position of the stacks outside P ∪ Q.
        parts = parts_of((self.home[card] for card in self.home.keys() - members), self.line)
        allowed = {f for f in self.line if all(self.line[f] & part for part in parts)}
        return without_empty({v: cells & allowed for v, cells in tops.items()})
