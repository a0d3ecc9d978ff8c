"""Neller (2018), question 3: every search and every ordering of children on the same solvable deals.

A search that takes more than the most nodes is stopped and counts with that number. A deal is solved without a wrong
turn if the search has the fewest nodes that are possible: one for each cell if it counts the solved position too; one
fewer if it counts only expanded positions; and none of the endgame if tables know it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from boaf.solvers.batch import seed_reader, solve_many
from boaf.support.progress import Progress
from boaf_papers.framework.quantity import UNEXPLAINED, Quantity
from boaf_papers.framework.runs import run_solver
from boaf_papers.framework.study import Cell, Plan
from study_runner import main

PAPER = "questions"
Size = tuple[int, int]
"""Rows and columns of a board."""


class Scale(NamedTuple):
    """How much is computed."""

    deals: Mapping[Size, int]
    """The deals of each size that every search is run on."""
    max_nodes: int
    """Where a search is stopped."""


SCALES = {
    "tiny": Scale({(3, 4): 1, (4, 4): 1}, 1_000),
    "small": Scale({(3, 4): 100, (4, 4): 100, (4, 5): 20, (5, 5): 10}, 20_000),
    "paper": Scale({(3, 4): 1_000, (4, 4): 1_000, (4, 5): 300, (5, 5): 100}, 100_000),
}
_SECONDS_OF_DEAL = 5e-3


class _Search(NamedTuple):
    """A solver with options."""

    solver: str
    options: dict[str, Any]
    uncounted: int = 0
    """A straight way to a solution has one position per cell: how many of these it does not count."""


SEARCHES = {
    "none, last child first, nothing dropped": _Search("baseline", {}),
    "none, first child first, nothing dropped": _Search("constrained", {}),
    "none, first child first, dropped by card": _Search("compatible", {}),
    "none, last child first, dropped by card and position": _Search("standard", {}),
    "Araki et al., linear model, above 11 stacks": _Search("ordered", {}),
    "Araki et al., linear model, everywhere": _Search("ordered", {"cutoff": 2}),
    "Araki et al., trees, everywhere": _Search("ordered", {"cutoff": 2, "model": "lightgbm-F"}),
    "Araki et al., island merge": _Search("island-merge", {}),
    "Hoshino & Notarangelo, matches and moves": _Search("heuristic", {}, uncounted=1),
    "Roberson & Sperduto, score and moves, best first": _Search("best-first", {}, uncounted=1),
    "Neller, Berson et al., flockability, best 1": _Search("best-n", {"n": 1}, uncounted=1),
    "Neller, Berson et al., flockability, best 3": _Search("best-n", {"n": 3}, uncounted=1),
    "Neller, Berson et al., flockability, all children": _Search("best-n", {"n": 1_000}, uncounted=1),
    "ours, room to move, beams": _Search("beam", {}),
    "ours, fitted ordering, without tables": _Search("endgame", {"tables": 1}, uncounted=1),
    "ours, fitted ordering into tables": _Search("endgame", {"tables": 6}, uncounted=6),
}
"""Every ordering and search, as a solver with options."""
PLAIN, BEST_N = "none, last child first, nothing dropped", "Neller, Berson et al., flockability, best 3"
PRINTED_SAVING = 0.9956
"""Of the search time of plain depth-first search, by the abstract of Neller, Berson et al. (2019)."""


def plan(scale: Scale) -> Plan:
    """Nodes, time, and deals solved without a wrong turn."""
    cells = {
        ((rows, cols), name): Cell(
            f"heuristics, {rows} x {cols}, {name}",
            _measure,
            {"rows": rows, "cols": cols, "deals": deals, "max_nodes": scale.max_nodes, **search._asdict()},
            deals,
            _SECONDS_OF_DEAL,
        )
        for (rows, cols), deals in scale.deals.items()
        for name, search in SEARCHES.items()
    }
    counts = ", ".join(f"{rows} × {cols}: {count:,}" for (rows, cols), count in scale.deals.items())
    title = "Question 3: orderings and searches on the same deals"
    about = f"solvable deals among the first ({counts}), at most {scale.max_nodes:,} nodes"
    return Plan(title, cells, partial(_rows, scale), about)


def _rows(scale: Scale, found: dict[tuple[Size, str], dict[str, Any]]) -> list[Quantity]:
    nodes, direct = [], []
    for ((rows, cols), name), one in found.items():
        size, deals = f"{rows} × {cols}", one["deals"]
        note = f"median {one['median']:,.0f}" + (f", {one['stopped']} of {deals} stopped" if one["stopped"] else "")
        note += f"; {1000 * one['seconds'] / deals:,.1f} ms per deal; `{SEARCHES[name].solver}`"
        mean = Quantity(f"{size}, {name}: mean nodes", None, one["nodes"] / deals, note=note)
        nodes.append(mean.placed(name, size, "nodes"))
        share = Quantity.share(f"{size}, {name}: no wrong turn", None, one["direct"], deals)
        direct.append(share.placed(name, size, "no wrong turn"))
    saved = [one for size in scale.deals for one in _saved(size, found[size, PLAIN], found[size, BEST_N])]
    return [*nodes, *direct, *saved]


def _saved(size: Size, plain: dict[str, Any], best: dict[str, Any]) -> list[Quantity]:
    """How much of a plain depth-first search best-n search saves, and what its abstract says."""
    source = "printed by Neller, Berson et al. (2019): of the search time, boards of unknown size"
    note = f"{source}; {UNEXPLAINED}: `best-n` is read from an abstract"
    note += "; plain searches are stopped, so the true saving is larger" if plain["stopped"] else ""
    rows, cols = size
    return [
        Quantity(
            f"{rows} × {cols}, best-n, best 3: {what} saved against plain depth-first search",
            PRINTED_SAVING,
            1 - best[what] / plain[what],
            "%",
            note,
            tolerance=0.0 if what == "nodes" else None,
            row=f"{what} that best-n, best 3, saves against plain depth-first search",
            column=f"{rows} × {cols}",
        )
        for what in ("nodes", "seconds")
    ]


def _measure(
    progress: Progress,
    rows: int,
    cols: int,
    deals: int,
    max_nodes: int,
    solver: str,
    options: dict[str, Any],
    uncounted: int,
) -> dict[str, Any]:
    """What a search takes for the solvable ones of the first deals of a size."""
    seeds = np.flatnonzero(solve_many(range(deals), rows, cols).solvable)
    boards = seed_reader(seeds, rows, cols)(slice(None))
    run_solver(boards[:1], solver, max_nodes, cols=cols, **options)
    started = process_time()
    batch = run_solver(boards, solver, max_nodes, progress, cols=cols, **options)
    seconds = process_time() - started
    return {
        "deals": len(boards),
        "nodes": int(batch.nodes.sum()),
        "median": float(np.median(batch.nodes)),
        "direct": int(np.sum(batch.solvable & (batch.nodes <= rows * cols - uncounted))),
        "stopped": int(np.sum(~batch.solvable)),
        "seconds": seconds,
    }


if __name__ == "__main__":
    main(__file__)
