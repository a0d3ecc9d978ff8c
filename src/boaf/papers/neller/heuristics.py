"""Three of the six questions of Neller (2018): heuristics that guide search, boards without a solution, hard deals.

`heuristics` runs every search of boaf, and every ordering of children, on the same solvable deals of several sizes. A
search that takes more than `MAX_NODES` nodes is stopped and counts with that number. A deal is solved without a wrong
turn if the search has the fewest nodes that are possible: one for each cell, if it counts the solved position, too; one
fewer, if it counts only those that are expanded; and none of the endgame, if tables know it. `causes` names the first
condition that proves each unsolvable deal. `difficulty` stands in `questions_difficulty`.
"""

from __future__ import annotations

from collections import Counter
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from boaf.deals import deal
from boaf.papers.framework.quantity import Quantity, Table
from boaf.papers.framework.runs import run_solver
from boaf.papers.framework.study import Cell, Plan
from boaf.papers.neller.difficulty import TABLES as DIFFICULTY
from boaf.prove.explain import explain
from boaf.solvers.batch import seed_reader, solve_many
from boaf.support.progress import Progress

SIZES = ((3, 4), (4, 4), (4, 5), (5, 5))
DEALS = {
    "small": {(3, 4): 100, (4, 4): 100, (4, 5): 20, (5, 5): 10},
    "paper": {(3, 4): 1_000, (4, 4): 1_000, (4, 5): 300, (5, 5): 100},
}
MAX_NODES = {"small": 20_000, "paper": 100_000}


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
CAUSE_SIZES = ((2, 4), (3, 3), (3, 4), (4, 4), (3, 6), (4, 5))
CAUSE_DEALS = {"small": 1_000, "paper": 100_000}
_SECONDS_OF_DEAL = 5e-3


def _heuristics(scale: str) -> Plan:
    """Question 3: nodes, time, and deals solved without a wrong turn."""
    most = MAX_NODES[scale]
    cells = {
        (size, name): Cell(
            f"heuristics, {size[0]} x {size[1]}, {name}",
            _measure,
            {
                "rows": size[0],
                "cols": size[1],
                "deals": DEALS[scale][size],
                "max_nodes": most,
                "solver": search.solver,
                "options": search.options,
                "uncounted": search.uncounted,
            },
            DEALS[scale][size],
            _SECONDS_OF_DEAL,
        )
        for size in SIZES
        for name, search in SEARCHES.items()
    }

    def table(values: dict[str, Any]) -> Table:
        quantities = []
        for ((rows, cols), name), cell in cells.items():
            found = values[cell.name]
            note = f"{found['direct'] / found['deals']:.1%} without a wrong turn, median {found['median']:,.0f}"
            note += f", {found['stopped']} of {found['deals']} stopped" if found["stopped"] else ""
            note += f"; {1000 * found['seconds'] / found['deals']:,.1f} ms per deal; `{SEARCHES[name].solver}`"
            mean = found["nodes"] / found["deals"]
            quantities.append(Quantity(f"{rows} × {cols}, {name}: mean nodes", None, mean, note=note))
        for size in SIZES:
            plain, best = (values[cells[size, name].name] for name in (PLAIN, BEST_N))
            quantities += _saved(size, plain, best, most)
        counts = ", ".join(f"{rows} × {cols}: {count:,}" for (rows, cols), count in DEALS[scale].items())
        title = (
            f"Question 3: orderings and searches on the same deals ({counts}), at most {most:,} nodes, processor time"
        )
        return Table("heuristics", title, quantities)

    return Plan("heuristics", list(cells.values()), table)


def _saved(size: tuple[int, int], plain: dict[str, Any], best: dict[str, Any], most: int) -> list[Quantity]:
    """How much of a plain depth-first search best-n search saves, beside what its abstract says."""
    note = "printed: of the search time, without the size of the boards; unexplained: `best-n` is read from an abstract"
    stopped = f"{note}; plain searches end at {most:,} nodes, so the true saving is larger"
    return [
        Quantity(
            f"{size[0]} × {size[1]}, best-n, best 3: {what} saved against plain depth-first search",
            PRINTED_SAVING,
            1 - best[what] / plain[what],
            "%",
            stopped if plain["stopped"] else note,
            tolerance=0.0 if what == "nodes" else None,
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


def _causes(scale: str) -> Plan:
    """Question 4: why unsolvable deals have no solution, by size."""
    deals = CAUSE_DEALS[scale]
    cells = {
        (rows, cols): Cell(
            f"causes, {rows} x {cols}", _count_causes, {"rows": rows, "cols": cols, "deals": deals}, deals, 1e-3
        )
        for rows, cols in CAUSE_SIZES
    }

    def table(values: dict[str, Any]) -> Table:
        quantities = []
        for (rows, cols), cell in cells.items():
            found = Counter(values[cell.name])
            quantities.append(Quantity.share(f"{rows} × {cols}: unsolvable deals", None, found.total(), deals))
            quantities += [
                Quantity.share(f"{rows} × {cols}: of these, {reason}", None, count, found.total())
                for reason, count in found.most_common()
            ]
        title = f"Question 4: the first condition that proves each unsolvable deal of 0 … {deals - 1:,}"
        return Table("causes", title, quantities)

    return Plan("causes", list(cells.values()), table)


def _count_causes(progress: Progress, rows: int, cols: int, deals: int) -> dict[str, int]:
    """How many of the unsolvable deals each condition proves, in the order of `boaf explain`."""
    unsolvable = np.flatnonzero(solve_many(range(deals), rows, cols, progress=progress).unsolvable)
    found: Counter[str] = Counter()
    for seed in unsolvable.tolist():
        proof = explain(deal(seed, rows, cols)).proof
        found[proof.reason if proof else "none"] += 1
    return found


TABLES = {"heuristics": _heuristics, "causes": _causes, **DIFFICULTY}
