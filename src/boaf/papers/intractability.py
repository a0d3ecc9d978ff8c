"""papers/002, "Solving with Search": the heuristic search of 100 steps, then the standard search of 5.5 million.

The paper runs both on the deals 0 … 999,999 that its conditions do not prove unsolvable. The searches drop
disconnected boards at once, so here they run on all deals with a connected compatibility graph. On fewer deals the
printed counts are compared as shares.
"""

from __future__ import annotations

import numpy as np

from boaf.papers import Progress
from boaf.papers.quantity import Quantity, Table
from boaf.papers.runs import numbered_deals, run_depth_first
from boaf.solve.batch import VERDICTS
from boaf.solve.depth_first import CARDS, HEURISTIC, POSITIONS, REVERSED, Choices
from boaf.solve.result import Verdict

DEALS = {"small": 20_000, "paper": 1_000_000}
HEURISTIC_STEPS = 100
STANDARD_STEPS = 5_500_000
PRINTED_DEALS = 1_000_000
SOLVABLE = VERDICTS.index(Verdict.SOLVABLE)
UNSOLVABLE = VERDICTS.index(Verdict.UNSOLVABLE)
UNKNOWN = VERDICTS.index(Verdict.UNKNOWN)


def tables(scale: str, progress: Progress) -> list[Table]:
    """The figures of "Solving with Search"."""
    deals = DEALS[scale]
    boards = numbered_deals(np.arange(deals))
    both = CARDS | POSITIONS
    heuristic = Choices(drop=both, order=HEURISTIC, count_all=False)
    verdicts, steps = run_depth_first(boards, heuristic, HEURISTIC_STEPS, progress)
    left = verdicts == UNKNOWN
    standard = Choices(drop=both, order=REVERSED, count_all=True)
    rest, rest_steps = run_depth_first(boards[left], standard, STANDARD_STEPS, progress)
    solved = verdicts == SOLVABLE

    def count(name: str, printed: int, computed: int, note: str = "") -> Quantity:
        if deals == PRINTED_DEALS:
            return Quantity(name, printed, computed, note=note)
        return Quantity(
            name, printed / PRINTED_DEALS, computed / deals, "%", note or f"share of deals 0 … {deals - 1:,}"
        )

    quantities = [
        count("heuristic search: solved in 15 steps", 569_449, int(np.sum(solved & (steps == 15)))),
        count("heuristic search: solved within 100 steps", 898_503, int(np.sum(solved))),
        count("left for the standard search", 99_669, int(np.sum(left))),
        count("standard search: solved", 99_617, int(np.sum(rest == SOLVABLE))),
        Quantity(
            "standard search: median steps to a solution",
            4_055,
            float(np.median(rest_steps[rest == SOLVABLE])),
            note="a step is a position looked at",
        ),
        count("standard search: proved unsolvable", 50, int(np.sum(rest == UNSOLVABLE)), _PROVED),
        count("standard search: undecided after 5.5 million steps", 2, int(np.sum(rest == UNKNOWN))),
    ]
    return [Table("search", f"papers/002, Solving with Search, deals 0 … {deals - 1:,}", quantities)]


_PROVED = "the paper counts only deals that its four conditions leave; these are 52 of the 109 that are connected"
