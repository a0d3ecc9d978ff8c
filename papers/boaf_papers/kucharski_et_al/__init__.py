"""Kucharski, Deihim & Ergezer (2019): depth-first search whose children are ordered by learned models.

Known here are the abstract, the authors' program and its logs, not the text of the paper, so "printed" means: in the
logs (`logs`). What the program fixes is followed: six features and their monomials up to degree three, scaled to 0 … 1
(`models`); interesting states of the seeds 1 … 2,500 to fit on; logistic regression, and a network with 500, 250 and 50
units; natural order of the children where no model is asked; every visit of a board is a node, even if the board was
seen before. The network of the log is an older one, with 22 inputs and 512, 256, 30 and 20 units, and the equation
that was also logged exists only in the program; neither is computed here.

Our interpretation: a model is fitted on states with as many cards as the children that it orders, logistic regression
until it converges, so that it is the same on every machine; equal children stay in natural order; positions are
remembered for one deal, where the program remembers them for the whole run.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Scale:
    """How much of the paper's work is done."""

    seeds: int
    """How many of the seeds of the logs and of the paper's random seeds are searched."""
    fit_seeds: int
    """The models are fitted on the states of the seeds 1 … this."""
    epochs: int
    """Of the network; the program has 100."""
    others: int
    """The number of seeds from 100 on."""
    games: int
    """How many games Monte Carlo tree search plays on each deal of the logs."""
    max_nodes: int
    """Where a search of a deal is stopped."""


SCALES = {
    "small": Scale(seeds=10, fit_seeds=40, epochs=2, others=10, games=10, max_nodes=20_000),
    "paper": Scale(seeds=100, fit_seeds=2_500, epochs=10, others=10_000, games=100, max_nodes=10_000_000),
}
TABLES = {
    "baseline": "tables.baseline",
    "logs": "tables.logs",
    "random": "tables.random_seeds",
    "others": "tables.others",
    "mcts": "tables.mcts",
}
