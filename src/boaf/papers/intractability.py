"""Hoshino & Notarangelo (2019): the unsolvability conditions on a million deals, and its two searches.

The paper runs the heuristic search, of fewer than 100 steps, and then the standard search, of 5.5 million, on the deals
below a million that its conditions do not prove unsolvable. On fewer deals the printed counts are compared as shares.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from boaf.papers.quantity import Quantity, Table
from boaf.papers.runs import cards_of_deals, run_depth_first
from boaf.papers.study import Cell, Plan, ranges, stretched
from boaf.progress import Progress
from boaf.prove.batch import intractability_reasons
from boaf.solvers import heuristic, standard
from boaf.solvers.batch import solve_many

PRINTED_DEALS = 1_000_000
CONDITION_DEALS = 1_000_000
CONDITIONS = {
    "odd-bird": ("Odd Bird", 1_484),
    "multiple-flocks": ("Multiple Flocks", 287),
    "cut-edge": ("Cut Edge", 49),
    "lollipop-stick": ("Lollipop Stick", 8),
    "search": ("left to search", 52),
}
DEALS = {"small": 20_000, "paper": 1_000_000}
CELL_DEALS = {"conditions": 100_000, "search": 5_000}
"""How many deals a cell has."""
HEURISTIC_STEPS = 99
STANDARD_STEPS = 5_500_000


def _conditions(_scale: str) -> Plan:
    """How many deals each condition proves unsolvable, in the paper's order; always on the whole million."""

    def table(values: dict[str, Any]) -> Table:
        found: Counter[str] = sum(map(Counter, values.values()), Counter())
        printed = {reason: count for reason, (_, count) in CONDITIONS.items()}
        quantities = [Quantity(name, printed[reason], found[reason]) for reason, (name, _) in CONDITIONS.items()]
        quantities.append(Quantity("unsolvable", sum(printed.values()), found.total()))
        title = f"Hoshino & Notarangelo (2019), Conditions for Unsolvability, deals 0 … {CONDITION_DEALS - 1:,}"
        return Table("conditions", title, quantities)

    cells = [
        Cell(f"conditions, deals {start} to {stop - 1}", _reasons, {"start": start, "stop": stop}, stop - start, 1e-5)
        for start, stop in ranges(0, CONDITION_DEALS, CELL_DEALS["conditions"])
    ]
    return Plan("conditions", cells, table)


def _reasons(progress: Progress, start: int, stop: int) -> dict[str, int]:
    """How many of these deals are unsolvable for each reason."""
    batch = solve_many(range(start, stop), progress=progress)
    return Counter(intractability_reasons((start + np.flatnonzero(batch.unsolvable)).tolist()))


def _searches(scale: str) -> Plan:
    """The heuristic search, then the standard search on what it leaves."""
    deals = DEALS[scale]
    steps = {"heuristic_steps": HEURISTIC_STEPS, "standard_steps": STANDARD_STEPS}
    cells = [
        Cell(
            f"search, deals {start} to {stop - 1}", _search, {"start": start, "stop": stop, **steps}, stop - start, 5e-4
        )
        for start, stop in ranges(0, deals, CELL_DEALS["search"])
    ]
    return Plan("search", cells, lambda values: _search_table(deals, list(values.values())))


def _search(progress: Progress, start: int, stop: int, heuristic_steps: int, standard_steps: int) -> dict[str, Any]:
    """What both searches do on the deals that the paper's conditions leave open."""
    unsolvable = start + np.flatnonzero(solve_many(range(start, stop)).unsolvable)
    reasons = intractability_reasons(unsolvable.tolist())
    proved = [seed - start for seed, reason in zip(unsolvable, reasons, strict=True) if reason != "search"]
    boards = cards_of_deals(np.delete(np.arange(start, stop), proved))
    first = run_depth_first(boards, heuristic.CHOICES, heuristic_steps)
    hard = boards[first.unknown]
    rest = run_depth_first(hard, standard.CHOICES, standard_steps, stretched(progress, len(hard), stop - start))
    return {
        "fifteen": int(np.sum(first.solvable & (first.nodes == 15))),
        "heuristic": int(np.sum(first.solvable)),
        "left": len(hard),
        "standard": int(np.sum(rest.solvable)),
        "unsolvable": int(np.sum(rest.unsolvable)),
        "undecided": int(np.sum(rest.unknown)),
        "steps": np.sort(rest.nodes[rest.solvable]).tolist(),
    }


def _search_table(deals: int, parts: list[dict[str, Any]]) -> Table:
    def count(name: str, printed: int, what: str) -> Quantity:
        computed = sum(part[what] for part in parts)
        if deals == PRINTED_DEALS:
            return Quantity(name, printed, computed)
        return Quantity(name, printed / PRINTED_DEALS, computed / deals, "%")

    median = float(np.median([steps for part in parts for steps in part["steps"]]))
    quantities = [
        count("heuristic search: solved in 15 steps", 569_449, "fifteen"),
        count("heuristic search: solved in fewer than 100 steps", 898_503, "heuristic"),
        count("left for the standard search", 99_669, "left"),
        count("standard search: solved", 99_617, "standard"),
        Quantity("standard search: median steps to a solution", 4_055, median, note="a step is a position looked at"),
        count("standard search: proved unsolvable", 50, "unsolvable"),
        count("standard search: undecided after 5.5 million steps", 2, "undecided"),
    ]
    return Table("search", f"Hoshino & Notarangelo (2019), Solving with Search, deals 0 … {deals - 1:,}", quantities)


TABLES = {"conditions": _conditions, "search": _searches}
