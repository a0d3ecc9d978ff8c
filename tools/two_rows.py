"""Two rows: what docs/boundaries.md proves of them, as a program: python tools/two_rows.py.

`solution` plays as the proofs do: it solves every deal to which they apply, without search. `failures` is the part of
Proposition 6 that is left to a program, and `most_columns` its bound on rows with several components.

A card is a number, 4 · rank + suit. A row is a list of cards, with None for an empty cell.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise, permutations, product

RANKS, SUITS = 13, 4
DECK = range(RANKS * SUITS)
LONGEST = 3
"""The most cards between the one that goes down and the one below it."""

Row = Sequence[int | None]
Step = tuple[int, int]
"""The card that moves, and the one that it covers."""


@cache
def match(one: int, other: int) -> bool:
    """Whether two cards match."""
    return one % SUITS == other % SUITS or abs(one // SUITS - other // SUITS) <= 1


def components(cards: Iterable[int]) -> list[list[int]]:
    """The connected components of the compatibility graph."""
    left, found = set(cards), []
    while left:
        part = [left.pop()]
        for card in part:
            near = [other for other in left if match(card, other)]
            left.difference_update(near)
            part += near
        found.append(part)
    return found


def is_connected(cards: Iterable[int]) -> bool:
    """Whether some cards have one component."""
    return len(components(cards)) == 1


def cut_vertices(part: Collection[int]) -> set[int]:
    """The cards without which a connected set falls apart."""
    return {card for card in part if len(components(set(part) - {card})) > 1}


def collapse(part: Collection[int], top: int, bottom: int) -> list[Step]:
    """Collapse connected cards of a row to `top` in the cell of `bottom`, which is neither `top` nor a cut vertex."""
    if len(part) == 1:
        return []
    parent, reached = {}, [top]
    for card in reached:
        near = [other for other in part if other != bottom and other not in reached and match(card, other)]
        parent.update(dict.fromkeys(near, card))
        reached += near
    parent[bottom] = next(card for card in reached if match(card, bottom))
    spine = [bottom]
    while spine[-1] != top:
        spine.append(parent[spine[-1]])
    # Farthest cards first; the cards from the bottom to the top come last, each onto the one before it.
    others = [(parent[card], card) for card in reversed(reached) if card not in spine]
    return others + [(upper, lower) for lower, upper in pairwise(spine)]


def solution(upper: Row, lower: Row) -> list[Step] | None:
    """Solve a board of two rows as the proofs do; None where they do not apply."""
    for first, second in ((upper, lower), (lower, upper)):
        steps = _link(first, second) or _send(first, second)
        if steps:
            return steps
    return None


def _link(first: Row, second: Row) -> list[Step] | None:
    """Proposition 5: collapse the second row to a card that matches every component of the first."""
    whole = [card for card in second if card is not None]
    parts = components(card for card in first if card is not None)
    if len(whole) < 2 or not is_connected(whole):
        return None
    linkers = [card for card in whole if all(any(match(card, other) for other in part) for part in parts)]
    cuts = {id(part): cut_vertices(part) for part in (whole, *parts)}
    for x, y in zip(first, second, strict=True):
        if x is None or y is None or y in cuts[id(whole)]:
            continue
        part = next(part for part in parts if x in part)
        for linker in linkers:
            met = [card for card in part if match(card, linker) and (card != x or len(part) == 1)]
            if linker == y or x in cuts[id(part)] or not met:
                continue
            left = [linker, *(card for other in parts if other is not part for card in other)]
            steps = [*collapse(part, met[0], x), *collapse(whole, linker, y), (linker, met[0])]
            return steps + (collapse(left, linker, _end(left, linker)) if len(left) > 1 else [])
    return None


def _end(part: Collection[int], top: int) -> int:
    """A card other than `top` that is not a cut vertex."""
    cuts = cut_vertices(part)
    return next(card for card in part if card != top and card not in cuts)


def _send(first: Row, second: Row) -> list[Step] | None:
    """Proposition 6: send a component of one or two cards down, and then do as in Proposition 5."""
    parts = components(card for card in first if card is not None)
    for small in (part for part in parts if len(parts) == 2 and len(part) <= 2):
        for cell, x in enumerate(first):
            y = second[cell]
            if x not in small or y is None:
                continue
            top = next((card for card in small if card != x), x)
            path = way_down(top, y, [card for card in second if card not in (None, y)], ())
            if path is None:
                continue
            stair = [y, *reversed(path), top]
            steps = [(top, x)] * (top != x) + [(above, below) for below, above in pairwise(stair)]
            rows = (
                [card if card not in small else None for card in first],
                [card if card not in path else None for card in second],
            )
            rows[1][cell] = top
            rest = _link(*rows) or _link(*reversed(rows))
            if rest:
                return steps + rest
    return None


def way_down(top: int, below: int, row: Collection[int], possible: Collection[int]) -> list[int] | None:
    """How a card gets down to the cell of another, with the row below connected afterwards.

    Returns cards of the row, each to be covered by the one before it, the first by `top`, and the last to cover
    `below`; None if there is no such way. All cards of `possible` match one that is left.
    """
    paths: list[list[int]] = [[]]
    for _ in range(LONGEST + 1):
        for path in paths:
            if match([top, *path][-1], below):
                left = [top, *(card for card in row if card not in path)]
                if is_connected(left) and all(any(match(card, other) for other in left) for card in possible):
                    return path
        paths = [[*path, card] for path in paths for card in row if card not in path and match([top, *path][-1], card)]
    return None


Ranks = tuple[int, ...]
Groups = tuple[tuple[int, ...], ...]


def near(ranks: Ranks) -> set[int]:
    """The ranks that differ from one of these by at most one."""
    return {rank + step for rank in ranks for step in (-1, 0, 1)} & set(range(RANKS))


def two_rank_sets(rank: int = 0, last: int = 0) -> Iterator[tuple[Ranks, Ranks]]:
    """All pairs of sets of ranks, from `rank` up, such that no rank of one is near one of the other."""
    if rank == RANKS:
        yield (), ()
        return
    for group in (0, 1, 2):
        if not group or not last or group == last:
            for one, other in two_rank_sets(rank + 1, group):
                yield ((rank,) * (group == 1) + one, (rank,) * (group == 2) + other)


def without_linker(columns: int) -> Iterator[tuple[Groups, Ranks, Ranks, list[int]]]:
    """The ways in which a row can have two components, and the cards that are not linkers, if the deal fits into them.

    Up to the order of suits. The components have the suits of a group each, and the ranks of a set.
    """
    for large, small in two_rank_sets():
        for groups in (((0, 1, 2), (3,)), ((0, 1), (2, 3)), ((0, 1), (3,)), ((0,), (3,))):
            sizes = [len(suits) * len(ranks) for suits, ranks in zip(groups, (large, small), strict=True)]
            if not all(sizes) or sum(sizes) < columns:
                continue
            ways = [(suits, near(ranks)) for suits, ranks in zip(groups, (large, small), strict=True)]
            others = [
                card
                for card in DECK
                if not all(card % SUITS in suits or card // SUITS in ranks for suits, ranks in ways)
            ]
            if len(others) >= 2 * columns:
                yield groups, large, small, others


def failures(columns: int) -> tuple[int, list[str]]:
    """Check Proposition 6: how many cases there are, and those in which the small component finds no way down."""
    cases, failed = 0, []
    for groups, large, small, others in without_linker(columns):
        sent = [SUITS * rank + suit for rank in small for suit in groups[1]]
        grid = [SUITS * rank + suit for rank in large for suit in groups[0]]
        if len(sent) > 2:
            failed.append(f"{groups} {large} {small}")
            continue
        certain = [card for card in others if card not in grid and card not in sent]
        spare = len(grid) + len(sent) - columns  # cards of the grid that are not in the first row
        for count in range(len(others) - 2 * columns + 1):
            for missing in combinations(certain, count):
                row = [card for card in certain if card not in missing]
                if not 0 <= columns - len(row) <= spare:
                    continue
                cases += 1
                possible = grid if len(row) < columns else []
                for x, y in product(sent, [*row, *possible]):
                    top = next((card for card in sent if card != x), x)
                    left = [card for card in row if card != y], [card for card in possible if card != y]
                    if way_down(top, y, *left) is None:
                        failed.append(f"{groups} {large} {small} {missing} {x} {y}")
    return cases, failed


def groupings() -> list[Groups]:
    """The ways in which the suits of a row can belong to two components or more; a suit may be absent."""
    found: list[Groups] = [()]
    for suit in range(SUITS):
        found = found + [
            grown
            for groups in found
            for grown in (
                (*groups, (suit,)),
                *((*groups[:k], (*groups[k], suit), *groups[k + 1 :]) for k in range(len(groups))),
            )
        ]
    return [groups for groups in found if len(groups) > 1]


def most_columns(upper: Groups, lower: Groups) -> int:
    """The longest rows of different cards such that each has components with these suits; 0 if there are none.

    From rank to rank: which component each row has there, which it has had, and the sizes of the rows.
    """
    found: dict[tuple[int, int, int, int], set[tuple[int, int]]] = {(0, 0, 0, 0): {(0, 0)}}
    for _ in range(RANKS):
        grown: dict[tuple[int, int, int, int], set[tuple[int, int]]] = {}
        for (last, under, had, owned), sizes in found.items():
            for one, other in product(range(len(upper) + 1), range(len(lower) + 1)):
                if (last and one and last != one) or (under and other and under != other):
                    continue
                above = set(upper[one - 1]) if one else set()
                below = set(lower[other - 1]) if other else set()
                both = len(above & below)
                for taken in range(both + 1):
                    a, b = len(above) - both + taken, len(below) - taken
                    if (one and not a) or (other and not b):
                        continue
                    key = one, other, had | 1 << one, owned | 1 << other
                    grown.setdefault(key, set()).update((size + a, width + b) for size, width in sizes)
        found = {key: _largest(sizes) for key, sizes in grown.items()}
    every, whole = 2 ** len(upper) - 1, 2 ** len(lower) - 1
    return max(
        (
            min(sizes)
            for key, all_sizes in found.items()
            if (key[2] >> 1, key[3] >> 1) == (every, whole)
            for sizes in all_sizes
        ),
        default=0,
    )


def _largest(sizes: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """The pairs that no other exceeds."""
    best, kept = -1, set()
    for one, other in sorted(sizes, reverse=True):
        if other > best:
            kept.add((one, other))
            best = other
    return kept


def pairs_of_groupings() -> set[tuple[Groups, Groups]]:
    """The pairs of groupings up to the order of suits and rows."""

    def renamed(groups: Groups, order: Sequence[int]) -> Groups:
        return tuple(sorted(tuple(sorted(order[suit] for suit in group)) for group in groups))

    orders = list(permutations(range(SUITS)))
    return {
        min(tuple(sorted((renamed(one, order), renamed(other, order)))) for order in orders)  # type: ignore[misc]
        for one in groupings()
        for other in groupings()
    }


def main() -> None:
    """Print what is checked."""
    for columns in range(18, 27):
        cases, failed = failures(columns)
        print(f"2 × {columns}: {cases} cases without a linker, {len(failed)} of them fail", flush=True)
    longest = max(most_columns(groups, ((0, 1, 2, 3),)) for groups in groupings() if len(groups) > 2)
    print(f"a row with three components has at most {longest} cards")
    print(f"if both rows have several, they have at most {max(most_columns(*pair) for pair in pairs_of_groupings())}")


if __name__ == "__main__":
    main()
