"""The chance that a deal can be solved, by board size: question 1 of the challenge (Neller, 2018).

An r × c board is as likely to be solvable as a c × r board, its reflection, and the two deals of one seed hold the same
cards. So only boards with r ≤ c are dealt. The chance d that the cards of a deal fall into several flocks is known
exactly (`exact`), and no such deal can be solved. Only q, the share of unsolvable deals among the sampled deals of one
flock, is estimated:

    P(unsolvable) = d + (1 − d) · q

The interval is that of q, with unknown verdicts counted both ways. With a directory, every size has a record in it,
which is written again after every block of deals, and the same call resumes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

from boaf.cards import STANDARD
from boaf.census.chunks import best_scores as find_best_scores
from boaf.census.reasons import MULTIPLE_FLOCKS, ODD_BIRD, ONE_FLOCK, flocks_of
from boaf.deals import SEEDS, require_deals
from boaf.kernel.dealing import draw_deals
from boaf.probability.exact import Hands, hands_of
from boaf.solvers.batch import solve_many
from boaf.support.errors import BoafError, ParameterError
from boaf.support.intervals import Interval, wilson
from boaf.support.progress import Progress, ProgressBar, no_bar
from boaf.support.schema import mapping, optional, real, whole
from boaf.support.store import read_record, require_same, write_record

SIDES = range(2, 8)
SIZES = (*((r, c) for r in SIDES for c in SIDES if r <= c), (4, 13))
"""The sizes of the table: r ≤ c from 2 to 7, and 4 × 13, which takes the whole deck."""
DEALS = 1000
_BLOCK = 100_000
"""How many deals are solved between two records."""
_SIDE = whole(1, len(STANDARD))
_DEALS = whole(0, SEEDS)
_SHAPES = {
    "rows": _SIDE,
    "cols": _SIDE,
    **dict.fromkeys(("start", "stop"), whole(-(1 << 62), 1 << 62)),
    "max_nodes": optional(whole(0, 1 << 62)),
    **dict.fromkeys(("solvable", "odd_bird", "flocks", "other", "unknown"), _DEALS),
    "nodes": whole(0, (1 << 63) - 1),
    "processor_seconds": real(0),
    "best_scores": optional(mapping(_DEALS)),
}


@dataclass(frozen=True)
class Size:
    """The numbered deals `start` … `stop` − 1 of one board size, counted."""

    rows: int
    cols: int
    start: int
    stop: int
    max_nodes: int | None = None
    """The most nodes that a deal could take before it was unknown; None if every deal was decided."""
    solvable: int = 0
    odd_bird: int = 0
    """Deals with a card that matches no other."""
    flocks: int = 0
    """Deals of several flocks otherwise."""
    other: int = 0
    """Unsolvable deals of one flock."""
    unknown: int = 0
    nodes: int = 0
    processor_seconds: float = 0.0
    """Including the time to load what is needed."""
    best_scores: dict[int, int] | None = None
    """How many unsolvable deals have each best score; None if they were not asked for."""

    @property
    def deals(self) -> int:
        """How many deals there are."""
        return self.stop - self.start

    @property
    def connected(self) -> int:
        """How many deals are one flock."""
        return self.deals - self.odd_bird - self.flocks

    @property
    def unsolvable(self) -> int:
        """How many deals are unsolvable."""
        return self.odd_bird + self.flocks + self.other

    @property
    def hands(self) -> Hands:
        """The exact counts of hands with as many cards."""
        return hands_of(self.rows * self.cols)

    def unsolvable_chance(self) -> Interval:
        """The chance that a deal is unsolvable: an exact part, and an estimate of the rest."""
        apart = float(self.hands.disconnected_share)
        decided = self.connected - self.unknown
        share = self.other / decided if decided else 0.0
        low = wilson(self.other, self.connected).low
        high = wilson(self.other + self.unknown, self.connected).high
        return Interval(*(apart + (1 - apart) * rest for rest in (share, low, high)))

    def to_json(self) -> dict[str, Any]:
        """The counts and the chance of no solution, as plain values."""
        return self.__dict__ | {
            "deals": self.deals,
            "unsolvable": self.unsolvable,
            "connected": self.connected,
            "disconnected_chance": float(self.hands.disconnected_share),
            "unsolvable_chance": self.unsolvable_chance()._asdict(),
        }

    def write(self, directory: Path) -> None:
        """Write the record of the size to a directory."""
        found = self.best_scores
        scores = None if found is None else {str(score): found[score] for score in sorted(found)}
        write_record(file_of(directory, self.rows, self.cols), self.__dict__ | {"best_scores": scores})


def count_grid(
    deals: int = DEALS,
    start: int = 0,
    *,
    sizes: Sequence[tuple[int, int]] = SIZES,
    best_scores: bool = False,
    max_nodes: int | None = None,
    directory: Path | str | None = None,
    threads: int | None = None,
    bar: ProgressBar = no_bar,
) -> list[Size]:
    """Count the solvable deals of several board sizes.

    Parameters
    ----------
    deals
        How many deals of each size, from the seed `start` on.
    start
        The first seed.
    sizes
        Rows and columns of the boards; r × c and c × r are one size, and the smaller number comes first.
    best_scores
        Whether to find the best score of every unsolvable deal.
    max_nodes
        The most nodes that a deal may take before its verdict is `unknown`; by default every deal is decided.
    directory
        Where to keep the counts; deals that were counted there are not solved again.
    threads
        How many threads share the work (default: all cores).
    bar
        Shows the progress: `with bar("solving", 2000, "deals") as progress`, then `progress(1)` for each deal.

    Returns
    -------
    list[Size]
        The counts of each size; a directory may have counts of more deals than were asked for.

    Raises
    ------
    BoafError
        If there are no deals to solve, or the directory holds others.

    Examples
    --------
    >>> grid = count_grid(20)
    >>> grid[0].rows, grid[0].cols, grid[0].solvable
    (2, 2, 3)

    """
    if deals < 1:
        raise ParameterError(f"deals must be at least 1, but it is {deals}", "deals")
    for rows, cols in sizes:
        require_deals(start, start + deals, rows, cols)
    place = None if directory is None else Path(directory)
    begun = [_begin(min(size), max(size), start, max_nodes, best_scores, place) for size in sizes]
    left = [max(0, start + deals - size.stop) for size in begun]
    if not sum(left):
        return begun
    with bar("solving", sum(left), "deals") as progress:
        return [_complete(size, start + deals, place, threads, progress) for size in begun]


def _begin(rows: int, cols: int, start: int, max_nodes: int | None, best_scores: bool, directory: Path | None) -> Size:
    """The size as far as it is recorded."""
    fresh = Size(rows, cols, start, start, max_nodes, best_scores={} if best_scores else None)
    if directory is None or not (path := file_of(directory, rows, cols)).exists():
        return fresh
    found = read_size(path)
    names = ("rows", "cols", "start", *(("max_nodes",) if found.unknown else ()))
    theirs, ours = ({name: getattr(size, name) for name in names} for size in (found, fresh))
    require_same(f"{path} holds other deals", theirs, ours, "choose another directory")
    if best_scores and found.best_scores is None:
        raise BoafError(f"{path} holds no best scores: choose another directory")
    return replace(found, max_nodes=max_nodes)  # if nothing is unknown, no limit has mattered


def _complete(size: Size, stop: int, directory: Path | None, threads: int | None, progress: Progress) -> Size:
    """The size with all deals up to `stop`, recorded block by block."""
    for first in range(size.stop, stop, _BLOCK):
        size = _with_deals(size, range(first, min(first + _BLOCK, stop)), threads, progress)
        if directory is not None:
            size.write(directory)
    return size


def _with_deals(size: Size, seeds: range, threads: int | None, progress: Progress) -> Size:
    """The size with more deals."""
    rows, cols = size.rows, size.cols
    started = process_time()
    batch = solve_many(seeds, rows, cols, max_nodes=size.max_nodes, tables=7, threads=threads, progress=progress)
    left = np.flatnonzero(~batch.solvable)
    flocks = flocks_of(draw_deals(left + seeds.start, rows * cols), rows, cols)
    is_known = batch.unsolvable[left] | (flocks != ONE_FLOCK)
    scores = size.best_scores
    if scores is not None:
        lost = (left[is_known] + seeds.start).tolist()
        scores = dict(Counter(scores) + Counter(score for score in find_best_scores(lost, rows, cols) if score))
    return replace(
        size,
        stop=seeds.stop,
        solvable=size.solvable + len(seeds) - len(left),
        odd_bird=size.odd_bird + int(np.sum(flocks == ODD_BIRD)),
        flocks=size.flocks + int(np.sum(flocks == MULTIPLE_FLOCKS)),
        other=size.other + int(np.sum(is_known & (flocks == ONE_FLOCK))),
        unknown=size.unknown + int(np.sum(~is_known)),
        nodes=size.nodes + int(batch.nodes.sum()),
        processor_seconds=size.processor_seconds + process_time() - started,
        best_scores=scores,
    )


def file_of(directory: Path, rows: int, cols: int) -> Path:
    """The record of a size in a directory."""
    return directory / f"{rows}x{cols}.json"


def read_size(path: Path) -> Size:
    """Read the record of a size."""
    values = read_record(path, _SHAPES)
    del values["made_by"]
    if values["best_scores"] is not None:
        values["best_scores"] = {_score(path, score): number for score, number in values["best_scores"].items()}
    size = Size(**values)
    if size.solvable + size.unsolvable + size.unknown != size.deals:
        raise BoafError(f"{path} is damaged: its verdicts do not add up to its {size.deals:,} deals")
    return size


def _score(path: Path, text: str) -> int:
    if not text.isdecimal() or len(text) > 4:
        raise BoafError(f"{path} is damaged: {text[:20]!r} is not a score")
    return int(text)
