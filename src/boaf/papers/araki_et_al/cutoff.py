"""Araki et al. (2019): the ordering cutoff (Figure 2), and what a memory for positions saves.

The algorithms side by side (Figures 4 and 5) stand in `solvability_algorithms`, Table 1 in `solvability_classifiers`,
Tables 2 and 3 in `solvability_models`; `solvability_scores` takes up a question that the paper leaves to others.

The states are made as "Dataset Generation" says, with our own generator. A search that takes more than `MAX_NODES`
nodes is stopped and counts with that number. Times are measured here, in compiled code and for blocks of states, so
only their ratios compare with the paper's.
"""

from __future__ import annotations

from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.dealing import EMPTY, Cards
from boaf.learn.data.recipes import random_boards
from boaf.papers.araki_et_al.algorithms import (
    CONSTRAINED_RISES,
    DIVERGENT,
    FEW,
    LEAST_FEWER,
    MOST_FEWER,
    ranked,
    rise_of,
    stopped_at,
)
from boaf.papers.araki_et_al.algorithms import TABLES as ALGORITHM_TABLES
from boaf.papers.araki_et_al.classifiers import TABLES as CLASSIFIERS
from boaf.papers.araki_et_al.defaults import TABLES as DEFAULTS
from boaf.papers.araki_et_al.models import TABLE_3
from boaf.papers.araki_et_al.models import TABLES as MODELS
from boaf.papers.araki_et_al.scores import TABLES as SCORES
from boaf.papers.araki_et_al.searches import ALGORITHMS, CONSTRAINED, ISLANDS, MAX_NODES, ORDERED, SEARCHES, Sample
from boaf.papers.araki_et_al.triples import TABLES as TRIPLES
from boaf.papers.framework.quantity import Quantity, Table
from boaf.papers.framework.runs import cards_of_states, run_depth_first, run_solver
from boaf.papers.framework.study import Cell, Plan, ranges
from boaf.render.figures import Curve, Figure
from boaf.solvers.paper_searches import CUTOFFS, ordered_choices
from boaf.support.progress import Progress

CUTOFF_STATES = {"small": 1_500, "paper": 100_000}
CUTOFF_BLOCK = 10_000
MEMORY_STATES = {"small": 200, "paper": 5_000}
DRAWN_STATES = {"small": 1_000, "paper": 10_000}
"""How many states are drawn for the searches without memory that are never stopped."""
TO_THE_END = range(DIVERGENT, DIVERGENT + 3)
"""The numbers of stacks at which the algorithms are compared without memory; more would take hours."""
BEST_CUTOFF, WORTHWHILE_CUTOFF = 11, 9
PRINTED_SECONDS = (0.252, 0.140)
"""Of Ordered DFS with every child ordered, and of Compatible DFS."""
DEARER = "in compiled code a node is cheap, so that a prediction weighs more"
MEMORY_NODES = 50_000
NO_LIMIT = 1 << 40
OF_ALL_STATES = "printed: of all states; the ratio depends on the number of stacks"


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
    literal = Cell("island-merge by the letter with memory", _search_literally, common, states, 1.5e-3)
    drawn = DRAWN_STATES[scale]
    by_stacks = {
        name: Cell(
            f"{name} without memory, by stacks",
            _search_to_the_end,
            {"states": drawn, "algorithm": name, "stacks": [*(FEW if name == CONSTRAINED else ()), *TO_THE_END]},
            drawn,
            1e-2 if name == CONSTRAINED else 1e-3,
        )
        for name in ALGORITHMS
    }

    def table(values: dict[str, Any]) -> Table:
        quantities = []
        for how in ("with memory", "without memory"):
            quantities += _memory_rows(how, {name: values[f"{name} {how}"] for name in ALGORITHMS}, states)
        mean, stopped = values[literal.name]
        note = "; ".join(filter(None, (stopped_at(MEMORY_NODES, stopped), "misses some solutions")))
        quantities.append(Quantity(f"{literal.name}: mean nodes", None, mean, note=note))
        nodes = {
            name: {int(stacks): mean for stacks, mean in values[cell.name].items()} for name, cell in by_stacks.items()
        }
        reason = f"unexplained; {drawn:,} states drawn, those below ten stacks searched to the end"
        quantities.append(rise_of(f"{CONSTRAINED_RISES}, without memory", nodes[CONSTRAINED], reason))
        for stacks in TO_THE_END:
            quantities += _to_the_end(stacks, {name: own[stacks] for name, own in nodes.items()})
        return Table("memory", f"Positions remembered or not, {states:,} random states", quantities)

    return Plan("memory", [*cells, literal, *by_stacks.values()], table)


def _to_the_end(stacks: int, means: dict[str, float]) -> list[Quantity]:
    """What the paper says of nodes, where searches without a memory can be run to the end."""
    where = f"{stacks} stacks, without memory, searched to the end"
    least = min(means, key=lambda name: means[name])
    note = ranked(means) if least == ISLANDS else f"{ranked(means)}; unexplained"
    ratios = [means[CONSTRAINED] / mean for name, mean in means.items() if name != CONSTRAINED]
    return [
        Quantity.claim(f"{where}: Island Merge has the fewest nodes", least == ISLANDS, note),
        *(
            Quantity(f"{where}: constrained : {which} of the others, mean nodes", printed, ratio, note=OF_ALL_STATES)
            for which, printed, ratio in (("best", MOST_FEWER, max(ratios)), ("worst", LEAST_FEWER, min(ratios)))
        ),
    ]


def _memory_rows(how: str, found: dict[str, tuple[float, int]], states: int) -> list[Quantity]:
    """The mean nodes of each algorithm, and how many times fewer they are than those of Constrained DFS."""
    quantities, ratios = [], []
    for name, (mean, stopped) in found.items():
        note = stopped_at(MEMORY_NODES, stopped)
        if name == ORDERED:
            note += f"{'; ' * bool(note)}printed with every child ordered: {TABLE_3['linear', 'H'].nodes:,}"
        quantities.append(Quantity(f"{name} {how}: mean nodes", None, mean, note=note))
        if name != CONSTRAINED:
            ratios.append(found[CONSTRAINED][0] / mean)
    lower = f"the paper: nine to ten; {found[CONSTRAINED][1]:,} of {states:,} Constrained searches are stopped"
    for which, ratio in (("best", max(ratios)), ("worst", min(ratios))):
        quantities.append(Quantity(f"constrained : {which} of the others, mean nodes, {how}", None, ratio, note=lower))
    return quantities


def _search_to_the_end(progress: Progress, states: int, algorithm: str, stacks: list[int]) -> dict[int, float]:
    """The mean nodes of an algorithm without memory for the states of some numbers of stacks."""
    cards = cards_of_states(states)
    groups = {size: cards[np.sum(cards != EMPTY, axis=1) == size] for size in stacks}
    return {
        size: float(_nodes_of(group, algorithm, NO_LIMIT, progress, remember=False).mean())
        for size, group in groups.items()
    }


def _search_literally(progress: Progress, states: int, max_nodes: int) -> tuple[float, int]:
    """The mean nodes of Island Merge by the letter of the paper, and how many searches were stopped."""
    nodes = run_solver(cards_of_states(states), ISLANDS, max_nodes, progress, literal=True).nodes
    return float(nodes.mean()), int(np.sum(nodes >= max_nodes))


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
            f"ordering cutoffs, states {first} to {after - 1}",
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
        sums = {what: np.sum([block[what] for block in blocks], axis=0) for what in ("nodes", "squares", "seconds")}
        samples = [Sample(searched, *one) for one in zip(sums["nodes"].tolist(), sums["squares"].tolist(), strict=True)]
        seconds = (sums["seconds"] / searched).tolist()
        of = f" of {states:,}" if searched < states else ""
        title = f"Araki et al. (2019), Figure 2 and Table 3, {searched:,}{of} random states"
        quantities = [*_cutoff_nodes(samples), *_cutoff_times(seconds)]
        return Table("cutoff", title, quantities, [_cutoff_figure(seconds)])

    return Plan("cutoff", cells, table, is_partial=True)


def _search_with_cutoffs(
    progress: Progress, first: int, after: int, max_nodes: int, cutoffs: list[int | None]
) -> dict[str, Any]:
    """The nodes, their squares and the seconds of Ordered DFS with each cutoff, and without one of Compatible DFS."""
    cards = random_boards(np.arange(first, after), 16)
    answer: dict[str, Any] = {"states": len(cards), "nodes": [], "squares": [], "seconds": []}
    for cutoff in cutoffs:
        choices = SEARCHES["compatible"] if cutoff is None else ordered_choices(cutoff)
        run_depth_first(cards[:1], choices, max_nodes)
        started = process_time()
        nodes = run_depth_first(cards, choices, max_nodes, progress).nodes
        answer["seconds"].append(process_time() - started)
        answer["nodes"].append(int(nodes.sum()))
        answer["squares"].append(int(np.sum(nodes**2)))
    return answer


def _cutoff_nodes(samples: list[Sample]) -> list[Quantity]:
    """What the cutoffs, and in the end Compatible DFS, take in nodes."""
    note = (
        "linear regression on H; which features H has is open (`--table triples`), and few long searches make the mean"
    )
    rows = {
        "Table 3: mean nodes, every child ordered": (TABLE_3["linear", "H"].nodes, samples[0], note),
        "mean nodes with the cutoff 11": (None, samples[CUTOFFS.index(BEST_CUTOFF)], ""),
        "mean nodes without ordering (Compatible DFS)": (None, samples[-1], ""),
    }
    return [
        *(
            Quantity(name, printed, sample.mean, note=note, interval=sample.interval)
            for name, (printed, sample, note) in rows.items()
        ),
        Quantity.claim(
            "with the cutoff 16, Ordered DFS searches the nodes of Compatible DFS",
            samples[CUTOFFS.index(16)] == samples[-1],
        ),
    ]


def _cutoff_times(seconds: list[float]) -> list[Quantity]:
    """What the cutoffs, and in the end Compatible DFS, take in time."""
    *ordered, plain = seconds
    fastest = CUTOFFS[ordered.index(min(ordered))]
    ratio = ordered[0] / plain
    early = [cutoff for cutoff, one in zip(CUTOFFS, ordered, strict=True) if cutoff < WORTHWHILE_CUTOFF and one < plain]
    return [
        Quantity("fastest cutoff", BEST_CUTOFF, fastest, note="depends on the machine", tolerance=None),
        Quantity(
            "time of Ordered DFS with every child ordered : Compatible DFS",
            PRINTED_SECONDS[0] / PRINTED_SECONDS[1],
            ratio,
            note=f"printed: {PRINTED_SECONDS[0]} s and {PRINTED_SECONDS[1]} s; {DEARER}",
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
        Quantity.claim(
            "with a cutoff below 9, Ordered DFS is slower than Compatible DFS",
            not early,
            f"faster with {', '.join(map(str, early))}; depends on the machine" if early else "",
            is_exact=False,
        ),
    ]


def _cutoff_figure(seconds: list[float]) -> Figure:
    *ordered, plain = seconds
    cutoffs = list(CUTOFFS)
    curves = [Curve("Ordered DFS", cutoffs, ordered), Curve("Compatible DFS", cutoffs, [plain] * len(cutoffs))]
    return Figure("Figure 2: ordering cutoff", "ordering cutoff (stacks)", "mean seconds", curves)


TABLES = {
    **ALGORITHM_TABLES,
    "memory": _memory,
    "cutoff": _cutoffs,
    **CLASSIFIERS,
    **MODELS,
    **DEFAULTS,
    **TRIPLES,
    **SCORES,
}
