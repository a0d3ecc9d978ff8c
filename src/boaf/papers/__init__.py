"""The papers' tables and figures, computed here and shown beside the printed ones: one file for each paper.

A file has `TABLES`: by name, functions of a scale that give the plan of a table (`boaf.papers.study`). `small` takes
minutes; `paper` has the paper's own size. Nothing here is typed in but what a paper prints.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module

from boaf.errors import BoafError
from boaf.papers.cell_store import CellStore
from boaf.papers.quantity import Table
from boaf.papers.study import Nobody, Plan, Watcher, run

PAPERS = {
    "intractability": "Hoshino & Notarangelo (2019): unsolvability conditions and the two searches on a million deals",
    "mcts": "Roberson & Sperduto (2019): the heuristic search, the solvability checker and the Monte Carlo player",
    "neural": "Sang & Yoon (2019): the neural network on deals and interesting states, and a network of ours",
    "prediction": "Hoshino & Kahn (2019): a decision tree on 100,000 deals",
    "solvability": "Araki et al. (2019): classifiers and search algorithms on random states",
}
SCALES = ("small", "paper")


def plans_of(name: str, scale: str = "small", only: Sequence[str] = ()) -> list[Plan]:
    """The plans of the tables of a paper, or only of those named."""
    if name not in PAPERS:
        raise BoafError(f"unknown paper {name!r}: choose from {', '.join(PAPERS)}")
    if scale not in SCALES:
        raise BoafError(f"unknown scale {scale!r}: choose from {', '.join(SCALES)}")
    tables = import_module(f"boaf.papers.{name}").TABLES
    for wanted in only:
        if wanted not in tables:
            raise BoafError(f"{name} has no table {wanted!r}: choose from {', '.join(tables)}")
    return [plan(scale) for table, plan in tables.items() if table in (only or tables)]


def reproduce(
    name: str,
    scale: str = "small",
    only: Sequence[str] = (),
    store: CellStore | None = None,
    watcher: Watcher | None = None,
) -> Iterator[Table]:
    """Compute the tables of a paper, or only those named, one after another; what the store holds is not computed."""
    return run(plans_of(name, scale, only), store or CellStore(name), watcher or Nobody())
