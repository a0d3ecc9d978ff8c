"""Neller (2018), question 4: the first condition that proves each unsolvable deal, by board size."""

from __future__ import annotations

from collections import Counter
from functools import partial

import numpy as np

from boaf.deals import deal
from boaf.prove.explain import explain
from boaf.solvers.batch import solve_many
from boaf.support.progress import Progress
from boaf_papers.framework.quantity import Quantity
from boaf_papers.framework.study import Cell, Plan
from study_runner import main

PAPER = "questions"
SCALES = {"tiny": 20, "small": 1_000, "paper": 100_000}
"""The number of deals of each size."""
SIZES = ((2, 4), (3, 3), (3, 4), (4, 4), (3, 6), (4, 5))


def plan(deals: int) -> Plan:
    """The share of unsolvable deals, and of each condition among them."""
    cells = {
        (rows, cols): Cell(
            f"causes, {rows} x {cols}", _count_causes, {"rows": rows, "cols": cols, "deals": deals}, deals, 1e-3
        )
        for rows, cols in SIZES
    }
    title = "Question 4: the first condition that proves each unsolvable deal"
    return Plan(title, cells, partial(_rows, deals), f"deals 0 … {deals - 1:,}; conditions as shares of the unsolvable")


def _rows(deals: int, values: dict[tuple[int, int], dict[str, int]]) -> list[Quantity]:
    quantities = []
    for (rows, cols), value in values.items():
        size, found = f"{rows} × {cols}", Counter(value)
        shares = {"unsolvable deals": (found.total(), deals)}
        shares |= {reason: (count, found.total()) for reason, count in found.most_common()}
        for name, (count, total) in shares.items():
            share = Quantity.share(f"{size}: {name}", None, count, total)
            quantities.append(share.placed(name, size))
    return quantities


def _count_causes(progress: Progress, rows: int, cols: int, deals: int) -> dict[str, int]:
    """How many of the unsolvable deals each condition proves, in the order of `boaf explain`."""
    unsolvable = np.flatnonzero(solve_many(range(deals), rows, cols, progress=progress).unsolvable)
    found: Counter[str] = Counter()
    for seed in unsolvable.tolist():
        proof = explain(deal(seed, rows, cols)).proof
        found[proof.reason if proof else "none"] += 1
    return found


if __name__ == "__main__":
    main(__file__)
