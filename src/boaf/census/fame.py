"""The hall of fame: the most remarkable deals of a range.

Nearly every deal falls to a handful of nodes. What is remarkable is looked for among those that resist, which the
search leaves to collapse sets: the solvable ones for their few solutions, the unsolvable ones without an odd bird and
with one flock for how much of them can be collapsed before they prove unsolvable. A deal that the search solves by
itself may have few solutions too, though it is unlikely; so `fewest` is what was found and not what is proved.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from boaf.census.reasons import reasons_of
from boaf.deals import deal, require_deals
from boaf.kernel.dealing import draw_deals
from boaf.progress import Progress, Watch
from boaf.prove import multiple_flocks, odd_bird
from boaf.provenance import read_record, write_record
from boaf.puzzles.difficulty import rate
from boaf.shapes import listing, mapping, optional, record, whole
from boaf.solvers.batch import solve_many
from boaf.solvers.descent import SMALL, search_first
from boaf.solvers.result import Verdict
from boaf.solvers.single import solve
from boaf.solvers.solution_count import count_solutions
from boaf.threads import thread_pool

SEARCHES = ("standard", "heuristic", "constrained", "compatible", "island-merge", "ordered", "best-first")
"""The searches of the papers, each with its own idea of a hard deal."""
_BLOCK = 1 << 20
_FEW = 10
_COUNT = whole(0, (1 << 63) - 1)
_SEED = whole(-(1 << 62), 1 << 62)
_ENTRIES = listing(record(seed=_SEED, value=_COUNT))
_SHAPES = {
    "start": _SEED,
    "stop": _SEED,
    "resisting": _COUNT,
    "fewest_solutions": _ENTRIES,
    "solutions": mapping(_COUNT),
    "longest_search": _ENTRIES,
    "largest_family": _ENTRIES,
    "levels": mapping(_COUNT),
    "max_nodes": _COUNT,
    "searches": mapping(record(hardest=optional(record(seed=_SEED, value=_COUNT)), tried=_COUNT, open=_COUNT)),
}


@dataclass(frozen=True)
class Entry:
    """A deal, and what is remarkable about it."""

    seed: int
    value: int


@dataclass(frozen=True)
class Hardest:
    """The deal that a search of the papers took the most nodes for."""

    hardest: Entry | None
    """Of those that it decided; None if it decided none."""
    tried: int
    open: int
    """How many it left undecided."""


@dataclass(frozen=True)
class Fame:
    """The most remarkable of the 4 × 4 deals start … stop − 1; see `find_fame`."""

    start: int
    stop: int
    resisting: int
    """How many solvable deals were left to collapse sets."""
    fewest_solutions: list[Entry]
    """Of these, those with the fewest solutions (`count_solutions`)."""
    solutions: dict[str, int]
    """How many of these have so few solutions, from 2 to 10."""
    longest_search: list[Entry]
    """The solvable deals for which the search and the collapse sets took the most nodes."""
    largest_family: list[Entry]
    """The unsolvable deals of one flock with the most collapse sets."""
    levels: dict[str, int]
    """The difficulties of the deals with the fewest solutions."""
    max_nodes: int
    """The most nodes for each of the searches below."""
    searches: dict[str, Hardest]
    """What each search of the papers makes of the deals with the fewest solutions."""

    def to_json(self) -> dict[str, Any]:
        """The hall as plain values."""
        return asdict(self)

    def write(self, path: Path) -> None:
        """Keep it in a file, with what computed it."""
        write_record(path, self.to_json())


def read_fame(path: Path) -> Fame:
    """The hall that a file holds."""
    values = read_record(path, _SHAPES)
    del values["made_by"]
    for name in ("fewest_solutions", "longest_search", "largest_family"):
        values[name] = [Entry(**entry) for entry in values[name]]
    for found in values["searches"].values():
        found["hardest"] = found["hardest"] and Entry(**found["hardest"])
    values["searches"] = {name: Hardest(**found) for name, found in values["searches"].items()}
    return Fame(**values)


def find_fame(
    start: int,
    stop: int,
    *,
    places: int = 10,
    max_nodes: int = 100_000,
    threads: int | None = None,
    watch: Watch | None = None,
) -> Fame:
    """Find the most remarkable deals of a range.

    Parameters
    ----------
    start, stop
        The 4 × 4 deals start … stop − 1.
    places
        How many deals each list has; on those with the fewest solutions the searches of the papers are tried.
    max_nodes
        The most nodes for each of these.
    threads
        How many threads share the work (default: all cores).
    watch
        Given the number of deals, returns a context manager that yields a function to report progress to.

    Returns
    -------
    Fame
        The lists.

    Raises
    ------
    BoafError
        If the range is empty or larger than the number of deals.

    Examples
    --------
    >>> find_fame(0, 3000, places=2, max_nodes=100).fewest_solutions
    [Entry(seed=2454, value=24), Entry(seed=104, value=28)]

    """
    require_deals(start, stop, 4, 4)
    with watch(stop - start) if watch else nullcontext() as progress:
        hard, lost = _resisting(range(start, stop), threads, progress)
    with thread_pool(threads) as pool:
        solutions = sorted(zip(pool.map(_solutions, hard), hard, strict=True))
        families = sorted(zip(pool.map(_family, lost), lost, strict=True), key=lambda row: (-row[0], row[1]))
    fewest = [seed for _, seed in solutions[:places]]
    levels = [rate(deal(seed)).difficulty for seed in fewest]
    longest = sorted(hard, key=lambda seed: (-hard[seed], seed))
    return Fame(
        start=start,
        stop=stop,
        resisting=len(hard),
        fewest_solutions=[Entry(seed, number) for number, seed in solutions[:places]],
        solutions=_tally(number for number, _ in solutions if number <= _FEW),
        longest_search=[Entry(seed, hard[seed]) for seed in longest[:places]],
        largest_family=[Entry(seed, sets) for sets, seed in families[:places]],
        levels=_tally(levels),
        max_nodes=max_nodes,
        searches={name: _hardest(name, fewest, max_nodes) for name in SEARCHES},
    )


def _resisting(seeds: range, threads: int | None, progress: Progress | None) -> tuple[dict[int, int], list[int]]:
    """The solvable deals that were left to collapse sets, with their nodes, and the unsolvable ones of one flock."""
    hard: dict[int, int] = {}
    lost: list[int] = []
    for first in range(0, len(seeds), _BLOCK):
        part = seeds[first : first + _BLOCK]
        batch = solve_many(part, threads=threads, progress=progress)
        for k in np.flatnonzero(batch.solvable & (batch.nodes > search_first(SMALL))).tolist():
            hard[part[k]] = int(batch.nodes[k])
        unsolvable = np.flatnonzero(batch.unsolvable) + part.start
        reasons = reasons_of(draw_deals(unsolvable, SMALL), 4, 4)
        apart = (odd_bird.REASON, multiple_flocks.REASON)
        lost += [seed for seed, reason in zip(unsolvable.tolist(), reasons, strict=True) if reason not in apart]
    return hard, lost


def _solutions(seed: int) -> int:
    return count_solutions(deal(seed)).solutions


def _family(seed: int) -> int:
    """The number of collapse sets of a deal."""
    return solve(deal(seed), "collapse").nodes


def _tally(numbers: Iterable[int]) -> dict[str, int]:
    found = sorted(numbers)
    return {str(number): found.count(number) for number in sorted(set(found))}


def _hardest(name: str, seeds: list[int], max_nodes: int) -> Hardest:
    results = {seed: solve(deal(seed), name, max_nodes=max_nodes) for seed in seeds}
    decided = {seed: result.nodes for seed, result in results.items() if result.verdict is not Verdict.UNKNOWN}
    hardest = max(decided, key=lambda seed: decided[seed], default=None)
    entry = None if hardest is None else Entry(hardest, decided[hardest])
    return Hardest(entry, len(seeds), len(seeds) - len(decided))
