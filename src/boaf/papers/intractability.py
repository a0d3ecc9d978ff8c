"""Hoshino & Notarangelo (2019): the unsolvability conditions on a million deals, and its two searches.

The paper runs the heuristic search, of fewer than 100 steps, and then the standard search, of 5.5 million, on the deals
below a million that its conditions do not prove unsolvable. On fewer deals the printed counts are compared as shares.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from boaf.papers.quantity import Quantity, Table
from boaf.papers.runs import cards_of_deals, run_depth_first
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
HEURISTIC_STEPS = 99
STANDARD_STEPS = 5_500_000


def _conditions(_scale: str, progress: Progress) -> Table:
    """How many deals each condition proves unsolvable, in the paper's order; always on the whole million."""
    batch = solve_many(range(CONDITION_DEALS), progress=progress)
    unsolvable = np.flatnonzero(batch.unsolvable)
    found = Counter(intractability_reasons(unsolvable.tolist()))
    printed = {reason: count for reason, (_, count) in CONDITIONS.items()}
    quantities = [Quantity(name, printed[reason], found[reason]) for reason, (name, _) in CONDITIONS.items()]
    quantities.append(Quantity("unsolvable", sum(printed.values()), len(unsolvable)))
    title = f"Hoshino & Notarangelo (2019), Conditions for Unsolvability, deals 0 … {CONDITION_DEALS - 1:,}"
    return Table("conditions", title, quantities)


def _searches(scale: str, progress: Progress) -> Table:
    """The heuristic search, then the standard search on what it leaves."""
    deals = DEALS[scale]
    unsolvable = np.flatnonzero(solve_many(range(deals)).unsolvable)
    reasons = intractability_reasons(unsolvable.tolist())
    proved = [seed for seed, reason in zip(unsolvable, reasons, strict=True) if reason != "search"]
    boards = cards_of_deals(np.delete(np.arange(deals), proved))
    first = run_depth_first(boards, heuristic.CHOICES, HEURISTIC_STEPS, progress)
    rest = run_depth_first(boards[first.unknown], standard.CHOICES, STANDARD_STEPS, progress)

    def count(name: str, printed: int, computed: int) -> Quantity:
        if deals == PRINTED_DEALS:
            return Quantity(name, printed, computed)
        return Quantity(name, printed / PRINTED_DEALS, computed / deals, "%")

    median = float(np.median(rest.nodes[rest.solvable]))
    quantities = [
        count("heuristic search: solved in 15 steps", 569_449, int(np.sum(first.solvable & (first.nodes == 15)))),
        count("heuristic search: solved in fewer than 100 steps", 898_503, int(np.sum(first.solvable))),
        count("left for the standard search", 99_669, int(np.sum(first.unknown))),
        count("standard search: solved", 99_617, int(np.sum(rest.solvable))),
        Quantity("standard search: median steps to a solution", 4_055, median, note="a step is a position looked at"),
        count("standard search: proved unsolvable", 50, int(np.sum(rest.unsolvable))),
        count("standard search: undecided after 5.5 million steps", 2, int(np.sum(rest.unknown))),
    ]
    return Table("search", f"Hoshino & Notarangelo (2019), Solving with Search, deals 0 … {deals - 1:,}", quantities)


TABLES = {"conditions": _conditions, "search": _searches}
