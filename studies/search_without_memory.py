"""Araki et al. (2019): the searches with and without a memory for positions, which the paper does not mention."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.dealing import EMPTY, Cards
from boaf.learn.data.recipes import random_boards
from boaf.support.progress import Progress, no_progress
from boaf_papers.araki_et_al.algorithms import (
    CONSTRAINED_RISES,
    DIVERGENT,
    FEW,
    LEAST_FEWER,
    MOST_FEWER,
    ranked,
    rise_of,
    stopped_at,
)
from boaf_papers.araki_et_al.models import TABLE_3
from boaf_papers.araki_et_al.searches import ALGORITHMS, CONSTRAINED, ISLANDS, ORDERED, SEARCHES
from boaf_papers.framework.quantity import UNEXPLAINED, Quantity, Table
from boaf_papers.framework.runs import run_depth_first, run_solver
from boaf_papers.framework.study import Cell, Plan
from study_runner import main

PAPER, TABLE = "solvability", "algorithms"


class Scale(NamedTuple):
    """The states that are searched with and without memory, and those drawn for searches that are never stopped."""

    states: int
    drawn: int


SCALES = {"tiny": Scale(20, 200), "small": Scale(200, 1_000), "paper": Scale(5_000, 10_000)}
TO_THE_END = range(DIVERGENT, DIVERGENT + 3)
"""The numbers of stacks at which the algorithms are compared without memory; more would take hours."""
MEMORY_NODES = 50_000
NO_LIMIT = 1 << 40
LITERAL = "island-merge by the letter with memory"


def cards_of_states(count: int) -> Cards:
    """The random 4 × 4 states of the seeds 0 … count − 1. Shape (count, 16)."""
    return random_boards(np.arange(count), 16)


def plan(scale: Scale) -> Plan:
    """Every algorithm with and without memory, and by number of stacks to the end."""
    common = {"states": scale.states, "max_nodes": MEMORY_NODES}
    cells: dict[Any, Cell] = {
        (name, remember): Cell(
            f"{name} {'with' if remember else 'without'} memory",
            _search_with_memory,
            {**common, "algorithm": name, "remember": remember},
            scale.states,
            1.5e-3,
        )
        for remember in (True, False)
        for name in ALGORITHMS
    }
    cells[LITERAL] = Cell(LITERAL, _search_literally, common, scale.states, 1.5e-3)
    for name in ALGORITHMS:
        stacks = [*(FEW if name == CONSTRAINED else ()), *TO_THE_END]
        recipe = {"states": scale.drawn, "algorithm": name, "stacks": stacks}
        cost = 1e-2 if name == CONSTRAINED else 1e-3
        cells[name] = Cell(f"{name} without memory, by stacks", _search_to_the_end, recipe, scale.drawn, cost)
    return Plan("Positions remembered or not", cells, partial(_rows, scale), f"{scale.states:,} random states")


def _rows(scale: Scale, found: dict[Any, Any]) -> list[Quantity]:
    quantities = []
    for remember, how in ((True, "with memory"), (False, "without memory")):
        quantities += _memory_rows(how, {name: found[name, remember] for name in ALGORITHMS}, scale.states)
    mean, stopped = found[LITERAL]
    note = "; ".join(filter(None, (stopped_at(MEMORY_NODES, stopped), "misses some solutions")))
    quantities.append(Quantity(f"{LITERAL}: mean nodes", None, mean, note=note))
    nodes = {name: {int(stacks): mean for stacks, mean in found[name].items()} for name in ALGORITHMS}
    reason = f"{UNEXPLAINED}; {scale.drawn:,} states drawn, those below ten stacks searched to the end"
    quantities.append(rise_of(f"{CONSTRAINED_RISES}, without memory", nodes[CONSTRAINED], reason))
    for stacks in TO_THE_END:
        quantities += to_the_end(stacks, {name: own[stacks] for name, own in nodes.items()})
    return quantities


def finding(table: Table) -> str:
    """What the page says."""
    claims = [one for one in table.quantities if one.name.endswith("Island Merge has the fewest nodes")]
    held = [one.name.partition(" ")[0] for one in claims if one.computed]
    ratios = {one.name: one.computed for one in table.quantities if one.name.startswith("constrained :")}
    return (
        "Without a memory for positions Island Merge has the fewest nodes, as printed, at "
        f"{', '.join(held)} stacks (tried: {', '.join(map(str, TO_THE_END))}), and Constrained DFS takes at least "
        f"{ratios['constrained : worst of the others, mean nodes, without memory']:.1f} to "
        f"{ratios['constrained : best of the others, mean nodes, without memory']:.1f} times the nodes of the others "
        "(printed: nine to ten)."
    )


def to_the_end(stacks: int, means: dict[str, float]) -> list[Quantity]:
    """What the paper says of nodes, where searches without a memory can be run to the end."""
    where = f"{stacks} stacks, without memory, searched to the end"
    least = min(means, key=lambda name: means[name])
    note = ranked(means) if least == ISLANDS else f"{ranked(means)}; {UNEXPLAINED}"
    ratios = [means[CONSTRAINED] / mean for name, mean in means.items() if name != CONSTRAINED]
    return [
        Quantity.claim(f"{where}: Island Merge has the fewest nodes", least == ISLANDS, note),
        *(
            Quantity(
                f"{where}: constrained : {which} of the others, mean nodes",
                printed,
                ratio,
                note="printed: of all states; the ratio depends on the number of stacks",
            )
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
    states: Cards, algorithm: str, max_nodes: int, progress: Progress = no_progress, *, remember: bool = True
) -> NDArray[np.int64]:
    """The nodes that an algorithm takes for each state."""
    if algorithm in SEARCHES:
        return run_depth_first(states, SEARCHES[algorithm]._replace(remember=remember), max_nodes, progress).nodes
    return run_solver(states, algorithm, max_nodes, progress, remember=remember).nodes


if __name__ == "__main__":
    main(__file__)
