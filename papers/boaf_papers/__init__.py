"""The papers' tables and figures, computed and shown next to the printed ones: one package for each paper.

The package of a paper has its `SCALES`, how much of the paper's work is done, and `TABLES`: for each table the function
of the scale, in a module that is loaded for this table only, that gives its plan (`framework.study`). `small` takes
minutes; `paper` comes as near to the paper's own size as some hours allow. Only what a paper prints is typed in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from types import ModuleType
from typing import NamedTuple

from boaf.support.errors import BoafError
from boaf.support.progress import ProgressBar, no_bar
from boaf_papers.framework.cell_store import CellStore
from boaf_papers.framework.quantity import Table
from boaf_papers.framework.study import Plan, run


class Paper(NamedTuple):
    """A paper whose figures are computed."""

    package: str
    cite: str
    authors: str
    title: str
    about: str
    pages: str = ""
    where: str = "AAAI 33, 2019 (EAAI-19)"

    @property
    def reference(self) -> str:
        """The paper as a list of references has it, in Markdown."""
        return f"{self.authors}: *{self.title}*. {self.where}{f', pages {self.pages}' if self.pages else ''}."


PAPERS = {
    "intractability": Paper(
        "hoshino_notarangelo",
        "Hoshino & Notarangelo (2019)",
        "Richard Hoshino, Max Notarangelo",
        "Computational Intractability and Solvability for the Birds of a Feather Game",
        "unsolvability conditions and two searches on a million deals",
        "9648–9655",
    ),
    "learned": Paper(
        "kucharski_et_al",
        "Kucharski et al. (2019)",
        "Bryon Kucharski, Azad Deihim, Mehmet Ergezer (Wentworth Institute of Technology)",
        "Machine Learning Based Heuristic Search Algorithms to Solve Birds of a Feather Card Game",
        "depth-first search ordered by learned models, against the authors' logs",
        "9656–9661",
    ),
    "mcts": Paper(
        "roberson_sperduto",
        "Roberson & Sperduto (2019)",
        "Christian Roberson, Katarina Sperduto (Florida Southern College)",
        "A Monte Carlo Tree Search Player for Birds of a Feather Solitaire",
        "the heuristic search, the solvability checker and the Monte Carlo player",
        "9700–9705",
    ),
    "neural": Paper(
        "sang_yoon",
        "Sang & Yoon (2019)",
        "Benjamin Sang, Sejong Yoon (The College of New Jersey)",
        "A Neural Network Approach for Birds of a Feather Solvability Prediction",
        "the neural network on deals and interesting states",
        "9706–9712",
    ),
    "prediction": Paper(
        "hoshino_kahn",
        "Hoshino & Kahn (2019)",
        "Richard Hoshino, Maximilian Kahn (Quest University Canada)",
        "Predicting Unsolvable Deals in the Birds of a Feather Solitaire Game",
        "a decision tree on 100,000 deals",
        "9748–9749",
    ),
    "solvability": Paper(
        "araki_et_al",
        "Araki et al. (2019)",
        "Shuto Araki, Juan Pablo Arenas Uribe, Zach Wilkerson, Steven Bogaerts, Chad Byers (DePauw University)",
        "Determining Solvability in the Birds of a Feather Card Game",
        "classifiers and search algorithms on random states",
        "9627–9634",
    ),
}
SCALES = ("small", "paper")


def package_of(name: str) -> ModuleType:
    """The package of a paper."""
    if name not in PAPERS:
        raise BoafError(f"unknown paper {name!r}: choose from {', '.join(PAPERS)}")
    return import_module(f"boaf_papers.{PAPERS[name].package}")


def plans_of(name: str, scale: str = "small", only: Sequence[str] = ()) -> list[Plan]:
    """The plans of the tables of a paper, or only of those named."""
    package = package_of(name)
    if scale not in SCALES:
        raise BoafError(f"unknown scale {scale!r}: choose from {', '.join(SCALES)}")
    for wanted in only:
        if wanted not in package.TABLES:
            raise BoafError(f"{name} has no table {wanted!r}: choose from {', '.join(package.TABLES)}")
    return [_plan(package, name, table, scale) for table in package.TABLES if table in (only or package.TABLES)]


def _plan(package: ModuleType, name: str, table: str, scale: str) -> Plan:
    module, _, function = package.TABLES[table].partition(".")
    plan: Plan = getattr(import_module(f"{package.__name__}.{module}"), function)(package.SCALES[scale])
    return replace(plan, name=table, cite=PAPERS[name].cite)


def reproduce(
    name: str,
    scale: str = "small",
    only: Sequence[str] = (),
    store: CellStore | None = None,
    bar: ProgressBar = no_bar,
) -> Iterator[Table]:
    """Compute the tables of a paper, or only those named, one after another; what the store holds is not computed."""
    return run(plans_of(name, scale, only), store or CellStore(name, scale), bar)
