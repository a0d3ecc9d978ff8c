"""Araki et al. (2019): the search algorithms on random states, and the ordering cutoff (Figures 2, 4, 5).

Tables 1 to 3, which are about models, stand in `solvability_models`.

The states are made as "Dataset Generation" says, with our own generator, 248,170 of them at the paper's scale. A
search that takes more than `MAX_NODES` nodes is stopped and counts with that number. Times are measured here, in
compiled code and for whole groups of states, so only their ratios compare with the paper's.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.clock import now
from boaf.kernel.dealing import EMPTY, Cards
from boaf.papers.quantity import Quantity, Table
from boaf.papers.runs import cards_of_states, run_depth_first, run_solver
from boaf.papers.solvability_defaults import TABLES as DEFAULTS
from boaf.papers.solvability_models import FIT_STATES, tuned_model
from boaf.papers.solvability_models import TABLES as MODELS
from boaf.papers.solvability_triples import TABLES as TRIPLES
from boaf.papers.study import Cell, Plan
from boaf.progress import Progress
from boaf.render.figures import Curve, Figure
from boaf.solvers import compatible, constrained
from boaf.solvers.ordered import CUTOFFS
from boaf.solvers.ordered import choices as ordered_choices

STATES = {"small": 3_000, "paper": 248_170}
CUTOFF_STATES = {"small": 1_500, "paper": 100_000}
MEMORY_STATES = {"small": 200, "paper": 5_000}
MAX_NODES = 300_000
MEMORY_NODES = 50_000
SEARCHES = {
    "constrained": constrained.CHOICES,
    "compatible": compatible.CHOICES,
    "ordered": ordered_choices(),
}
ALGORITHMS = (*SEARCHES, "island-merge")
SIZES = range(1, 17)
"""The numbers of stacks of the random states."""
MODEL = "solvability model"
DIVERGENT = 10
"""The paper's divergent region: states with at least ten stacks."""
_SECONDS_OF_STATE = {"constrained": 5e-2, "compatible": 5e-3, "ordered": 1e-2, "island-merge": 1.5e-2}
"""About how long a search of a state of 16 stacks takes; each stack less halves it."""


def _algorithms(scale: str) -> Plan:
    """Nodes and time of each algorithm, by number of stacks."""
    states = STATES[scale]
    cells = [
        Cell(
            f"algorithms, {name}, {size} stacks",
            _measure_search,
            {"algorithm": name, "states": states, "stacks": size, "max_nodes": MAX_NODES},
            max(1, states // len(SIZES)),
            _SECONDS_OF_STATE[name] * 2.0 ** (size - 16),
        )
        for name in ALGORITHMS
        for size in SIZES
    ]
    recipe = {"states": states, "fit_states": FIT_STATES[scale]}
    cells.append(Cell(f"algorithms, {MODEL}", _measure_model, recipe, states, 1e-3))
    return Plan("algorithms", cells, lambda values: _algorithms_table(states, values))


@cache
def _states_by_stacks(states: int) -> dict[int, Cards]:
    cards = cards_of_states(states)
    stacks = np.sum(cards != EMPTY, axis=1)
    return {size: cards[stacks == size] for size in SIZES}


def _measure_search(progress: Progress, algorithm: str, states: int, stacks: int, max_nodes: int) -> dict[str, Any]:
    """What an algorithm took for the states with so many stacks."""
    group = _states_by_stacks(states)[stacks]
    if not len(group):
        return {"states": 0, "nodes": 0, "stopped": 0, "seconds": 0.0}
    _nodes_of(group[:1], algorithm, max_nodes)
    started = now()
    nodes = _nodes_of(group, algorithm, max_nodes, progress)
    stopped = int(np.sum(nodes >= max_nodes))
    return {"states": len(group), "nodes": int(nodes.sum()), "stopped": stopped, "seconds": now() - started}


def _measure_model(progress: Progress, states: int, fit_states: int) -> dict[str, float]:
    """The mean time that the tuned model takes for a state of each number of stacks."""
    model, times = tuned_model(fit_states), {}
    groups = {size: group for size, group in _states_by_stacks(states).items() if len(group)}
    model.probability(next(iter(groups.values()))[:1], 4, 4)
    for size, group in groups.items():
        started = now()
        model.probability(group, 4, 4)
        times[str(size)] = (now() - started) / len(group)
        progress(len(group))
    return times


def _algorithms_table(states: int, values: dict[str, Any]) -> Table:
    found = {name: [values[f"algorithms, {name}, {size} stacks"] for size in SIZES] for name in ALGORITHMS}
    model_times = {int(size): seconds for size, seconds in values[f"algorithms, {MODEL}"].items()}
    sizes = sorted(model_times)
    curves: dict[str, list[Curve]] = {"nodes": [], "seconds": []}
    for name, by_size in found.items():
        groups = [by_size[SIZES.index(size)] for size in sizes]
        for what, own in curves.items():
            own.append(Curve(name, sizes, [group[what] / group["states"] for group in groups]))
    curves["seconds"].append(Curve(MODEL, sizes, [model_times[size] for size in sizes]))
    figures = [
        Figure(title, "stacks", f"mean {what}", curves[what], True)
        for title, what in (("Figure 5: nodes", "nodes"), ("Figure 4: time", "seconds"))
    ]
    times = {curve.name: curve.y for curve in curves["seconds"]}
    quantities = [*_mean_nodes(found), _faster_search(sizes, times[MODEL], times["compatible"])]
    return Table("algorithms", f"Araki et al. (2019), Figures 4 and 5, {states:,} random states", quantities, figures)


def _mean_nodes(found: dict[str, list[dict[str, Any]]]) -> list[Quantity]:
    quantities, means = [], {}
    for name, groups in found.items():
        means[name] = _mean(groups)
        stopped = sum(group["stopped"] for group in groups)
        note = f"{stopped} states stopped at {MAX_NODES:,}" if stopped else ""
        quantities.append(Quantity(f"{name}: mean nodes", None, means[name], note=note))
        divergent = _mean(groups[SIZES.index(DIVERGENT) :])
        quantities.append(Quantity(f"{name}: mean nodes, ten stacks or more", None, divergent))
    fewer = [means["constrained"] / means[name] for name in means if name != "constrained"]
    printed = "the paper: nine to ten times fewer for each of the three; unexplained, with or without memory"
    return [
        *quantities,
        Quantity("constrained : best of the others, mean nodes", 10, max(fewer), note=printed),
        Quantity("constrained : worst of the others, mean nodes", 9, min(fewer), note=printed),
    ]


def _mean(groups: list[dict[str, Any]]) -> float:
    """The mean nodes of a state."""
    mean: float = sum(group["nodes"] for group in groups) / sum(group["states"] for group in groups)
    return mean


def _faster_search(sizes: Sequence[int], model_times: Sequence[float], search_times: Sequence[float]) -> Quantity:
    pairs = zip(sizes, model_times, search_times, strict=True)
    slow = [size for size, model_time, search_time in pairs if model_time > search_time]
    return Quantity(
        "solvability model: most stacks at which Compatible DFS is faster",
        5,
        float(max(slow, default=0)),
        note="the paper: for fewer than six cards search is typically faster; depends on the machine",
        tolerance=None,
    )


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
    common = {"states": states, "max_nodes": MAX_NODES}
    cells = [
        Cell(f"cutoff {cutoff}", _search_with_cutoff, {**common, "cutoff": cutoff}, states, 6e-4) for cutoff in CUTOFFS
    ]
    cells.append(Cell("no ordering", _search_with_cutoff, {**common, "cutoff": None}, states, 6e-4))

    def table(values: dict[str, Any]) -> Table:
        *ordered, (compatible_nodes, plain) = values.values()
        nodes, seconds = zip(*ordered, strict=True)
        quantities = [
            Quantity("Table 3: mean nodes, every child ordered", 1_381, nodes[0], note="linear regression on subset H"),
            Quantity("mean nodes with the cutoff 11", None, nodes[CUTOFFS.index(11)]),
            Quantity("mean nodes without ordering (Compatible DFS)", None, compatible_nodes),
            Quantity(
                "fastest cutoff",
                11,
                CUTOFFS[seconds.index(min(seconds))],
                note="depends on the machine",
                tolerance=None,
            ),
            Quantity("time of Ordered DFS at its fastest : Compatible DFS", None, min(seconds) / plain, tolerance=None),
        ]
        cutoffs = list(CUTOFFS)
        curves = [Curve("Ordered DFS", cutoffs, seconds), Curve("Compatible DFS", cutoffs, [plain] * len(cutoffs))]
        figure = Figure("Figure 2: ordering cutoff", "ordering cutoff (stacks)", "mean seconds", curves)
        title = f"Araki et al. (2019), Figure 2 and Table 3, {states:,} random states"
        return Table("cutoff", title, quantities, [figure])

    return Plan("cutoff", cells, table)


def _search_with_cutoff(progress: Progress, states: int, max_nodes: int, cutoff: int | None) -> tuple[float, float]:
    """The mean nodes and seconds of Ordered DFS, or without a cutoff of Compatible DFS."""
    choices = SEARCHES["compatible"] if cutoff is None else ordered_choices(cutoff)
    cards = cards_of_states(states)
    run_depth_first(cards[:1], choices, max_nodes)
    started = now()
    nodes = run_depth_first(cards, choices, max_nodes, progress).nodes
    return float(nodes.mean()), (now() - started) / len(cards)


TABLES = {"algorithms": _algorithms, "memory": _memory, "cutoff": _cutoffs, **MODELS, **DEFAULTS, **TRIPLES}
