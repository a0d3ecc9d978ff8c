"""Araki et al. (2019): the search algorithms on random states, and the ordering cutoff (Figures 2, 4, 5).

Tables 1 to 3, which are about models, stand in `solvability_models`.

The states are made as "Dataset Generation" says, with our own generator, 248,170 of them at the paper's scale. A
search that takes more than `MAX_NODES` nodes is stopped and counts with that number. Times are measured here, in
compiled code and for whole groups of states, so only their ratios compare with the paper's.
"""

from __future__ import annotations

from time import perf_counter

import numpy as np

from boaf.kernel.dealing import EMPTY, Cards
from boaf.papers.quantity import Quantity, Table
from boaf.papers.runs import cards_of_states, run_depth_first, run_solver
from boaf.papers.solvability_models import TABLES as MODELS
from boaf.papers.solvability_models import tuned_model
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
DIVERGENT = 10
"""The paper's divergent region: states with at least ten stacks."""


def _algorithms(scale: str, progress: Progress) -> Table:
    """Nodes and time of each algorithm, by number of stacks."""
    states = cards_of_states(STATES[scale])
    stacks = np.sum(states != EMPTY, axis=1)
    sizes = np.unique(stacks)
    means: dict[str, list[float]] = {}
    times: dict[str, list[float]] = {}
    totals = {}
    for name in (*SEARCHES, "island-merge"):
        means[name], times[name], counted = [], [], []
        _run(states[:1], name, progress)
        for size in sizes:
            group = states[stacks == size]
            started = perf_counter()
            nodes = _run(group, name, progress)
            times[name].append((perf_counter() - started) / len(group))
            means[name].append(float(nodes.mean()))
            counted.append(nodes)
        totals[name] = np.concatenate(counted)
    model = tuned_model(scale)
    times["solvability model"] = []
    model.probability(states[:1], 4, 4)
    for size in sizes:
        group = states[stacks == size]
        started = perf_counter()
        model.probability(group, 4, 4)
        times["solvability model"].append((perf_counter() - started) / len(group))
    ordered_stacks = np.sort(stacks)
    quantities = []
    for name, nodes in totals.items():
        divergent = nodes[ordered_stacks >= DIVERGENT]
        stopped = int(np.sum(nodes >= MAX_NODES))
        note = f"{stopped} states stopped at {MAX_NODES:,}" if stopped else ""
        quantities.append(Quantity(f"{name}: mean nodes", None, float(nodes.mean()), note=note))
        quantities.append(Quantity(f"{name}: mean nodes, ten stacks or more", None, float(divergent.mean())))
    fewer = [totals["constrained"].mean() / totals[name].mean() for name in totals if name != "constrained"]
    printed = "the paper: nine to ten times fewer for each of the three; unexplained, with or without memory"
    quantities.append(Quantity("constrained : best of the others, mean nodes", 10, float(max(fewer)), note=printed))
    quantities.append(Quantity("constrained : worst of the others, mean nodes", 9, float(min(fewer)), note=printed))
    pairs = zip(sizes, times["solvability model"], times["compatible"], strict=True)
    slow = [size for size, model_time, search_time in pairs if model_time > search_time]
    quantities.append(
        Quantity(
            "solvability model: most stacks at which Compatible DFS is faster",
            5,
            float(max(slow, default=0)),
            note="the paper: for fewer than six cards search is typically faster; depends on the machine",
        )
    )
    figures = [
        Figure(
            "Figure 5: nodes",
            "stacks",
            "mean nodes",
            [Curve(n, sizes.tolist(), y) for n, y in means.items()],
            log_scale=True,
        ),
        Figure(
            "Figure 4: time",
            "stacks",
            "mean seconds",
            [Curve(n, sizes.tolist(), y) for n, y in times.items()],
            log_scale=True,
        ),
    ]
    return Table(
        "algorithms", f"Araki et al. (2019), Figures 4 and 5, {len(states):,} random states", quantities, figures
    )


def _memory(scale: str, progress: Progress) -> Table:
    """The same searches with and without a memory for positions, which the paper does not mention."""
    states = cards_of_states(MEMORY_STATES[scale])
    quantities = []
    for remember in (True, False):
        for name in (*SEARCHES, "island-merge"):
            nodes = _run(states, name, progress, remember=remember, max_nodes=MEMORY_NODES)
            stopped = int(np.sum(nodes >= MEMORY_NODES))
            note = f"{stopped} states stopped at {MEMORY_NODES:,}" if stopped else ""
            memory = "with memory" if remember else "without memory"
            quantities.append(Quantity(f"{name} {memory}: mean nodes", None, float(nodes.mean()), note=note))
    return Table("memory", f"Positions remembered or not, {len(states):,} random states", quantities)


def _run(
    states: Cards,
    name: str,
    progress: Progress,
    *,
    remember: bool = True,
    max_nodes: int = MAX_NODES,
) -> np.ndarray:
    if name in SEARCHES:
        return run_depth_first(states, SEARCHES[name]._replace(remember=remember), max_nodes, progress).nodes
    return run_solver(states, name, max_nodes, progress, remember=remember).nodes


def _cutoffs(scale: str, progress: Progress) -> Table:
    """Nodes and time for every ordering cutoff."""
    states = cards_of_states(CUTOFF_STATES[scale])
    nodes, seconds = [], []
    run_depth_first(states[:1], ordered_choices(CUTOFFS[0]), MAX_NODES, progress)
    for cutoff in CUTOFFS:
        started = perf_counter()
        nodes.append(float(run_depth_first(states, ordered_choices(cutoff), MAX_NODES, progress).nodes.mean()))
        seconds.append((perf_counter() - started) / len(states))
    started = perf_counter()
    compatible = float(run_depth_first(states, SEARCHES["compatible"], MAX_NODES, progress).nodes.mean())
    plain = (perf_counter() - started) / len(states)
    quantities = [
        Quantity("Table 3: mean nodes, every child ordered", 1_381, nodes[0], note="linear regression on subset H"),
        Quantity("mean nodes with the cutoff 11", None, nodes[CUTOFFS.index(11)]),
        Quantity("mean nodes without ordering (Compatible DFS)", None, compatible),
        Quantity("fastest cutoff", 11, CUTOFFS[int(np.argmin(seconds))], note="depends on the machine"),
        Quantity("time of Ordered DFS at its fastest : Compatible DFS", None, min(seconds) / plain),
    ]
    cutoffs = list(CUTOFFS)
    curves = [Curve("Ordered DFS", cutoffs, seconds), Curve("Compatible DFS", cutoffs, [plain] * len(cutoffs))]
    figure = Figure("Figure 2: ordering cutoff", "ordering cutoff (stacks)", "mean seconds", curves)
    return Table(
        "cutoff", f"Araki et al. (2019), Figure 2 and Table 3, {len(states):,} random states", quantities, [figure]
    )


TABLES = {"algorithms": _algorithms, "memory": _memory, "cutoff": _cutoffs, **MODELS}
