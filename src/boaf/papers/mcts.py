"""papers/003, "Heuristic": nodes expanded by the best-first search for each weight (Table 1), and by DFS.

The means are over the solvable deals of 0 … 9,999 (24 are not), fewer at the small scale. A deal that takes more
nodes than `MAX_NODES` counts with that number, which the note says.
"""

from __future__ import annotations

import numpy as np

import boaf.papers
from boaf.papers.quantity import Quantity, Table
from boaf.papers.runs import numbered_deals, run_depth_first, run_solver
from boaf.solve.batch import VERDICTS, solve_many
from boaf.solve.depth_first import CARDS, NATURAL, POSITIONS, REVERSED, Choices
from boaf.solve.result import Verdict

DEALS = {"small": 1_000, "paper": 10_000}
MAX_NODES = 1_000_000
PRINTED = {1.0: 387.43, 1.5: 197.80, 2.0: 117.84, 2.5: 102.85, 3.0: 128.68, 3.5: 185.96}
PRINTED_DFS = 5_274.23


def tables(scale: str, progress: boaf.papers.Progress) -> list[Table]:
    """Table 1 and the figure for DFS."""
    deals = DEALS[scale]
    solvable = np.flatnonzero(solve_many(range(deals)).verdicts == VERDICTS.index(Verdict.SOLVABLE))
    boards = numbered_deals(solvable)
    quantities = []
    for weight, printed in PRINTED.items():
        verdicts, nodes = run_solver(boards, "best-first", MAX_NODES, progress, weight=weight)
        quantities.append(_mean(f"best-first, weight {weight}", printed, verdicts, nodes))
    both = CARDS | POSITIONS
    for name, choices in (
        ("DFS, disconnected boards dropped, last child first", Choices(both, REVERSED, count_all=False)),
        ("DFS, disconnected boards dropped, first child first", Choices(both, NATURAL, count_all=False)),
    ):
        verdicts, nodes = run_depth_first(boards, choices, MAX_NODES, progress)
        quantities.append(_mean(name, PRINTED_DFS, verdicts, nodes))
    return [
        Table(
            "table-1",
            f"papers/003, Table 1: mean nodes expanded, {len(boards):,} solvable deals below {deals:,}",
            quantities,
        )
    ]


def _mean(name: str, printed: float, verdicts: np.ndarray, nodes: np.ndarray) -> Quantity:
    stopped = int(np.sum(verdicts == VERDICTS.index(Verdict.UNKNOWN)))
    note = f"median {np.median(nodes):,.0f}" + (f"; {stopped} deals stopped at {MAX_NODES:,}" if stopped else "")
    return Quantity(name, printed, float(nodes.mean()), note=note)
