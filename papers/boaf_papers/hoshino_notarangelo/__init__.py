"""Hoshino & Notarangelo (2019): printed boards (Tables 1 to 13), unsolvability conditions, and two searches."""

from __future__ import annotations

from dataclasses import dataclass

PRINTED_DEALS = 1_000_000
HEURISTIC_STEPS = 99
"""The heuristic search takes fewer than a hundred."""
STANDARD_STEPS = 5_500_000


@dataclass(frozen=True)
class Scale:
    """How much of the paper's work is done."""

    deals: int
    """The deals that are searched."""
    condition_deals: int = PRINTED_DEALS
    """The deals that conditions are counted on."""
    condition_cell: int = 100_000
    """The most deals of a cell of conditions."""
    search_cell: int = 20_000
    """The most deals of a cell of searches."""


SCALES = {"small": Scale(deals=20_000), "paper": Scale(deals=PRINTED_DEALS)}
TABLES = {"examples": "examples.plan", "conditions": "deals.conditions", "search": "deals.search"}
