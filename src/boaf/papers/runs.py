"""Running the papers' searches over many boards, on all cores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.dealing import Cards, board_of, draw_deals
from boaf.learn.data.recipes import random_boards
from boaf.progress import Progress
from boaf.solvers.batch import VERDICTS
from boaf.solvers.depth_first import Choices, search_many
from boaf.solvers.single import solve
from boaf.threads import thread_pool

_CHUNK = 200
Verdicts = NDArray[np.int8]
Nodes = NDArray[np.int64]


def numbered_deals(seeds: Sequence[int] | NDArray[np.int64]) -> Cards:
    """The 4 × 4 deals of these seeds. Shape (deals, 16)."""
    return draw_deals(np.asarray(seeds, np.int64), 16)


def random_states(count: int) -> Cards:
    """The random 4 × 4 states of the seeds 0 … count − 1. Shape (count, 16)."""
    return random_boards(np.arange(count), 16)


def run_depth_first(boards: Cards, choices: Choices, max_nodes: int, progress: Progress) -> tuple[Verdicts, Nodes]:
    """The verdicts and nodes of a depth-first search on 4 × 4 boards."""

    def work(first: int) -> tuple[Verdicts, Nodes]:
        return search_many(boards[first : first + _CHUNK], 4, 4, choices, max_nodes)

    return _gather(work, len(boards), progress)


def run_solver(
    boards: Cards, solver: str, max_nodes: int, progress: Progress, **options: Any
) -> tuple[Verdicts, Nodes]:
    """The verdicts and nodes of any solver on 4 × 4 boards."""

    def work(first: int) -> tuple[Verdicts, Nodes]:
        part = [board_of(cards, 4) for cards in boards[first : first + _CHUNK]]
        results = [solve(board, solver, max_nodes=max_nodes, **options) for board in part]
        verdicts = np.array([VERDICTS.index(result.verdict) for result in results], np.int8)
        return verdicts, np.array([result.nodes for result in results], np.int64)

    return _gather(work, len(boards), progress)


def _gather(work: Any, total: int, progress: Progress) -> tuple[Verdicts, Nodes]:
    parts = []
    with thread_pool() as pool:
        for part in pool.map(work, range(0, total, _CHUNK)):
            parts.append(part)
            progress(len(part[0]))
    if not parts:
        return np.zeros(0, np.int8), np.zeros(0, np.int64)
    return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])
