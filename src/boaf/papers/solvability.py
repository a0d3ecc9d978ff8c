"""Araki et al. (2019): the search algorithms on random states, and the ordering cutoff (Figures 2, 4, 5).

Tables 1 to 3, which are about models, stand in `solvability_models`.

The states are made as "Dataset Generation" says, with our own generator, 248,170 of them at the paper's scale. A
search that takes more than `MAX_NODES` nodes is stopped and counts with that number. Times are measured here, in
compiled code and for whole groups of states, so only their ratios compare with the paper's.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.clock import now
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


class _Measured(NamedTuple):
    """What each algorithm took, by number of stacks."""

    sizes: list[int]
    means: dict[str, list[float]]
    times: dict[str, list[float]]
    nodes: dict[str, NDArray[np.int64]]
    """The nodes of every state, by rising number of stacks."""


def _algorithms(scale: str, progress: Progress) -> Table:
    """Nodes and time of each algorithm, by number of stacks."""
    states = cards_of_states(STATES[scale])
    stacks = np.sum(states != EMPTY, axis=1)
    sizes = np.unique(stacks).tolist()
    groups = [states[stacks == size] for size in sizes]
    measured = _measure(groups, sizes, progress)
    measured.times["solvability model"] = _times_of_model(scale, groups)
    quantities = [*_mean_nodes(measured.nodes, np.sort(stacks)), _faster_search(measured)]
    curves = {"nodes": measured.means, "seconds": measured.times}
    figures = [
        Figure(title, "stacks", f"mean {what}", [Curve(n, measured.sizes, y) for n, y in curves[what].items()], True)
        for title, what in (("Figure 5: nodes", "nodes"), ("Figure 4: time", "seconds"))
    ]
    title = f"Araki et al. (2019), Figures 4 and 5, {len(states):,} random states"
    return Table("algorithms", title, quantities, figures)


def _measure(groups: list[Cards], sizes: list[int], progress: Progress) -> _Measured:
    """Run each search on the states of each number of stacks."""
    measured = _Measured(sizes, {}, {}, {})
    for name in (*SEARCHES, "island-merge"):
        found, times = [], []
        for group in groups:
            started = now()
            found.append(_run(group, name, progress))
            times.append((now() - started) / len(group))
        measured.times[name] = times
        measured.means[name] = [float(nodes.mean()) for nodes in found]
        measured.nodes[name] = np.concatenate(found)
    return measured


def _times_of_model(scale: str, groups: list[Cards]) -> list[float]:
    """The mean time that the tuned model takes for a state of each number of stacks."""
    model, times = tuned_model(scale), []
    model.probability(groups[0][:1], 4, 4)
    for group in groups:
        started = now()
        model.probability(group, 4, 4)
        times.append((now() - started) / len(group))
    return times


def _mean_nodes(totals: dict[str, NDArray[np.int64]], stacks: NDArray[np.int64]) -> list[Quantity]:
    quantities = []
    for name, nodes in totals.items():
        stopped = int(np.sum(nodes >= MAX_NODES))
        note = f"{stopped} states stopped at {MAX_NODES:,}" if stopped else ""
        quantities.append(Quantity(f"{name}: mean nodes", None, float(nodes.mean()), note=note))
        divergent = float(nodes[stacks >= DIVERGENT].mean())
        quantities.append(Quantity(f"{name}: mean nodes, ten stacks or more", None, divergent))
    fewer = [totals["constrained"].mean() / totals[name].mean() for name in totals if name != "constrained"]
    printed = "the paper: nine to ten times fewer for each of the three; unexplained, with or without memory"
    return [
        *quantities,
        Quantity("constrained : best of the others, mean nodes", 10, float(max(fewer)), note=printed),
        Quantity("constrained : worst of the others, mean nodes", 9, float(min(fewer)), note=printed),
    ]


def _faster_search(measured: _Measured) -> Quantity:
    pairs = zip(measured.sizes, measured.times["solvability model"], measured.times["compatible"], strict=True)
    slow = [size for size, model_time, search_time in pairs if model_time > search_time]
    return Quantity(
        "solvability model: most stacks at which Compatible DFS is faster",
        5,
        float(max(slow, default=0)),
        note="the paper: for fewer than six cards search is typically faster; depends on the machine",
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
    for cutoff in CUTOFFS:
        started = now()
        nodes.append(float(run_depth_first(states, ordered_choices(cutoff), MAX_NODES, progress).nodes.mean()))
        seconds.append((now() - started) / len(states))
    started = now()
    compatible = float(run_depth_first(states, SEARCHES["compatible"], MAX_NODES, progress).nodes.mean())
    plain = (now() - started) / len(states)
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
