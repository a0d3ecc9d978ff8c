"""The papers' tables and figures, computed here and shown beside the printed ones: one file for each paper.

A file has `TABLES`, functions of scale and progress by name. `small` takes a minute or two; `paper` has the paper's own
size. Nothing here is typed in but what a paper prints.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module

from boaf.errors import BoafError
from boaf.papers.quantity import Table
from boaf.progress import Progress

PAPERS = {
    "intractability": "Hoshino & Notarangelo (2019): unsolvability conditions and the two searches on a million deals",
    "mcts": "Roberson & Sperduto (2019): the heuristic search, the solvability checker and the Monte Carlo player",
    "neural": "Sang & Yoon (2019): the neural network on deals and interesting states, and a network of ours",
    "prediction": "Hoshino & Kahn (2019): a decision tree on 100,000 deals",
    "solvability": "Araki et al. (2019): classifiers and search algorithms on random states",
}
SCALES = ("small", "paper")


def reproduce(
    name: str, scale: str = "small", progress: Progress | None = None, only: Sequence[str] = ()
) -> list[Table]:
    """Compute the tables of a paper, or only those named."""
    if name not in PAPERS:
        raise BoafError(f"unknown paper {name!r}: choose from {', '.join(PAPERS)}")
    if scale not in SCALES:
        raise BoafError(f"unknown scale {scale!r}: choose from {', '.join(SCALES)}")
    tables: dict[str, Callable[[str, Progress], Table]] = import_module(f"boaf.papers.{name}").TABLES
    for wanted in only:
        if wanted not in tables:
            raise BoafError(f"{name} has no table {wanted!r}: choose from {', '.join(tables)}")
    return [
        compute(scale, progress or (lambda _: None)) for table, compute in tables.items() if table in (only or tables)
    ]
