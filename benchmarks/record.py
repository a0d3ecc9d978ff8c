"""The speed of a commit, as multiples of the time of the yardstick in `reference.py`, appended to `record.jsonl`.

All times are processor time. Each figure is the shortest of several rounds, in each of which the yardstick is measured
next to it, so the ratios hardly depend on the machine; run it on an idle one nevertheless.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from statistics import mean, median
from time import process_time

import boaf
from boaf.solvers.signature import signature
from boaf.support.store import made_by
from reference import seconds_per_deal

RECORD = Path(__file__).with_name("record.jsonl")
ROUNDS = 3
HARD = (104, 1163, 1920, 2454, 4401, 6727, 7197, 8491, 9497, 9579)
"""Deals that a search of 1,000 nodes leaves undecided."""


def batch(rows: int, cols: int, deals: int) -> float:
    """The seconds per deal of a batch on one thread."""
    return seconds_of(lambda: boaf.solve_many(range(deals), rows, cols, tables=7, threads=1)) / deals


def each(answer: Callable[[boaf.Board], object], seeds: Iterable[int]) -> list[float]:
    """The seconds that each of some deals takes."""
    return [seconds_of(partial(answer, boaf.deal(seed))) for seed in seeds]


def seconds_of(work: Callable[[], object]) -> float:
    """The processor time of some work."""
    started = process_time()
    work()
    return process_time() - started


def figures(scale: float) -> dict[str, Callable[[], float]]:
    """What is measured, by name; `scale` is the share of the usual numbers of deals."""

    def some(deals: int) -> int:
        return max(int(scale * deals), 10)

    return {
        "batch 4 × 4, per deal": partial(batch, 4, 4, some(100_000)),
        "batch 5 × 5, per deal": partial(batch, 5, 5, some(20_000)),
        "batch 7 × 7, per deal": partial(batch, 7, 7, some(5_000)),
        "solve, median": lambda: median(each(boaf.solve, range(some(1_000)))),
        "analyze, median": lambda: median(each(boaf.analyze, range(some(300)))),
        "collapse sets of hard deals, mean": lambda: mean(each(partial(boaf.solve, solver="collapse"), HARD)),
    }


def measure(scale: float) -> dict[str, float]:
    """The yardstick in microseconds, and each figure as a multiple of it."""
    measured = figures(scale)
    for figure in figures(0).values():
        figure()  # loads or compiles what it needs
    rounds = [[seconds_per_deal(), *(figure() for figure in measured.values())] for _ in range(ROUNDS)]
    unit, *shortest = map(min, zip(*rounds, strict=True))
    ratios = {name: round(seconds / unit, 5) for name, seconds in zip(measured, shortest, strict=True)}
    return {"yardstick, microseconds": round(1e6 * unit, 3)} | ratios


def main() -> None:
    """Measure, print, and append a line to the record."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scale", type=float, default=1.0, help="share of the usual numbers of deals (default: 1)")
    parser.add_argument(
        "--out", type=Path, default=RECORD, help=f"the record (default: {RECORD.name} next to this file)"
    )
    arguments = parser.parse_args()
    facts = {"date": datetime.now(UTC).isoformat(timespec="seconds"), "scale": arguments.scale}
    facts |= made_by() | {"signature": signature().nodes}
    line = json.dumps(facts | measure(arguments.scale), ensure_ascii=False)
    with arguments.out.open("a", encoding="utf-8") as record:
        record.write(f"{line}\n")
    print(line)


if __name__ == "__main__":
    main()
