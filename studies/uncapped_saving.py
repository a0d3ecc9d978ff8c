"""Neller, Berson et al. (2019): what best-n search saves against depth-first search without limit and without pruning.

The abstract prints 99.56 % less search time than the basic search. The table of orderings stops plain searches after
some nodes, which makes their share look smaller. Here nothing is stopped, in both orders of the children.
"""

from __future__ import annotations

from time import process_time
from typing import Any

from boaf.solvers.depth_first import NATURAL, REVERSED, Choices
from boaf.support.progress import Progress
from boaf_papers.framework.quantity import Quantity, Table
from boaf_papers.framework.runs import run_depth_first, run_solver
from boaf_papers.framework.study import Cell, Plan
from boaf_papers.roberson_sperduto.heuristic import solvable_deals
from study_runner import main

PAPER, TABLE = "learned", "baseline"
SCALES = {"tiny": 4, "small": 20, "paper": 1_000}
"""The number of deals."""
PRINTED = 0.9956
NO_LIMIT = 1 << 40
ORDERS = {"first child first": NATURAL, "last child first": REVERSED}
BEST_N = "best-n"


def plan(deals: int) -> Plan:
    """Both plain searches and best-n search."""
    cells: dict[Any, Cell] = {
        name: Cell(f"plain, uncapped, {name}", _plain, {"deals": deals, "order": order}, deals, 2e-2)
        for name, order in ORDERS.items()
    }
    cells[BEST_N] = Cell("best-n, uncapped", _best_n, {"deals": deals}, deals, 2e-3)
    about = f"solvable 4 × 4 deals below {deals:,}; no search is stopped"
    return Plan("Savings of best-n search", cells, _rows, about)


def _rows(found: dict[Any, Any]) -> list[Quantity]:
    best = found[BEST_N]
    note = "printed: of the search time, against the basic search; how it counts is not known"
    rows = [Quantity(f"best-n: {what}", None, best[what], tolerance=_tolerance(what)) for what in best]
    for name in ORDERS:
        for what, value in found[name].items():
            rows.append(Quantity(f"plain, {name}: {what}", None, value, tolerance=_tolerance(what)))
            title = f"{what} saved by best-n, plain search {name}"
            rows.append(Quantity(title, PRINTED, 1 - best[what] / value, "%", note, tolerance=_tolerance(what)))
    return rows


def _tolerance(what: str) -> float | None:
    return 0.0 if what == "nodes" else None


def finding(table: Table) -> str:
    """What the page says."""
    saved = {one.name: one.computed for one in table.quantities if "saved" in one.name}
    shown = "; ".join(f"{name}: {100 * value:.2f} %" for name, value in saved.items())
    return (
        "Neller, Berson et al. (2019) print 99.56 % less search time than basic depth-first search. Against a plain "
        f"search that drops nothing and is never stopped, best-n search saves here ({table.about}): {shown}."
    )


def _plain(progress: Progress, deals: int, order: int) -> dict[str, float]:
    choices = Choices(drop=0, order=order, count_all=True)
    started = process_time()
    nodes = run_depth_first(solvable_deals(deals), choices, NO_LIMIT, progress).nodes
    return {"nodes": int(nodes.sum()), "seconds": process_time() - started}


def _best_n(progress: Progress, deals: int) -> dict[str, float]:
    boards = solvable_deals(deals)
    started = process_time()
    nodes = run_solver(boards, BEST_N, NO_LIMIT, progress).nodes
    return {"nodes": int(nodes.sum()), "seconds": process_time() - started}


if __name__ == "__main__":
    main(__file__)
