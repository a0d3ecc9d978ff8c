"""Araki et al. (2019): the ordering cutoff (Figure 2), and what a memory for positions saves.

The algorithms side by side (Figures 4 and 5) stand in `solvability_algorithms`, Table 1 in `solvability_classifiers`,
Tables 2 and 3 in `solvability_models`.

The states are made as "Dataset Generation" says, with our own generator. A search that takes more than `MAX_NODES`
nodes is stopped and counts with that number. Times are measured here, in compiled code and for blocks of states, so
only their ratios compare with the paper's.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.clock import now
from boaf.kernel.dealing import Cards
from boaf.learn.data.recipes import random_boards
from boaf.papers.quantity import Quantity, Table
from boaf.papers.runs import cards_of_states, run_depth_first, run_solver
from boaf.papers.solvability_algorithms import TABLES as ALGORITHM_TABLES
from boaf.papers.solvability_classifiers import TABLES as CLASSIFIERS
from boaf.papers.solvability_defaults import TABLES as DEFAULTS
from boaf.papers.solvability_models import TABLES as MODELS
from boaf.papers.solvability_searches import ALGORITHMS, MAX_NODES, SEARCHES
from boaf.papers.solvability_triples import TABLES as TRIPLES
from boaf.papers.study import Cell, Plan, ranges
from boaf.progress import Progress
from boaf.render.figures import Curve, Figure
from boaf.solvers.ordered import CUTOFFS
from boaf.solvers.ordered import choices as ordered_choices

CUTOFF_STATES = {"small": 1_500, "paper": 100_000}
CUTOFF_BLOCK = 10_000
MEMORY_STATES = {"small": 200, "paper": 5_000}
BEST_CUTOFF = 11
PRINTED_SECONDS = (0.252, 0.140)
"""Of Ordered DFS with every child ordered, and of Compatible DFS."""
MEMORY_NODES = 50_000


def _memory(scale: str) -> Plan:
    """The same searches with and without a memory for positions, which the paper does not mention."""
    states = MEMORY_STATES[scale]
    common = {"states": states, "max_nodes": MEMORY_NODES}
    cells = [
        Cell(
            f"{name} {'with' if remember else 'without'} memory",
            _search_with_memory,
            {**common, "algorithm": name, "remember": remember},
            states,
            1.5e-3,
        )
        for remember in (True, False)
        for name in ALGORITHMS
    ]

    def table(values: dict[str, Any]) -> Table:
        quantities = []
        for name, (mean, stopped) in values.items():
            note = f"{stopped} states stopped at {MEMORY_NODES:,}" if stopped else ""
            quantities.append(Quantity(f"{name}: mean nodes", None, mean, note=note))
        return Table("memory", f"Positions remembered or not, {states:,} random states", quantities)

    return Plan("memory", cells, table)


def _search_with_memory(
    progress: Progress, states: int, max_nodes: int, algorithm: str, remember: bool
) -> tuple[float, int]:
    """The mean nodes, and how many searches were stopped."""
    nodes = _nodes_of(cards_of_states(states), algorithm, max_nodes, progress, remember=remember)
    return float(nodes.mean()), int(np.sum(nodes >= max_nodes))


def _nodes_of(
    states: Cards, algorithm: str, max_nodes: int, progress: Progress | None = None, *, remember: bool = True
) -> NDArray[np.int64]:
    """The nodes that an algorithm takes for each state."""
    if algorithm in SEARCHES:
        return run_depth_first(states, SEARCHES[algorithm]._replace(remember=remember), max_nodes, progress).nodes
    return run_solver(states, algorithm, max_nodes, progress, remember=remember).nodes


def _cutoffs(scale: str) -> Plan:
    """Nodes and time for every ordering cutoff."""
    states = CUTOFF_STATES[scale]
    choices = (*CUTOFFS, None)
    cells = [
        Cell(
            f"cutoffs, states {first} to {after - 1}",
            _search_with_cutoffs,
            {"first": first, "after": after, "max_nodes": MAX_NODES, "cutoffs": list(choices)},
            (after - first) * len(choices),
            6e-4,
        )
        for first, after in ranges(0, states, CUTOFF_BLOCK)
    ]

    def table(values: dict[str, Any]) -> Table:
        blocks = list(values.values())
        searched = sum(block["states"] for block in blocks)
        nodes, seconds = (
            (np.sum([block[what] for block in blocks], axis=0) / searched).tolist() for what in ("nodes", "seconds")
        )
        of = f" of {states:,}" if searched < states else ""
        title = f"Araki et al. (2019), Figure 2 and Table 3, {searched:,}{of} random states"
        return Table("cutoff", title, _cutoff_rows(nodes, seconds), [_cutoff_figure(seconds)])

    return Plan("cutoff", cells, table, is_partial=True)


def _search_with_cutoffs(
    progress: Progress, first: int, after: int, max_nodes: int, cutoffs: list[int | None]
) -> dict[str, Any]:
    """The nodes and seconds of Ordered DFS with each cutoff, and without one of Compatible DFS."""
    cards = random_boards(np.arange(first, after), 16)
    answer: dict[str, Any] = {"states": len(cards), "nodes": [], "seconds": []}
    for cutoff in cutoffs:
        choices = SEARCHES["compatible"] if cutoff is None else ordered_choices(cutoff)
        run_depth_first(cards[:1], choices, max_nodes)
        started = now()
        answer["nodes"].append(int(run_depth_first(cards, choices, max_nodes, progress).nodes.sum()))
        answer["seconds"].append(now() - started)
    return answer


def _cutoff_rows(nodes: list[float], seconds: list[float]) -> list[Quantity]:
    *ordered, plain = seconds
    fastest = CUTOFFS[ordered.index(min(ordered))]
    ratio = ordered[0] / plain
    return [
        Quantity("Table 3: mean nodes, every child ordered", 1_381, nodes[0], note="linear regression on subset H"),
        Quantity("mean nodes with the cutoff 11", None, nodes[CUTOFFS.index(BEST_CUTOFF)]),
        Quantity("mean nodes without ordering (Compatible DFS)", None, nodes[-1]),
        Quantity("fastest cutoff", BEST_CUTOFF, fastest, note="depends on the machine", tolerance=None),
        Quantity(
            "time of Ordered DFS with every child ordered : Compatible DFS",
            PRINTED_SECONDS[0] / PRINTED_SECONDS[1],
            ratio,
            note=f"printed: {PRINTED_SECONDS[0]} s and {PRINTED_SECONDS[1]} s",
            tolerance=None,
        ),
        Quantity("time of Ordered DFS at its fastest : Compatible DFS", None, min(ordered) / plain, tolerance=None),
        Quantity.claim(
            "with every child ordered, Ordered DFS is slower than Compatible DFS",
            ratio > 1,
            f"{ordered[0]:.2e} s against {plain:.2e} s",
            is_exact=False,
        ),
        Quantity.claim(
            "with a cutoff, Ordered DFS is faster than Compatible DFS",
            min(ordered) < plain,
            f"{min(ordered):.2e} s with the cutoff {fastest} against {plain:.2e} s",
            is_exact=False,
        ),
    ]


def _cutoff_figure(seconds: list[float]) -> Figure:
    *ordered, plain = seconds
    cutoffs = list(CUTOFFS)
    curves = [Curve("Ordered DFS", cutoffs, ordered), Curve("Compatible DFS", cutoffs, [plain] * len(cutoffs))]
    return Figure("Figure 2: ordering cutoff", "ordering cutoff (stacks)", "mean seconds", curves)


TABLES = {**ALGORITHM_TABLES, "memory": _memory, "cutoff": _cutoffs, **CLASSIFIERS, **MODELS, **DEFAULTS, **TRIPLES}
