"""Figure 2: the ordering cutoff of Ordered DFS, with the time and the nodes of Table 3.

A search that takes more than `MAX_NODES` nodes is stopped and counts with that number. Times are measured for blocks of
states.
"""

from __future__ import annotations

from functools import partial
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from boaf.learn.data.recipes import random_boards
from boaf.render.figures import Curve, Figure
from boaf.solvers.paper_searches import CUTOFFS, ordered_choices
from boaf.support.progress import Progress
from boaf_papers.araki_et_al import Scale
from boaf_papers.araki_et_al.models import OPEN_SUBSET, TABLE_3
from boaf_papers.araki_et_al.searches import MAX_NODES, SEARCHES, Sample
from boaf_papers.framework.quantity import Quantity
from boaf_papers.framework.runs import run_depth_first
from boaf_papers.framework.study import Cell, Plan, ranges

BEST_CUTOFF, WORTHWHILE_CUTOFF = 11, 9
PRINTED_SECONDS = (0.252, 0.140)
"""Of Ordered DFS with every child ordered, and of Compatible DFS."""
DEARER = "in compiled code a node is cheap, so a prediction weighs more"


class _Measured(NamedTuple):
    """What the cutoffs, and in the end Compatible DFS, take."""

    nodes: list[Sample]
    seconds: list[float]

    @classmethod
    def of(cls, blocks: dict[Any, Any]) -> _Measured:
        parts = list(blocks.values())
        searched = sum(block["states"] for block in parts)
        sums = {what: np.sum([block[what] for block in parts], axis=0) for what in ("nodes", "squares", "seconds")}
        samples = [Sample(searched, *one) for one in zip(sums["nodes"].tolist(), sums["squares"].tolist(), strict=True)]
        return cls(samples, (sums["seconds"] / searched).tolist())


def plan(scale: Scale) -> Plan:
    """Nodes and time for every ordering cutoff."""
    choices = (*CUTOFFS, None)
    cells = {
        first: Cell(
            f"ordering cutoffs, states {first} to {after - 1}",
            _search_with_cutoffs,
            {"first": first, "after": after, "max_nodes": MAX_NODES, "cutoffs": list(choices)},
            (after - first) * len(choices),
            6e-4,
        )
        for first, after in ranges(0, scale.cutoff_states, scale.block_states)
    }
    return Plan(
        "Figure 2: the ordering cutoff",
        cells,
        _rows,
        partial(_about, scale.cutoff_states),
        lambda found: [_cutoff_figure(_Measured.of(found).seconds)],
        is_partial=True,
    )


def _about(states: int, found: dict[Any, Any]) -> str:
    searched = sum(block["states"] for block in found.values())
    return f"{searched:,}{f' of {states:,}' if searched < states else ''} random states"


def _rows(found: dict[Any, Any]) -> list[Quantity]:
    nodes, seconds = _Measured.of(found)
    note = f"a few long searches make the mean; {OPEN_SUBSET}"
    return [
        Quantity(
            "Table 3: mean nodes, every child ordered",
            TABLE_3["linear", "H"].nodes,
            nodes[0].mean,
            note=note,
            interval=nodes[0].interval,
        ),
        Quantity.claim(
            "with the cutoff 16, Ordered DFS searches the nodes of Compatible DFS",
            nodes[CUTOFFS.index(16)] == nodes[-1],
        ),
        *_cutoff_times(seconds),
    ]


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


def _cutoff_times(seconds: list[float]) -> list[Quantity]:
    """What the cutoffs, and in the end Compatible DFS, take in time."""
    *ordered, plain = seconds
    fastest = CUTOFFS[ordered.index(min(ordered))]
    ratio = ordered[0] / plain
    early = [cutoff for cutoff, one in zip(CUTOFFS, ordered, strict=True) if cutoff < WORTHWHILE_CUTOFF and one < plain]
    return [
        Quantity("fastest cutoff", BEST_CUTOFF, fastest, note="depends on the machine", tolerance=None),
        Quantity(
            "time, every child ordered : Compatible DFS",
            PRINTED_SECONDS[0] / PRINTED_SECONDS[1],
            ratio,
            note=f"printed: {PRINTED_SECONDS[0]} s and {PRINTED_SECONDS[1]} s; {DEARER}",
            tolerance=None,
        ),
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
