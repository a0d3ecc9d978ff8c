"""Roberson & Sperduto (2019): heuristic search (Table 1), the solvability checker (Table 2), the player (Table 3).

The paper leaves points open, which were read in many ways. The readings nearest to its figures are shown next to that
of its text, and were chosen by looking at them. Other readings, and what explains the differences, are in `studies/`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

PRINTED_SEEDS = 10_000
"""The paper's deals and states are those of the seeds below this."""


@dataclass(frozen=True)
class Scale:
    """How much of the paper's work is done."""

    deals: int
    """The deals of Table 1."""
    state_seeds: int
    """The seeds of the states of Table 2."""
    played: Mapping[int, int]
    """Table 3: the number of deals played for each number of iterations. The paper plays all, 40 games on each."""
    cell_deals: int = 2_500
    """The most deals of a cell of games."""


SCALES = {
    "small": Scale(deals=1_000, state_seeds=150, played={100: 100, 300: 50}),
    "paper": Scale(
        deals=PRINTED_SEEDS,
        state_seeds=PRINTED_SEEDS,
        played=dict.fromkeys((100, 200, 300, 400, 500, 1_000), 2_000) | {2_000: 1_000, 4_000: 400, 8_000: 200},
    ),
}
TABLES = {"table-1": "heuristic.plan", "table-2": "checker.plan", "table-3": "player.plan"}
