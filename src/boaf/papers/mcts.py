"""papers/003: the heuristic search (Table 1) and what its solvability checker catches (Table 2).

Table 1 has the mean number of nodes that the best-first search expands for each weight of the legal moves, and that DFS
expands, over the solvable deals of 0 … 9,999, fewer at the small scale. A deal that takes more than `MAX_NODES` counts
with that number, which the note says. Table 2 counts the unsolvable states of the challenge's data set in each class.
"""

from __future__ import annotations

import numpy as np

import boaf.papers
from boaf.learn.interesting import interesting_states
from boaf.papers.quantity import Quantity, Table
from boaf.papers.runs import Nodes, Verdicts, numbered_deals, run_depth_first, run_solver
from boaf.prove.batch import CLASSES, classes_of
from boaf.solve.batch import VERDICTS, solve_many
from boaf.solve.depth_first import CARDS, NATURAL, POSITIONS, REVERSED, Choices
from boaf.solve.result import Verdict

DEALS = {"small": 1_000, "paper": 10_000}
MAX_NODES = 1_000_000
PRINTED_NODES = {1.0: 387.43, 1.5: 197.80, 2.0: 117.84, 2.5: 102.85, 3.0: 128.68, 3.5: 185.96}
PRINTED_DFS = 5_274.23
STATE_SEEDS = {"small": 150, "paper": 10_000}
PRINTED_SHARES = {
    "stranded": 0.1450,
    "separated": 0.2239,
    "lynchpin": None,
    "one lynchpin": 0.2924,
    "printed lynchpin": None,
}
NOTES = {
    "stranded": "the difference is unexplained",
    "lynchpin": "all lynchpins together: what `boaf explain` uses",
    "one lynchpin": "every lynchpin by itself: the reading nearest to the printed share",
    "printed lynchpin": "only the cases that the text prints",
}
PRINTED_SEEDS = 10_000
COMBINED = ("stranded", "separated", "one lynchpin")
PRINTED_COMBINED = 0.3793
PRINTED_STATES = 657_888


def _nodes(scale: str, progress: boaf.papers.Progress) -> Table:
    """Mean nodes for each weight, and for DFS."""
    deals = DEALS[scale]
    solvable = np.flatnonzero(solve_many(range(deals)).verdicts == VERDICTS.index(Verdict.SOLVABLE))
    boards = numbered_deals(solvable)
    quantities = []
    for weight, printed in PRINTED_NODES.items():
        verdicts, nodes = run_solver(boards, "best-first", MAX_NODES, progress, weight=weight)
        quantities.append(_mean(f"best-first, weight {weight}", printed, verdicts, nodes))
    for name, order in (("last child first", REVERSED), ("first child first", NATURAL)):
        choices = Choices(drop=CARDS | POSITIONS, order=order, count_all=False)
        verdicts, nodes = run_depth_first(boards, choices, MAX_NODES, progress)
        quantities.append(_mean(f"DFS, {name}", PRINTED_DFS, verdicts, nodes, "unexplained; "))
    title = f"papers/003, Table 1: mean nodes expanded, {len(boards):,} solvable deals below {deals:,}"
    return Table("table-1", title, quantities)


def _mean(name: str, printed: float, verdicts: Verdicts, nodes: Nodes, remark: str = "") -> Quantity:
    stopped = int(np.sum(verdicts == VERDICTS.index(Verdict.UNKNOWN)))
    note = f"{remark}median {np.median(nodes):,.0f}" + (
        f"; {stopped} deals stopped at {MAX_NODES:,}" if stopped else ""
    )
    return Quantity(name, printed, float(nodes.mean()), note=note)


def _classes(scale: str, progress: boaf.papers.Progress) -> Table:
    """The share of the unsolvable interesting states in each class."""
    seeds = STATE_SEEDS[scale]
    found, combined, total = np.zeros(len(CLASSES), np.int64), 0, 0
    columns = [CLASSES.index(name) for name in COMBINED]
    for states in interesting_states(seeds, progress):
        classes = classes_of(states.cards[~states.solvable])
        found += classes.sum(axis=0)
        combined += int(classes[:, columns].any(axis=1).sum())
        total += len(classes)
    quantities = [
        Quantity(name, PRINTED_SHARES[name], count / total, "%", NOTES.get(name, ""))
        for name, count in zip(CLASSES, found.tolist(), strict=True)
    ]
    quantities.append(Quantity("combined", PRINTED_COMBINED, combined / total, "%", "with one lynchpin"))
    printed = PRINTED_STATES if seeds == PRINTED_SEEDS else None
    quantities.append(Quantity("unsolvable states", printed, total))
    title = f"papers/003, Table 2: shares of the unsolvable interesting states, seeds 0 … {seeds - 1:,}"
    return Table("table-2", title, quantities)


TABLES = {"table-1": _nodes, "table-2": _classes}
