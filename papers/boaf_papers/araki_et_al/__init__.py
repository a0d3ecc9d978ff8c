"""Araki et al. (2019): classifiers (Table 1), models that order a search (Tables 2 and 3), searches (Figures 2, 4, 5).

The states are made as "Dataset Generation" says, with our own generator. Times are processor times of compiled code on
another machine, so only their order and their ratios compare with the paper's.
"""

from __future__ import annotations

from dataclasses import dataclass

PRINTED_STATES = 500_000
"""The states of the classifiers, of Tables 2 and 3, and of the check of Island Merge."""
SEARCHED_STATES = 248_170
"""The states of Figures 4 and 5."""


@dataclass(frozen=True)
class Scale:
    """How much of the paper's work is done."""

    states: int
    """Figures 4 and 5."""
    island_states: int
    """The check of Island Merge."""
    cutoff_states: int
    """Figure 2."""
    classifier_states: tuple[int, ...]
    """Table 1: several numbers of states show what more of them are worth."""
    grid_states: int
    """On all of the paper's states the grid search takes hours."""
    grid_folds: int
    fit_states: int
    """The states that models are fitted on."""
    subset_states: int
    """The states of each of the 24 searches of Table 2."""
    search_states: int
    """The states of each search of Table 3."""
    folds: int = 10
    block_states: int = 10_000
    """The most states of a cell of searches."""


SCALES = {
    "small": Scale(
        states=3_000,
        island_states=3_000,
        cutoff_states=1_500,
        classifier_states=(2_000,),
        grid_states=1_500,
        grid_folds=3,
        fit_states=10_000,
        subset_states=300,
        search_states=300,
    ),
    "paper": Scale(
        states=SEARCHED_STATES,
        island_states=PRINTED_STATES,
        cutoff_states=100_000,
        classifier_states=(5_000, 50_000, PRINTED_STATES),
        grid_states=50_000,
        grid_folds=10,
        fit_states=PRINTED_STATES,
        subset_states=2_000,
        search_states=10_000,
    ),
}
TABLES = {
    "table-1": "classifiers.plan",
    "grid": "classifiers.grid",
    "table-2": "models.subsets",
    "table-3": "models.orderings",
    "cutoff": "cutoff.plan",
    "algorithms": "algorithms.plan",
    "island-merge": "algorithms.island_merge",
}
