"""Running the papers' searches over many boards, on all cores."""

from __future__ import annotations

from typing import Any

import numpy as np

from boaf.kernel.dealing import Cards, board_of
from boaf.solvers.batch import Batch, empty_batch
from boaf.solvers.depth_first import Choices, search_many
from boaf.solvers.endgame import STATUSES
from boaf.solvers.single import solve
from boaf.support.progress import Progress, no_progress
from boaf.support.threads import thread_pool

_CHUNK = 200


def run_depth_first(boards: Cards, choices: Choices, max_nodes: int, progress: Progress = no_progress) -> Batch:
    """Run a depth-first search on 4 × 4 boards."""

    def work(first: int) -> Batch:
        return search_many(boards[first : first + _CHUNK], 4, 4, choices, max_nodes)

    return _gather(work, len(boards), progress)


def run_solver(
    boards: Cards, solver: str, max_nodes: int, progress: Progress = no_progress, *, cols: int = 4, **options: Any
) -> Batch:
    """Run any solver on boards of card numbers. Shape (boards, cells)."""

    def work(first: int) -> Batch:
        part = [board_of(cards, cols) for cards in boards[first : first + _CHUNK]]
        results = [solve(board, solver, max_nodes=max_nodes, **options) for board in part]
        batch = empty_batch(len(results))
        batch.statuses[:] = [STATUSES[result.verdict] for result in results]
        batch.nodes[:] = [result.nodes for result in results]
        return batch

    return _gather(work, len(boards), progress)


def _gather(work: Any, total: int, progress: Progress) -> Batch:
    parts = [empty_batch(0)]
    with thread_pool() as pool:
        for part in pool.map(work, range(0, total, _CHUNK)):
            parts.append(part)
            progress(len(part))
    names = ("statuses", "nodes", "steps")
    statuses, nodes, steps = (np.concatenate([getattr(part, name) for part in parts]) for name in names)
    return Batch(statuses, nodes, steps)
