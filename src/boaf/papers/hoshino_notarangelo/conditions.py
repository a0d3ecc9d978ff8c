"""Conditions for Unsolvability: the deals that each of the paper's four conditions proves unsolvable."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from boaf.papers.framework.quantity import Quantity
from boaf.papers.framework.study import Cell, Plan, ranges
from boaf.papers.hoshino_notarangelo import Scale
from boaf.prove.batch import intractability_reasons
from boaf.solvers.batch import solve_many
from boaf.support.progress import Progress

CONDITIONS = {
    "odd-bird": ("Odd Bird", 1_484),
    "multiple-flocks": ("Multiple Flocks", 287),
    "cut-edge": ("Cut Edge", 49),
    "lollipop-stick": ("Lollipop Stick", 8),
    "search": ("left to search", 52),
}
"""The paper's names and counts, in its order."""


def plan(scale: Scale) -> Plan:
    """How many deals each condition proves unsolvable."""
    cells = {
        start: Cell(
            f"conditions, deals {start} to {stop - 1}", _reasons, {"start": start, "stop": stop}, stop - start, 1e-5
        )
        for start, stop in ranges(0, scale.condition_deals, scale.condition_cell)
    }
    return Plan("Conditions for Unsolvability", cells, _rows, f"deals 0 … {scale.condition_deals - 1:,}")


def _rows(values: dict[Any, Any]) -> list[Quantity]:
    found: Counter[str] = sum(map(Counter, values.values()), Counter())
    quantities = [Quantity(name, printed, found[reason]) for reason, (name, printed) in CONDITIONS.items()]
    return [*quantities, Quantity("unsolvable", sum(count for _, count in CONDITIONS.values()), found.total())]


def _reasons(progress: Progress, start: int, stop: int) -> dict[str, int]:
    """How many of these deals are unsolvable for each reason."""
    batch = solve_many(range(start, stop), progress=progress)
    return Counter(intractability_reasons((start + np.flatnonzero(batch.unsolvable)).tolist()))
