"""The papers' tables and figures, computed here and shown beside the printed ones: one file for each paper.

A file has a function `tables(scale, progress)`. `small` takes a minute or two; `paper` has the paper's own size.
Nothing here is typed in but what a paper prints.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from boaf.errors import BoafError
from boaf.papers.quantity import Table

PAPERS = {
    "intractability": "papers/002: unsolvability conditions and the two searches on a million deals",
    "mcts": "papers/003: the heuristic search and the solvability checker",
    "solvability": "papers/000: the search algorithms on random states",
}
SCALES = ("small", "paper")
Progress = Callable[[int], None]
"""Takes the number of boards finished since its last call."""


def reproduce(name: str, scale: str = "small", progress: Progress | None = None) -> list[Table]:
    """Compute the tables of a paper."""
    if name not in PAPERS:
        raise BoafError(f"unknown paper {name!r}: choose from {', '.join(PAPERS)}")
    if scale not in SCALES:
        raise BoafError(f"unknown scale {scale!r}: choose from {', '.join(SCALES)}")
    tables: list[Table] = import_module(f"boaf.papers.{name}").tables(scale, progress or (lambda _: None))
    return tables
