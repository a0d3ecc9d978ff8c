"""The challenge's questions: when a search has made no wrong turn."""

import numpy as np
import pytest

from boaf.solvers.batch import seed_reader, solve_many
from boaf_papers.framework.runs import run_solver
from search_orderings import SEARCHES

STRAIGHT = ("ordered", "heuristic", "best-first", "best-n", "endgame")
"""Searches that solve one of the first 3 × 4 deals without a wrong turn."""


@pytest.mark.slow
@pytest.mark.parametrize("name", SEARCHES)
def test_a_straight_way_has_the_fewest_nodes(name: str) -> None:
    solver, options, uncounted = SEARCHES[name]
    seeds = np.flatnonzero(solve_many(range(100), 3, 4).solvable)
    boards = seed_reader(seeds, 3, 4)(slice(None))
    fewest = int(run_solver(boards, solver, 2_000, cols=4, **options).nodes.min())
    assert fewest >= 12 - uncounted
    if solver in STRAIGHT:
        assert fewest == 12 - uncounted
