"""The papers' tables and figures, computed here and shown beside the printed ones: one package for each paper.

A paper has `TABLES`: by name, functions of a scale that give the plan of a table (`framework.study`). `small` takes
minutes; `paper` comes as near to the paper's own size as some hours allow, and the title of a table says how near.
Nothing here is typed in but what a paper prints.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import NamedTuple

from boaf.papers.framework.cell_store import CellStore
from boaf.papers.framework.quantity import Table
from boaf.papers.framework.study import Nobody, Plan, Watcher, run
from boaf.support.errors import BoafError


class Paper(NamedTuple):
    """A paper whose figures are computed."""

    cite: str
    authors: str
    title: str
    about: str
    module: str
    """The one that has `TABLES`, within this package."""
    where: str = "The Ninth AAAI Symposium on Educational Advances in Artificial Intelligence (EAAI-19), 2019"

    @property
    def reference(self) -> str:
        """The paper as a list of references has it, in Markdown."""
        return f"{self.authors}: *{self.title}*. {self.where}."


PAPERS = {
    "intractability": Paper(
        "Hoshino & Notarangelo (2019)",
        "Richard Hoshino, Max Notarangelo",
        "Computational Intractability and Solvability for the Birds of a Feather Game",
        "unsolvability conditions and two searches on a million deals",
        "hoshino_notarangelo.searches",
    ),
    "mcts": Paper(
        "Roberson & Sperduto (2019)",
        "Christian Roberson, Katarina Sperduto (Florida Southern College)",
        "A Monte Carlo Tree Search Player for Birds of a Feather Solitaire",
        "the heuristic search, the solvability checker and the Monte Carlo player",
        "roberson_sperduto.heuristic",
    ),
    "neural": Paper(
        "Sang & Yoon (2019)",
        "Benjamin Sang, Sejong Yoon (The College of New Jersey)",
        "A Neural Network Approach for Birds of a Feather Solvability Prediction",
        "the neural network on deals and interesting states, and a network of ours",
        "sang_yoon.networks",
    ),
    "prediction": Paper(
        "Hoshino & Kahn (2019)",
        "Richard Hoshino, Maximilian Kahn (Quest University Canada)",
        "Predicting Unsolvable Deals in the Birds of a Feather Solitaire Game",
        "a decision tree on 100,000 deals",
        "hoshino_kahn.tree",
    ),
    "questions": Paper(
        "Neller (2018)",
        "Todd W. Neller (Gettysburg College)",
        "Birds of a Feather",
        "three of the challenge's questions: heuristics that guide search, why boards have no solution, hard deals",
        "neller.heuristics",
        "EAAI-19 Undergraduate Research Challenge, 2018",
    ),
    "solvability": Paper(
        "Araki et al. (2019)",
        "Shuto Araki, Juan Pablo Arenas Uribe, Zach Wilkerson, Steven Bogaerts, Chad Byers (DePauw University)",
        "Determining Solvability in the Birds of a Feather Card Game",
        "classifiers and search algorithms on random states",
        "araki_et_al.cutoff",
    ),
}
SCALES = ("small", "paper")


def plans_of(name: str, scale: str = "small", only: Sequence[str] = ()) -> list[Plan]:
    """The plans of the tables of a paper, or only of those named."""
    if name not in PAPERS:
        raise BoafError(f"unknown paper {name!r}: choose from {', '.join(PAPERS)}")
    if scale not in SCALES:
        raise BoafError(f"unknown scale {scale!r}: choose from {', '.join(SCALES)}")
    tables = import_module(f"boaf.papers.{PAPERS[name].module}").TABLES
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
    return run(plans_of(name, scale, only), store or CellStore(name, scale), watcher or Nobody())
