"""Every deal of a small board, decided: the chance of a solution as a fraction.

A 2 × 4 board can be dealt in 52 · 51 · … · 45 ≈ 3 · 10^13 ways, but most of them are equivalent:

    1. Rows and columns can be permuted, and a square board reflected in its diagonal, so that a hand has
       8! / (2! · 4!) = 840 arrangements.
    2. It only matters which ranks of a hand are adjacent, and suits can be exchanged. Hands that do not differ
       otherwise share a *pattern*. The 752,538,150 hands of eight cards have 1,089,574 patterns.
    3. Only the compatibility graph of a hand matters. The cards of a pattern are sorted by properties of the graph, so
       that most isomorphic graphs become equal; 6,734 are left. Isomorphic graphs that stay different cost time, but
       change no count.

So 6,734 · 840 boards are solved, and each counts for all equivalent deals. A board of one row or column needs no
solver: it can be solved exactly if its compatibility graph is connected (docs/probability.md), so its chance follows
from `exact`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, permutations
from math import comb
from pathlib import Path
from time import process_time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.board import sized
from boaf.cards import STANDARD
from boaf.deals import cell_count
from boaf.kernel.dealing import Cards
from boaf.probability.exact import hands_of
from boaf.probability.grid import file_of
from boaf.solvers.batch import solve_many
from boaf.support.errors import BoafError
from boaf.support.progress import Progress, ProgressBar, no_bar
from boaf.support.schema import real, whole
from boaf.support.store import read_record, write_record

MOST_CELLS = 9
"""Boards of several rows and columns with more cells have too many deals."""
_BLOCK = 100_000
"""How many patterns, and about how many boards, are in memory at a time."""
_ROUNDS = 4
_SHAPES = {
    "rows": whole(1, len(STANDARD)),
    "cols": whole(1, len(STANDARD)),
    "solvable": whole(0, 1 << 62),
    "deals": whole(1, 1 << 62),
    "boards": whole(0, 1 << 62),
    "processor_seconds": real(0),
}
_Numbers = tuple[int, ...]


@dataclass(frozen=True)
class EveryDeal:
    """How many of all deals of a size are solvable; deals that differ by a symmetry of the board count once."""

    rows: int
    cols: int
    solvable: int
    deals: int
    boards: int
    """How many boards were solved."""
    processor_seconds: float

    @property
    def chance(self) -> Fraction:
        """The chance that a deal can be solved."""
        return Fraction(self.solvable, self.deals)

    def to_json(self) -> dict[str, int | float]:
        """The counts, and the chance as the nearest float."""
        return self.__dict__ | {"share": float(self.chance)}

    def write(self, directory: Path) -> None:
        """Write the record of the size to a directory."""
        write_record(file_of(directory, self.rows, self.cols), self.__dict__)


def count_every_deal(rows: int, cols: int, *, threads: int | None = None, bar: ProgressBar = no_bar) -> EveryDeal:
    """Decide all deals of a small size.

    Parameters
    ----------
    rows, cols
        The size: up to nine cells, or a single row or column of up to 52.
    threads
        How many threads share the work (default: all cores).
    bar
        Shows the progress: `with bar("solving", 2000, "boards") as progress`, then `progress(1)` for each board.

    Returns
    -------
    EveryDeal
        How many of all deals are solvable.

    Raises
    ------
    BoafError
        If there are too many deals of that size.

    Examples
    --------
    >>> count_every_deal(2, 2).chance
    Fraction(59421, 270725)

    """
    cells, started = cell_count(rows, cols), process_time()
    if min(rows, cols) == 1:
        hands = hands_of(cells)
        return EveryDeal(rows, cols, hands.hands - hands.disconnected, hands.hands, 0, process_time() - started)
    if cells > MOST_CELLS:
        raise BoafError(f"{sized(rows, cols)} has too many deals to decide them all: take at most {MOST_CELLS} cells")
    graphs = _graphs(cells)
    places = _arrangements(rows, cols)
    with bar("solving", len(graphs) * len(places), "boards") as progress:
        solvable = _solvable(graphs, places, rows, cols, threads, progress)
    deals, boards = comb(len(STANDARD), cells) * len(places), len(graphs) * len(places)
    return EveryDeal(rows, cols, solvable, deals, boards, process_time() - started)


def find_every_deal(directory: Path, rows: int, cols: int) -> EveryDeal | None:
    """The record of a size in a directory, if there is one."""
    path = file_of(directory, rows, cols)
    if not path.exists():
        return None
    values = read_record(path, _SHAPES)
    del values["made_by"]
    found = EveryDeal(**values)
    if (found.rows, found.cols) != (rows, cols) or not found.solvable <= found.deals:
        raise BoafError(f"{path} is not about all deals of {sized(rows, cols)}")
    return found


def _solvable(
    graphs: Sequence[tuple[Cards, int]],
    places: NDArray[np.int64],
    rows: int,
    cols: int,
    threads: int | None,
    progress: Progress,
) -> int:
    """The number of solvable deals, given a hand of each graph with the number of equivalent hands."""
    found, step = 0, -(-_BLOCK // len(places))
    for first in range(0, len(graphs), step):
        part = graphs[first : first + step]
        boards = np.concatenate([hand[places] for hand, _ in part])
        batch = solve_many(boards, rows, cols, tables=7, threads=threads, progress=progress)
        each = batch.solvable.reshape(len(part), len(places)).sum(axis=1)
        found += sum(int(solvable) * hands for solvable, (_, hands) in zip(each, part, strict=True))
    return found


def _arrangements(rows: int, cols: int) -> NDArray[np.int64]:
    """The ways to lay out a hand up to symmetry: which card each cell gets. Shape (arrangements, cells).

    Permuting rows and columns puts the first card into the corner and sorts the first row and the first column;
    reflecting a square board puts the smaller of the two into the row.
    """
    found = []
    for rest in permutations(range(1, rows * cols)):
        cards = (0, *rest)
        row, column = cards[:cols], cards[::cols]
        if row == tuple(sorted(row)) and column == tuple(sorted(column)) and (rows != cols or row <= column):
            found.append(cards)
    return np.array(found)


def _graphs(cells: int) -> list[tuple[Cards, int]]:
    """A hand for each compatibility graph of a number of cards, with the number of equivalent hands."""
    found: dict[int, tuple[Cards, int]] = {}
    patterns = _patterns(cells)
    while block := list(islice(patterns, _BLOCK)):
        hands, codes = _in_order(np.array([hand for hand, _ in block], np.uint8))
        for hand, code, (_, number) in zip(hands, codes.tolist(), block, strict=True):
            known = found.get(code)
            found[code] = (hand.copy(), number) if known is None else (known[0], known[1] + number)
    return list(found.values())


class _Choice(NamedTuple):
    """The suits of a rank."""

    suits: _Numbers
    alike: tuple[_Numbers, ...]
    """Which suits are still equivalent after it."""
    ways: int
    """The number of equivalent choices of suits."""


class _Part(NamedTuple):
    """The lower ranks of a pattern."""

    cards: _Numbers
    """As card numbers, with the lowest possible ranks."""
    alike: tuple[_Numbers, ...]
    ways: int
    """The number of equivalent choices of suits."""
    held: int
    """The number of ranks with cards."""
    gaps: int

    def with_rank(self, choice: _Choice, gap: int) -> _Part:
        """The pattern with one more rank, after a gap or not."""
        first = (self.held + self.gaps + gap) * STANDARD.suits
        cards = tuple(first + suit for suit in choice.suits)
        return _Part(self.cards + cards, choice.alike, self.ways * choice.ways, self.held + 1, self.gaps + gap)


def _patterns(cells: int) -> Iterator[tuple[_Numbers, int]]:
    """The patterns of hands: the card numbers of one such hand, and the number of hands with the pattern.

    A pattern is built rank by rank. Suits that have occurred in the same ranks are equivalent, so it only matters how
    many of these a rank holds. With r ranks held and g gaps between them, the 13 − r other ranks can be distributed, at
    least one to each gap and any number to either end, in (14 − r choose g + 1) ways.
    """
    choices: dict[tuple[_Numbers, ...], list[_Choice]] = {}
    left = [_Part((), (tuple(range(STANDARD.suits)),), 1, 0, 0)]
    while left:
        part = left.pop()
        if len(part.cards) == cells:
            yield part.cards, part.ways * comb(STANDARD.ranks - part.held + 1, part.gaps + 1)
            continue
        if part.alike not in choices:
            choices[part.alike] = _choices(part.alike)
        for gap in (0, 1) if part.cards else (0,):
            if part.held + part.gaps + gap < STANDARD.ranks:
                room = cells - len(part.cards)
                left += [part.with_rank(choice, gap) for choice in choices[part.alike] if len(choice.suits) <= room]


def _choices(alike: tuple[_Numbers, ...]) -> list[_Choice]:
    """The suits that a rank may hold: any number of equivalent suits, the first ones representing every choice."""
    found = [_Choice((), (), 1)]
    for suits in alike:
        found = [
            _Choice(
                choice.suits + suits[:k],
                (*choice.alike, *filter(None, (suits[:k], suits[k:]))),
                choice.ways * comb(len(suits), k),
            )
            for choice in found
            for k in range(len(suits) + 1)
        ]
    return [choice for choice in found if choice.suits]


def _in_order(hands: Cards) -> tuple[Cards, NDArray[np.uint64]]:
    """The cards of each hand sorted by a property of the graph, and that graph as a number.

    The property of a card is first the number of cards that it matches, then also the property of these, and so on.
    Shapes (hands, cards) and (hands,).
    """
    edges = _edges(hands)
    said = edges.sum(axis=2, dtype=np.uint64)
    for _ in range(_ROUNDS):
        said = 31 * said * said + (edges @ (said * said * said)[:, :, np.newaxis])[:, :, 0]
    ordered = np.take_along_axis(hands, np.argsort(said, axis=1, kind="stable"), axis=1)
    i, j = np.triu_indices(hands.shape[1], 1)
    bits = _edges(ordered)[:, i, j].astype(np.uint64) << np.arange(len(i), dtype=np.uint64)
    return ordered, bits.sum(axis=1, dtype=np.uint64)


def _edges(hands: Cards) -> NDArray[np.bool_]:
    """Which cards of each hand match, each card itself included. Shape (hands, cards, cards)."""
    ranks, suits = hands.astype(np.int8) // STANDARD.suits, hands % STANDARD.suits
    edges: NDArray[np.bool_] = suits[:, :, np.newaxis] == suits[:, np.newaxis]
    edges |= np.abs(ranks[:, :, np.newaxis] - ranks[:, np.newaxis]) <= 1
    return edges
