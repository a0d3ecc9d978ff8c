"""Table 1: the mean nodes that best-first search expands for each weight of the legal moves, and that DFS expands.

In the text's reading it is the mean over the solvable deals, in the reading `table-1` (`boaf.solvers.best_first`) their
sum divided by the number of all deals: this gives the printed means. A deal that takes more than `MAX_NODES` nodes
counts with that number, and the note says so. The paper calls the other search "DFS" and says no more. Here it drops
what best-first search drops: boards in several parts, by card or by position, and boards seen before.
"""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import numpy as np

from boaf.kernel.dealing import Cards, draw_deals
from boaf.solvers.batch import Batch, solve_many
from boaf.solvers.depth_first import CARDS, NATURAL, POSITIONS, REVERSED, Choices
from boaf.support.progress import Progress
from boaf_papers.framework.quantity import UNEXPLAINED, Quantity
from boaf_papers.framework.runs import run_depth_first, run_solver
from boaf_papers.framework.study import Cell, Plan
from boaf_papers.roberson_sperduto import PRINTED_SEEDS, Scale

MAX_NODES = 1_000_000
PRINTED_NODES = {1.0: 387.43, 1.5: 197.80, 2.0: 117.84, 2.5: 102.85, 3.0: 128.68, 3.5: 185.96}
PRINTED_DFS = 5_274.23
READINGS = {
    "table-1": "found by trying readings against the printed means; the sum divided by all deals",
    "text": "differs by ties in the heap, what counts as stranded and when repeats are dropped",
}
ORDERS = {"last child first": REVERSED, "first child first": NATURAL}
DFS = "DFS, last child first"


def plan(scale: Scale) -> Plan:
    """Mean nodes for each weight, and for DFS."""
    cells: dict[Any, Cell] = {
        (reading, weight): Cell(
            f"best-first, {reading}, weight {weight}",
            _best_first,
            {"deals": scale.deals, "max_nodes": MAX_NODES, "weight": weight, "reading": reading},
            scale.deals,
            8e-4,
        )
        for reading in READINGS
        for weight in PRINTED_NODES
    }
    cells[DFS] = plain_dfs(scale.deals)[DFS]
    return Plan("Table 1: mean nodes expanded", cells, partial(_rows, scale.deals), partial(_about, scale.deals))


def plain_dfs(deals: int) -> dict[str, Cell]:
    """The search that drops what best-first search drops, in both orders of the children."""
    return {
        f"DFS, {name}": Cell(
            f"DFS, {name}", _plain_dfs, {"deals": deals, "max_nodes": MAX_NODES, "order": order}, deals, 2e-3
        )
        for name, order in ORDERS.items()
    }


def _about(deals: int, found: dict[Any, Any]) -> str:
    boards = found[DFS]["boards"]
    return (
        f"{boards:,} solvable deals below {deals:,}; reading `table-1` was found by trying readings against the "
        f"printed means, and divides the sum by {deals:,}; `text` divides by {boards:,}"
    )


def _rows(deals: int, found: dict[Any, Any]) -> list[Quantity]:
    means = {}
    rows = []
    sample = "" if deals == PRINTED_SEEDS else f"{deals:,} deals instead of {PRINTED_SEEDS:,}; "
    for reading, why in READINGS.items():
        for weight, printed in PRINTED_NODES.items():
            value = found[reading, weight]
            means[reading, weight] = value["nodes"] / (deals if reading == "table-1" else value["boards"])
            rows.append(
                Quantity(
                    f"{reading}: weight {weight}",
                    printed,
                    means[reading, weight],
                    note=f"{sample}{why}; {remark_on_nodes(value)}",
                    row=f"weight {weight}",
                    column=f"reading `{reading}`",
                )
            )
    note = f"{sample}{UNEXPLAINED}; {remark_on_nodes(found[DFS])}"
    dfs = found[DFS]["nodes"] / found[DFS]["boards"]
    rows.append(Quantity(DFS, PRINTED_DFS, dfs, note=note, row="DFS", column="reading `text`"))
    best = {reading: min(PRINTED_NODES, key=lambda weight: means[reading, weight]) for reading in READINGS}
    printed = min(PRINTED_NODES, key=lambda weight: PRINTED_NODES[weight])
    note = ", ".join(f"{weight} in reading `{reading}`" for reading, weight in best.items())
    return [*rows, Quantity.claim(f"the best weight is {printed}", best["table-1"] == printed, note)]


def _best_first(progress: Progress, deals: int, max_nodes: int, weight: float, reading: str) -> dict[str, Any]:
    options: dict[str, Any] = {"weight": weight, "reading": reading}
    return nodes_of(run_solver(solvable_deals(deals), "best-first", max_nodes, progress, **options))


def _plain_dfs(progress: Progress, deals: int, max_nodes: int, order: int) -> dict[str, Any]:
    choices = Choices(drop=CARDS | POSITIONS, order=order, count_all=False)
    return nodes_of(run_depth_first(solvable_deals(deals), choices, max_nodes, progress))


@cache
def solvable_deals(deals: int) -> Cards:
    """The solvable ones among the deals 0 … deals − 1."""
    return draw_deals(np.flatnonzero(solve_many(range(deals)).solvable), 16)


def nodes_of(batch: Batch) -> dict[str, Any]:
    """What is kept of the searches of many boards."""
    nodes, stopped = batch.nodes, int(np.sum(batch.unknown))
    return {"boards": len(nodes), "nodes": int(nodes.sum()), "median": float(np.median(nodes)), "stopped": stopped}


def remark_on_nodes(found: dict[str, Any]) -> str:
    """The median, and how many searches were stopped."""
    stopped = found["stopped"]
    words = f"; {stopped:,} deal{'s' * (stopped != 1)} stopped" if stopped else ""
    return f"median {found['median']:,.0f}{words}"
