"""Three of the six questions of Neller (2018): heuristics that guide search, boards without a solution, hard deals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Size = tuple[int, int]
"""Rows and columns of a board."""


@dataclass(frozen=True)
class Scale:
    """How much is computed."""

    deals: Mapping[Size, int]
    """Question 3: the deals of each size that every search is run on."""
    max_nodes: int
    """Question 3: where a search is stopped."""
    cause_deals: int
    """Question 4: the deals of each size."""
    rated_deals: int
    """Question 5: the deals of each size."""
    games: int
    """Question 5: the games of the Monte Carlo player on each deal."""


SCALES = {
    "small": Scale({(3, 4): 100, (4, 4): 100, (4, 5): 20, (5, 5): 10}, 20_000, 1_000, 40, 5),
    "paper": Scale({(3, 4): 1_000, (4, 4): 1_000, (4, 5): 300, (5, 5): 100}, 100_000, 100_000, 400, 20),
}
TABLES = {"heuristics": "heuristics.plan", "causes": "causes.plan", "difficulty": "difficulty.plan"}
