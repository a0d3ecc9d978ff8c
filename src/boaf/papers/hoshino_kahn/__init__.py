"""Hoshino & Kahn (2019): the decision tree on deals 1 … 100,000, with true labels."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Scale:
    """How much of the paper's work is done."""

    deals: int = 100_000


SCALES = {"small": Scale(), "paper": Scale()}
TABLES = {
    "counts": "tree.counts",
    "ranges": "tree.walks",
    "splits": "tree.splits",
    "latin-square": "tree.latin_square",
}
