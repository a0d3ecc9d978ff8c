"""Find the most remarkable deals of a range: python tools/hall_of_fame.py 0 10000000 --out results/hall-of-fame.json.

Nearly every deal falls to a handful of nodes. What is remarkable is looked for among those that resist, which the
search leaves to collapse sets: the solvable ones for their few solutions and for how often players lose them, the
unsolvable ones without an odd bird and with one flock for how much of them can be collapsed before they prove
unsolvable. A deal that the search solves by itself may have few solutions too, though it is unlikely; so `fewest` is
what was found and not what is proved.

The range is gone through in blocks. Only the lists are kept of each, so those of a long range are the best of its
blocks' lists, and a file that is written after each block lets an interrupted run resume. `make_hall_of_fame.py` makes
docs/hall-of-fame.md of that file.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from click import argument, option

from boaf.census.blocks.file import TABLES
from boaf.census.reasons import reasons_of
from boaf.cli import options
from boaf.cli.options import command
from boaf.cli.process import ExitStatus, progress_bar
from boaf.deals import deal, require_deals
from boaf.kernel.dealing import draw_deals
from boaf.prove.disconnected import MULTIPLE_FLOCKS, ODD_BIRD
from boaf.puzzles.difficulty import quick_score
from boaf.questions.solution_count import count_solutions
from boaf.solvers.batch import solve_many
from boaf.solvers.contract import Result, Verdict
from boaf.solvers.descent import SMALL, search_first
from boaf.solvers.single import solve
from boaf.support.errors import BoafError
from boaf.support.files import json_text
from boaf.support.progress import Progress, ProgressBar, no_bar
from boaf.support.schema import listing, mapping, optional, real, record, whole
from boaf.support.store import read_record, write_record
from boaf.support.threads import thread_pool

SEARCHES = ("standard", "heuristic", "constrained", "compatible", "island-merge", "ordered", "best-first", "best-n")
"""The searches of the papers, each with its own idea of a hard deal."""
_BLOCK = 1 << 20
_FEW = 10
_COUNT = whole(0, (1 << 63) - 1)
_SEED = whole(-(1 << 62), 1 << 62)
_ENTRIES = listing(record(seed=_SEED, value=_COUNT))
_SHAPES = {
    "start": _SEED,
    "stop": _SEED,
    "places": _COUNT,
    "resisting": _COUNT,
    "fewest_solutions": _ENTRIES,
    "solutions": mapping(_COUNT),
    "most_lost": listing(record(seed=_SEED, value=real(0, 1), solutions=_COUNT)),
    "longest_search": _ENTRIES,
    "largest_family": _ENTRIES,
    "searched": _COUNT,
    "max_nodes": _COUNT,
    "searches": mapping(record(hardest=optional(record(seed=_SEED, value=_COUNT)), open=_COUNT)),
}


@dataclass(frozen=True)
class Entry:
    """A deal, and what is remarkable about it."""

    seed: int
    value: int


@dataclass(frozen=True)
class Lost:
    """A deal, the share of games that players are expected to lose on it, and the number of its solutions."""

    seed: int
    value: float
    solutions: int


@dataclass(frozen=True)
class Hardest:
    """The deal that a search of the papers took the most nodes for."""

    hardest: Entry | None
    """Of those that it decided; None if it decided none."""
    open: int
    """How many it left undecided."""


@dataclass(frozen=True)
class Fame:
    """The most remarkable of the 4 × 4 deals start … stop − 1; see `find_fame`."""

    start: int
    stop: int
    places: int
    """The most entries that a list has."""
    resisting: int = 0
    """How many solvable deals were left to collapse sets."""
    fewest_solutions: list[Entry] = field(default_factory=list)
    """Of these, those with the fewest solutions (`count_solutions`)."""
    solutions: dict[str, int] = field(default_factory=dict)
    """How many of these have so few solutions, from 2 to 10."""
    most_lost: list[Lost] = field(default_factory=list)
    """Of these, those with the highest score of difficulty (`rate`), of equal ones those with the fewest solutions."""
    longest_search: list[Entry] = field(default_factory=list)
    """The solvable deals for which the search and the collapse sets took the most nodes."""
    largest_family: list[Entry] = field(default_factory=list)
    """The unsolvable deals of one flock with the most collapse sets."""
    searched: int = 0
    """How many deals, from `start` on, the searches below went through."""
    max_nodes: int = 0
    """The most nodes that each of them might take for a deal."""
    searches: dict[str, Hardest] = field(default_factory=dict)
    """What each search of the papers made of them."""

    def to_json(self) -> dict[str, Any]:
        """The hall as plain values."""
        return asdict(self)

    def write(self, path: Path) -> None:
        """Keep it in a file, with what computed it."""
        write_record(path, self.to_json())

    def joined(self, later: Fame) -> Fame:
        """The hall of these deals and of those that follow them."""
        places, few = self.places, Counter(self.solutions) + Counter(later.solutions)
        return replace(
            self,
            stop=later.stop,
            resisting=self.resisting + later.resisting,
            fewest_solutions=_least(self.fewest_solutions + later.fewest_solutions)[:places],
            solutions=dict(sorted(few.items(), key=lambda row: int(row[0]))),
            most_lost=_most_lost(self.most_lost + later.most_lost)[:places],
            longest_search=_greatest(self.longest_search + later.longest_search)[:places],
            largest_family=_greatest(self.largest_family + later.largest_family)[:places],
        )


def read_fame(path: Path) -> Fame:
    """The hall that a file holds."""
    values = read_record(path, _SHAPES)
    del values["made_by"]
    for name in ("fewest_solutions", "longest_search", "largest_family"):
        values[name] = [Entry(**entry) for entry in values[name]]
    values["most_lost"] = [Lost(**entry) for entry in values["most_lost"]]
    for found in values["searches"].values():
        found["hardest"] = found["hardest"] and Entry(**found["hardest"])
    values["searches"] = {name: Hardest(**found) for name, found in values["searches"].items()}
    return Fame(**values)


def find_fame(
    start: int,
    stop: int,
    *,
    places: int = 10,
    searched: int = 1_000,
    max_nodes: int = 100_000,
    out: Path | None = None,
    threads: int | None = None,
    bar: ProgressBar = no_bar,
) -> Fame:
    """Find the most remarkable deals of a range.

    Parameters
    ----------
    start, stop
        The 4 × 4 deals start … stop − 1.
    places
        How many deals each list has.
    searched
        How many deals, from the first on, the searches of the papers go through.
    max_nodes
        The most nodes that each of these takes for a deal.
    out
        A file to keep what is found in, after each block of deals and after each search. What it holds of the same
        range, or of a shorter one with the same start, is not computed again.
    threads
        How many threads share the work (default: all cores).
    bar
        Shows the progress; called twice, for all deals and for those that the searches of the papers go through.

    Returns
    -------
    Fame
        The lists.

    Raises
    ------
    BoafError
        If the range is empty or larger than the number of deals, or if the file holds something else.

    """
    require_deals(start, stop, 4, 4)
    searched = min(searched, stop - start)
    fame = _known(out, start, stop, places)
    if (fame.searched, fame.max_nodes) != (searched, max_nodes):
        fame = replace(fame, searched=searched, max_nodes=max_nodes, searches={})
    missing = [name for name in SEARCHES if name not in fame.searches]
    with bar("solving", stop - fame.stop, "deals") as progress:
        for first in range(fame.stop, stop, _BLOCK):
            fame = fame.joined(_of_block(range(first, min(first + _BLOCK, stop)), places, threads, progress))
            _keep(fame, out)
    with bar("solving", searched * len(missing), "deals") as progress:
        for name in missing:
            found = _hardest(name, range(start, start + searched), max_nodes, threads, progress)
            fame = replace(fame, searches={**fame.searches, name: found})
            _keep(fame, out)
    return fame


def _known(path: Path | None, start: int, stop: int, places: int) -> Fame:
    """What a file holds of a range, or nothing."""
    if path is None or not path.exists():
        return Fame(start, start, places)
    found = read_fame(path)
    if (found.start, found.places) != (start, places) or found.stop > stop:
        raise BoafError(
            f"{path} holds {found.places} places of the deals {found.start:,} … {found.stop - 1:,}, which is no part "
            f"of what is asked for: delete it or choose another file"
        )
    return found


def _keep(fame: Fame, path: Path | None) -> None:
    if path is not None:
        fame.write(path)


def _of_block(seeds: range, places: int, threads: int | None, progress: Progress) -> Fame:
    """The lists of a block of deals."""
    hard, lost = _resisting(seeds, threads, progress)
    with thread_pool(threads) as pool:
        solutions = dict(zip(hard, pool.map(_solutions, hard), strict=True))
        scores = dict(zip(hard, pool.map(_score, hard), strict=True))
        families = dict(zip(lost, pool.map(_family, lost), strict=True))
    few = Counter(str(number) for number in sorted(solutions.values()) if number <= _FEW)
    return Fame(
        seeds.start,
        seeds.stop,
        places,
        resisting=len(hard),
        fewest_solutions=_least(_entries(solutions))[:places],
        solutions=dict(few),
        most_lost=_most_lost(Lost(seed, scores[seed], solutions[seed]) for seed in hard)[:places],
        longest_search=_greatest(_entries(hard))[:places],
        largest_family=_greatest(_entries(families))[:places],
    )


def _resisting(seeds: range, threads: int | None, progress: Progress) -> tuple[dict[int, int], list[int]]:
    """The solvable deals that were left to collapse sets, with their nodes, and the unsolvable ones of one flock."""
    batch = solve_many(seeds, tables=TABLES, threads=threads, progress=progress)
    resisting = np.flatnonzero(batch.solvable & (batch.nodes > search_first(SMALL))).tolist()
    unsolvable = np.flatnonzero(batch.unsolvable) + seeds.start
    reasons = reasons_of(draw_deals(unsolvable, SMALL), 4, 4)
    apart = (ODD_BIRD, MULTIPLE_FLOCKS)
    lost = [seed for seed, reason in zip(unsolvable.tolist(), reasons, strict=True) if reason not in apart]
    return {seeds[k]: int(batch.nodes[k]) for k in resisting}, lost


def _solutions(seed: int) -> int:
    return count_solutions(deal(seed)).solutions


def _score(seed: int) -> float:
    """The score of difficulty of a solvable deal."""
    return quick_score(deal(seed))


def _family(seed: int) -> int:
    """The number of collapse sets of a deal."""
    return solve(deal(seed), "collapse").nodes


def _entries(values: dict[int, int]) -> list[Entry]:
    return [Entry(seed, value) for seed, value in values.items()]


def _least(entries: Iterable[Entry]) -> list[Entry]:
    return sorted(entries, key=lambda entry: (entry.value, entry.seed))


def _greatest(entries: Iterable[Entry]) -> list[Entry]:
    return sorted(entries, key=lambda entry: (-entry.value, entry.seed))


def _most_lost(entries: Iterable[Lost]) -> list[Lost]:
    return sorted(entries, key=lambda entry: (-entry.value, entry.solutions, entry.seed))


def _hardest(name: str, seeds: range, max_nodes: int, threads: int | None, progress: Progress) -> Hardest:
    """What a search makes of some deals."""

    def search(seed: int) -> Result:
        return solve(deal(seed), name, max_nodes=max_nodes)

    decided, undecided = [], 0
    with thread_pool(threads) as pool:
        for seed, result in zip(seeds, pool.map(search, seeds), strict=True):
            if result.verdict is Verdict.UNKNOWN:
                undecided += 1
            else:
                decided.append(Entry(seed, result.nodes))
            progress(1)
    return Hardest(next(iter(_greatest(decided)), None), undecided)


@command()
@argument("start", type=options.INTEGER, help="The first seed.")
@argument("stop", type=options.INTEGER, help="The seed after the last one.")
@option("--places", metavar="N", type=options.Number(int, 1, 1000), default=10, help="The length of the lists.")
@option(
    "--searched", metavar="N", type=options.Number(int, 1, 10**6), default=1_000, help="Deals for the papers' searches."
)
@option(
    "--max-nodes",
    metavar="N",
    type=options.Number(int, 1, 10**9),
    default=100_000,
    help="The most nodes of such a search.",
)
@option("--out", metavar="FILE", type=options.PATH, help="Keep the result in a JSON file, and resume from it.")
@options.threads
@options.json
def main(out: Path | None, as_json: bool, **settings: Any) -> None:
    """The most remarkable of the 4 × 4 deals START … STOP − 1.

    The solvable deals with the fewest solutions, up to the order of moves that do not touch, among those that resist
    the search; of these, those that players are expected to lose most often; those that took the most nodes; the
    unsolvable ones of one flock of which most can be collapsed; and the hardest of the first deals for each search of
    the papers. A million deals take some seconds, and the searches some minutes.

    JSON: {start, stop, places, resisting, fewest_solutions: [{seed, value}], solutions: {number: deals}, most_lost:
    [{seed, value, solutions}], longest_search, largest_family, searched, max_nodes, searches: {name: {hardest: {seed,
    value}, open}}}.

    Example: python tools/hall_of_fame.py 0 3000 --places 2 --searched 10 --max-nodes 100
    """
    try:
        found = find_fame(**settings, out=out, bar=progress_bar)
    except BoafError as error:
        print(f"hall_of_fame: {error}", file=sys.stderr)
        sys.exit(ExitStatus.BAD_INPUT)
    print(json_text(found.to_json()) if as_json else describe_fame(found))


def describe_fame(fame: Fame) -> str:
    """The lists, in words."""
    lines = [f"deals {fame.start} … {fame.stop - 1}: {fame.resisting:,} solvable ones resist the search"]
    lines += _listed("fewest solutions", fame.fewest_solutions)
    lines += ["", "most often lost"]
    lines += [f"{entry.seed:12}{100 * entry.value:10.1f} %  {entry.solutions:,} solutions" for entry in fame.most_lost]
    lines += _listed("most nodes", fame.longest_search)
    lines += _listed("unsolvable, most collapse sets", fame.largest_family)
    lines += [
        "",
        f"searches of the papers on the first {fame.searched:,} deals, up to {fame.max_nodes:,} nodes for each",
    ]
    for name, found in fame.searches.items():
        hardest = f"hardest {found.hardest.seed}, {found.hardest.value:,} nodes" if found.hardest else "none decided"
        lines.append(f"{name:14}{hardest}; {found.open:,} left open")
    return "\n".join(lines)


def _listed(title: str, entries: Sequence[Entry]) -> list[str]:
    return ["", title, *(f"{entry.seed:12}{entry.value:12,}" for entry in entries)]


if __name__ == "__main__":
    main()
