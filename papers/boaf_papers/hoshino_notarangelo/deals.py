"""Conditions for Unsolvability, and Solving with Search.

The first table counts the deals that each of the paper's four conditions proves unsolvable. Of the deals below a
million that they leave open, the second has those that the heuristic search solves, in fewer than 100 steps, and those
that the standard search then solves, in 5.5 million. On fewer deals the printed counts are compared as shares.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.dealing import draw_deals
from boaf.prove.batch import intractability_reasons
from boaf.solvers.batch import solve_many
from boaf.solvers.paper_searches import CHOICES
from boaf.support.progress import Progress
from boaf_papers.framework.quantity import Quantity
from boaf_papers.framework.runs import run_depth_first
from boaf_papers.framework.study import Cell, Plan, ranges
from boaf_papers.hoshino_notarangelo import HEURISTIC_STEPS, PRINTED_DEALS, STANDARD_STEPS, Scale

CONDITIONS = {
    "odd-bird": ("Odd Bird", 1_484),
    "multiple-flocks": ("Multiple Flocks", 287),
    "cut-edge": ("Cut Edge", 49),
    "lollipop-stick": ("Lollipop Stick", 8),
    "search": ("left to search", 52),
}
"""The paper's names and counts, in its order."""
PRINTED_SOLVED = {"15 steps": 569_449, "fewer than 100 steps": 898_503}
PRINTED_MEDIAN = 4_055


def conditions(scale: Scale) -> Plan:
    """How many deals each condition proves unsolvable."""
    cells = {
        start: Cell(
            f"conditions, deals {start} to {stop - 1}", _reasons, {"start": start, "stop": stop}, stop - start, 1e-5
        )
        for start, stop in ranges(0, scale.condition_deals, scale.condition_cell)
    }
    return Plan("Conditions for Unsolvability", cells, _condition_rows, f"deals 0 … {scale.condition_deals - 1:,}")


def _condition_rows(values: dict[Any, Any]) -> list[Quantity]:
    found: Counter[str] = sum(map(Counter, values.values()), Counter())
    quantities = [Quantity(name, printed, found[reason]) for reason, (name, printed) in CONDITIONS.items()]
    return [*quantities, Quantity("unsolvable", sum(count for _, count in CONDITIONS.values()), found.total())]


def _reasons(progress: Progress, start: int, stop: int) -> dict[str, int]:
    """How many of these deals are unsolvable for each reason."""
    batch = solve_many(range(start, stop), progress=progress)
    return Counter(intractability_reasons((start + np.flatnonzero(batch.unsolvable)).tolist()))


def search(scale: Scale) -> Plan:
    """What both searches solve."""
    steps = {"heuristic_steps": HEURISTIC_STEPS, "standard_steps": STANDARD_STEPS}
    cells = {
        start: Cell(
            f"search, deals {start} to {stop - 1}", _search, {"start": start, "stop": stop, **steps}, stop - start, 5e-4
        )
        for start, stop in ranges(0, scale.deals, scale.search_cell)
    }
    return Plan("Solving with Search", cells, partial(_rows, scale.deals), f"deals 0 … {scale.deals - 1:,}")


def _search(progress: Progress, start: int, stop: int, heuristic_steps: int, standard_steps: int) -> dict[str, Any]:
    """What both searches do on the deals that the paper's conditions leave open."""
    unsolvable = start + np.flatnonzero(solve_many(range(start, stop)).unsolvable)
    reasons = intractability_reasons(unsolvable.tolist())
    proved = [seed - start for seed, reason in zip(unsolvable, reasons, strict=True) if reason != "search"]
    boards = draw_deals(np.delete(np.arange(start, stop), proved), 16)
    first = run_depth_first(boards, CHOICES["heuristic"], heuristic_steps)
    hard = boards[first.unknown]
    rest = run_depth_first(hard, CHOICES["standard"], standard_steps)
    progress(stop - start)
    return {
        "fifteen": int(np.sum(first.solvable & (first.nodes == 15))),
        "heuristic": int(np.sum(first.solvable)),
        "left": len(hard),
        "standard": int(np.sum(rest.solvable)),
        "unsolvable": int(np.sum(rest.unsolvable)),
        "undecided": int(np.sum(rest.unknown)),
        "steps": np.sort(rest.nodes[rest.solvable]).tolist(),
    }


def _rows(deals: int, values: dict[int, Any]) -> list[Quantity]:
    parts = list(values.values())
    is_whole = deals == PRINTED_DEALS

    def count(name: str, printed: int, what: str, note: str = "") -> Quantity:
        computed = sum(part[what] for part in parts)
        if is_whole:
            return Quantity(name, printed, computed, note=note)
        return Quantity.share(name, printed / PRINTED_DEALS, computed, deals)

    steps = np.sort([steps for part in parts for steps in part["steps"]])
    median = Quantity(
        "standard search: median steps to a solution",
        PRINTED_MEDIAN,
        float(np.median(steps)),
        note="a step is a position looked at",
        interval=None if is_whole else interval_of_median(steps),
    )
    return [
        count("heuristic search: solved in 15 steps", PRINTED_SOLVED["15 steps"], "fifteen"),
        count("heuristic search: solved in fewer than 100 steps", PRINTED_SOLVED["fewer than 100 steps"], "heuristic"),
        count("left for the standard search", 99_669, "left"),
        count("standard search: solved", 99_617, "standard"),
        median,
        count("standard search: proved unsolvable", 50, "unsolvable"),
        count("standard search: undecided after 5.5 million steps", 2, "undecided", "the paper settles them by hand"),
    ]


def interval_of_median(values: NDArray[np.int64]) -> tuple[float, float]:
    """The 95 % interval of the median of what sorted values are a sample of, by the order statistics around it."""
    half = 0.98 * len(values) ** 0.5
    low, high = (min(max(round(len(values) / 2 + end), 0), len(values) - 1) for end in (-half, half))
    return float(values[low]), float(values[high])
