"""The checker's own ways to exhaust a board, in plain Python, written apart from the provers and the kernel.

Stacks are kept as they are known to people: a position is a mapping from cells to top cards, a cell is (row, column).
Only the recursions over sets number the cards, so that a set is an integer.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping

from boaf.board import Board
from boaf.cards import Card

Cell = tuple[int, int]
Layout = Mapping[Cell, Card]
Test = Callable[[Card, Card], bool]


def layout_of(board: Board) -> dict[Cell, Card]:
    """Where every top card stands."""
    return {(k // board.cols, k % board.cols): card for k, card in enumerate(board.tops) if card is not None}


def are_in_line(one: Cell, other: Cell) -> bool:
    """Match by position."""
    return one != other and (one[0] == other[0] or one[1] == other[1])


def component(start: Card, cards: Iterable[Card], joined: Test) -> set[Card]:
    """The cards that can be reached from `start` along pairs that are `joined`."""
    left = set(cards) - {start}
    reached = [start]
    for card in reached:
        near = {other for other in left if joined(card, other)}
        reached += sorted(near)
        left -= near
    return set(reached)


def is_one_component(cards: Iterable[Card], joined: Test) -> bool:
    """Whether the cards hang together; no cards do."""
    everything = set(cards)
    return not everything or component(min(everything), everything, joined) == everything


def can_collapse(layout: Layout) -> bool:
    """Whether a few stacks can be collapsed to one: every order of moves, by brute force."""
    seen: set[frozenset[tuple[Cell, Card]]] = set()
    todo = [dict(layout)]
    while todo:
        stacks = todo.pop()
        if len(stacks) == 1:
            return True
        if frozenset(stacks.items()) not in seen:
            seen.add(frozenset(stacks.items()))
            todo += _after_each_move(stacks)
    return False


def _after_each_move(stacks: Layout) -> list[dict[Cell, Card]]:
    return [
        {cell: card for cell, card in stacks.items() if cell not in (source, target)} | {target: moving}
        for source, moving in stacks.items()
        for target, covered in stacks.items()
        if are_in_line(source, target) and moving.matches(covered)
    ]


def closed_positions(board: Board, most: int) -> tuple[int, str, bool]:
    """The closed set of `search`: its size, its digest, and whether a single stack is in it; stops beyond `most`."""
    seen: set[tuple[str, ...]] = set()
    cells = [(row, column) for row in range(board.rows) for column in range(board.cols)]
    todo = [layout_of(board)]
    solved = False
    while todo and len(seen) <= most:
        stacks = todo.pop()
        names = tuple(str(stacks[cell]) if cell in stacks else "--" for cell in cells)
        place = {card: cell for cell, card in stacks.items()}
        if (
            names in seen
            or not is_one_component(place, Card.matches)
            or not is_one_component(place, lambda one, other, at=place: are_in_line(at[one], at[other]))  # type: ignore[misc]
        ):
            continue
        seen.add(names)
        solved = solved or len(stacks) == 1
        todo += _after_each_move(stacks)
    return len(seen), _digest(" ".join(names) for names in seen), solved


def _digest(lines: Iterable[str]) -> str:
    return hashlib.sha256("".join(f"{line}\n" for line in sorted(lines)).encode()).hexdigest()


def ways_of_part(layout: Layout, pivot: Card, part: set[Card], other_parts: int) -> tuple[bool, bool]:
    """For `cut-vertex`: whether `pivot` can cover all of a part, and whether the part can cover it.

    The pivot may also go, as often as it matches cards outside, into any cell of these that is in line with its own.
    Sets of cards and of cells are integers; the pivot is the last card. All sets are taken in the order of their
    numbers, in which every set comes after its parts.
    """
    cells = sorted(layout)
    line = [sum(1 << k for k, other in enumerate(cells) if are_in_line(cell, other)) for cell in cells]
    cards = [*sorted(part), pivot]
    home = [1 << k for card in cards for k, cell in enumerate(cells) if layout[cell] == card]
    outside = [card for card in layout.values() if card not in cards]
    elsewhere = sum(1 << k for k, cell in enumerate(cells) if layout[cell] in outside)
    visits = sum(pivot.matches(card) for card in outside)
    last = len(cards) - 1
    match = [[other != card and other.matches(card) for other in cards] for card in cards]
    lives: dict[int, list[int]] = {}
    standing: dict[int, dict[int, int]] = {}
    landing: dict[int, dict[int, int]] = {}
    for members in range(1, 1 << len(cards)):
        life = [home[last] if members == 1 << last else 0, *[0] * visits]
        stand = {v: home[v] for v in range(last) if members == 1 << v}
        child = members & (members - 1)
        while child:
            own = members ^ child
            if child in landing:
                where = landing[child]
                for v, start in standing.get(own, {}).items():
                    if v in where and v != last:
                        stand[v] = stand.get(v, 0) | _near(line, start) & where[v]
                if own in lives and last in where:
                    life = [
                        so_far | _near(line, start) & where[last]
                        for so_far, start in zip(life, lives[own], strict=True)
                    ]
            child = (child - 1) & members
        for trip in range(visits):
            life[trip + 1] |= _near(line, life[trip]) & elsewhere
        if any(life):
            lives[members] = life
            stand[last] = _union(life[other_parts:])
        standing[members] = {v: where for v, where in stand.items() if where}
        landing[members] = {
            v: _union(where for c, where in standing[members].items() if match[v][c]) for v in range(len(cards))
        }
        landing[members] = {v: where for v, where in landing[members].items() if where and not members >> v & 1}
        if not landing[members]:
            del landing[members]
    everything = (1 << len(cards)) - 1
    return everything in lives, any(v != last for v in standing[everything])


def _near(line: list[int], cells: int) -> int:
    """The cells in line with one of `cells`."""
    return _union(line[k] for k in _members(cells))


Groups = list[list[tuple[int, int]]]
"""For each card v: sets of cards, and the cells that matter when v covers another stack or the set is covered by v."""


def collapsible_states(board: Board) -> tuple[int, int, str, bool]:
    """The family of `collapse`: its sets of two or more stacks, their states, the digest, whether all stacks are a set.

    Cards and their cells are numbered in the order of the cells, and a set of either is an integer. `found[k]` maps
    every set of k cards to the cells in which each card can top it.
    """
    layout = layout_of(board)
    cells = sorted(layout)
    cards = [layout[cell] for cell in cells]
    n = len(cards)
    match = [sum(1 << k for k in range(n) if k != v and cards[k].matches(cards[v])) for v in range(n)]
    line = [sum(1 << k for k in range(n) if are_in_line(cells[k], cells[f])) for f in range(n)]
    found: list[dict[int, dict[int, int]]] = [{}, {1 << v: {v: 1 << v} for v in range(n)}]
    carriers: list[Groups] = [[]]
    children: list[Groups] = [[]]
    for size in range(2, n + 1):
        carrying, covered = _groups(found[size - 1], match, line)
        carriers.append(carrying)
        children.append(covered)
        found.append({})
        for own in range(1, size):
            for v in range(n):
                _join(carriers[own][v], children[size - own][v], v, found[size])
        for members, standing in list(found[size].items()):
            _drop_stranding(found[size], members, standing, line)
    states = [
        f"{names},{cards[v]},{cells[f][0] * board.cols + cells[f][1]}"
        for sets in found[2:]
        for members, standing in sets.items()
        for names in [" ".join(str(card) for k, card in enumerate(cards) if members >> k & 1)]
        for v, where in standing.items()
        for f in _members(where)
    ]
    return sum(map(len, found[2:])), len(states), _digest(states), bool(found[n])


def _groups(found: Mapping[int, Mapping[int, int]], match: list[int], line: list[int]) -> tuple[Groups, Groups]:
    """For sets of one size: those with which v may go on, with the cells in line; those v may cover, with the cells."""
    n = len(match)
    carrying: Groups = [[] for _ in range(n)]
    covered: Groups = [[] for _ in range(n)]
    for members, standing in found.items():
        rest = (1 << n) - 1 & ~members
        parts = _parts(match, rest)
        for v, where in standing.items():
            if all(match[v] & part for part in parts):
                carrying[v].append((members, _union(line[f] for f in _members(where))))
        for v in _members(rest) if len(parts) == 1 else []:
            if where := _union(where for c, where in standing.items() if match[v] >> c & 1):
                covered[v].append((members, where))
    return carrying, covered


def _join(
    carrying: list[tuple[int, int]], covered: list[tuple[int, int]], v: int, found: dict[int, dict[int, int]]
) -> None:
    """Let v go on from each set of the one kind by covering each set of the other that has no card in common."""
    for own, near in carrying:
        for child, where in covered:
            if not own & child and near & where:
                standing = found.setdefault(own | child, {})
                standing[v] = standing.get(v, 0) | near & where


def _drop_stranding(found: dict[int, dict[int, int]], members: int, standing: dict[int, int], line: list[int]) -> None:
    """Keep only the cells of a set that are in line with every part by position of the others."""
    allowed = members
    for part in _parts(line, (1 << len(line)) - 1 & ~members):
        allowed &= _near(line, part)
    found[members] = {v: where & allowed for v, where in standing.items() if where & allowed}
    if not found[members]:
        del found[members]


def _members(numbers: int) -> list[int]:
    return [k for k in range(numbers.bit_length()) if numbers >> k & 1]


def _union(masks: Iterable[int]) -> int:
    total = 0
    for mask in masks:
        total |= mask
    return total


def _parts(graph: list[int], numbers: int) -> list[int]:
    """The parts of a set of cards in a graph."""
    parts = []
    while numbers:
        part, grown = 0, numbers & -numbers
        while grown != part:
            part = grown
            grown |= _union(graph[k] for k in _members(part)) & numbers
        parts.append(part)
        numbers &= ~part
    return parts
