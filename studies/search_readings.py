"""Hoshino & Notarangelo (2019): what both searches give with the points that the paper leaves open read another way."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from boaf import solve_many
from boaf.kernel.dealing import draw_deals
from boaf.solvers.depth_first import DIRECTED, NATURAL
from boaf.solvers.paper_searches import CHOICES
from boaf.support.progress import Progress
from boaf_papers.framework.quantity import Quantity, Table
from boaf_papers.framework.runs import run_depth_first
from boaf_papers.framework.study import Cell, Plan, ranges
from boaf_papers.hoshino_notarangelo import HEURISTIC_STEPS, PRINTED_DEALS
from boaf_papers.hoshino_notarangelo.deals import PRINTED_MEDIAN, PRINTED_SOLVED, interval_of_median
from study_runner import as_reading, main

PAPER, TABLE = "intractability", "search"


class Scale(NamedTuple):
    """The number of deals, in all and of a cell."""

    deals: int
    cell_deals: int = 20_000


SCALES = {"tiny": Scale(300, 200), "small": Scale(2_000), "paper": Scale(20_000)}
READING_STEPS = 1_000_000
HEURISTIC_READINGS = {
    "legal moves as pairs": CHOICES["heuristic"],
    "legal moves in both directions": CHOICES["heuristic"]._replace(order=DIRECTED),
}
STANDARD_READINGS = {
    "positions looked at, last child first": CHOICES["standard"],
    "positions looked at, first child first": CHOICES["standard"]._replace(order=NATURAL),
    "positions expanded, last child first": CHOICES["standard"]._replace(count_all=False),
    "positions expanded, first child first": CHOICES["standard"]._replace(order=NATURAL, count_all=False),
}


def plan(scale: Scale) -> Plan:
    """Two readings of the heuristic search and four of the standard search."""
    steps = {"heuristic_steps": HEURISTIC_STEPS, "standard_steps": READING_STEPS}
    cells = {
        start: Cell(
            f"readings, deals {start} to {stop - 1}", _read, {"start": start, "stop": stop, **steps}, stop - start, 5e-4
        )
        for start, stop in ranges(0, scale.deals, scale.cell_deals)
    }
    return Plan("Other readings of the searches", cells, partial(_rows, scale.deals), f"deals 0 … {scale.deals - 1:,}")


def _rows(deals: int, values: dict[int, Any]) -> list[Quantity]:
    parts = list(values.values())
    quantities = []
    for reading in HEURISTIC_READINGS:
        for what, printed in PRINTED_SOLVED.items():
            found = sum(part[reading][what] for part in parts)
            name = f"heuristic search, {reading}: {what}"
            quantities.append(as_reading(Quantity.share(name, printed / PRINTED_DEALS, found, deals)))
    for reading in STANDARD_READINGS:
        steps = np.sort([steps for part in parts for steps in part[reading]])
        name = f"standard search, {reading}: median steps to a solution"
        median = Quantity(name, PRINTED_MEDIAN, float(np.median(steps)), interval=interval_of_median(steps))
        quantities.append(as_reading(median))
    return quantities


def _read(progress: Progress, start: int, stop: int, heuristic_steps: int, standard_steps: int) -> dict[str, Any]:
    """What the readings of both searches give on the solvable deals of a range."""
    boards = draw_deals(start + np.flatnonzero(solve_many(range(start, stop)).solvable), 16)
    found: dict[str, Any] = {}
    hard = boards
    for reading, choices in HEURISTIC_READINGS.items():
        batch = run_depth_first(boards, choices, heuristic_steps)
        fifteen = int(np.sum(batch.solvable & (batch.nodes == 15)))
        found[reading] = {"15 steps": fifteen, "fewer than 100 steps": int(np.sum(batch.solvable))}
        if choices is CHOICES["heuristic"]:
            hard = boards[batch.unknown]
    for reading, choices in STANDARD_READINGS.items():
        batch = run_depth_first(hard, choices, standard_steps)
        found[reading] = np.sort(batch.nodes[batch.solvable]).tolist()
    progress(stop - start)
    return found


def finding(table: Table) -> str:
    """What the page says."""
    readings = dict.fromkeys(one.name.partition(":")[0] for one in table.quantities)
    excluded = {one.name.partition(":")[0] for one in table.quantities if one.note == "excluded"}
    possible = [reading for reading in readings if reading not in excluded]
    return (
        f"Of {len(readings)} readings of the searches the printed figures leave the {len(possible)} used here: "
        f"{'; '.join(possible)}."
    )


if __name__ == "__main__":
    main(__file__)
