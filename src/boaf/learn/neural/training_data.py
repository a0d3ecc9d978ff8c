"""Lines of play: labelled hard states of as many seeds as one likes, compiled, on all cores.

The states are those of `boaf.learn.data.interesting`, for any range of seeds and any board size: from each solvable
deal one line of play is followed, always to a solvable child drawn at random, and all children of a state are kept
where some are solvable and some are not. The draws of a seed depend on the seed alone, so that the work can be shared
out.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.arrays import copy_row
from boaf.kernel.dealing import DECK, EMPTY, Cards, draw_deal
from boaf.kernel.native import compiled
from boaf.kernel.position import MAX_CELLS
from boaf.kernel.random import random_below
from boaf.kernel.scratch import scratch
from boaf.kernel.status import Status
from boaf.learn.data.interesting import write_children
from boaf.solvers.batch import solve_many
from boaf.solvers.depth_first import natural_steps
from boaf.solvers.descent import Search, new_search, run, start_cards
from boaf.support.progress import Progress
from boaf.support.threads import PerThread, thread_pool

_CHUNK = 20
_DECK = scratch((DECK,), np.uint8)
_STATE = scratch((MAX_CELLS,), np.uint8)
_RANDOM = scratch((1,), np.uint64)
_MAX_NODES = 300
"""A state that takes more is labelled later, with collapse sets, and no line of play goes through it."""
_TABLES = 7


def lines_of_play(
    start: int, stop: int, rows: int = 4, cols: int = 4, progress: Progress | None = None
) -> tuple[Cards, NDArray[np.bool_], NDArray[np.int64]]:
    """Hard states of the deals start … stop − 1: cards (states, cells), whether solvable (states,), seeds (states,)."""
    search = PerThread(lambda: new_search(rows, cols, _TABLES))
    steps = natural_steps(rows, cols)

    def work(first: int) -> tuple[Cards, NDArray[np.int8], NDArray[np.int64]]:
        room = min(_CHUNK, stop - first) * rows * cols * len(steps) // 2
        cards, codes = np.empty((room, rows * cols), np.uint8), np.empty(room, np.int8)
        seeds = np.empty(room, np.int64)
        found = _follow(first, min(first + _CHUNK, stop), search(), steps, cards, codes, seeds)
        return cards[:found].copy(), codes[:found].copy(), seeds[:found].copy()

    parts = []
    with thread_pool() as pool:
        firsts = range(start, stop, _CHUNK)
        for first, part in zip(firsts, pool.map(work, firsts), strict=True):
            parts.append(part)
            if progress:
                progress(min(_CHUNK, stop - first))
    cards, codes, seeds = (np.concatenate(column) for column in zip(*parts, strict=True))
    hard = np.flatnonzero(codes == Status.PAUSED)
    if len(hard):
        codes[hard] = solve_many(cards[hard], rows, cols).statuses
    kept = _mixed(seeds * cards.shape[1] + np.sum(cards != EMPTY, axis=1), codes)
    return cards[kept], codes[kept] == Status.SOLVED, seeds[kept]


def _mixed(parents: NDArray[np.int64], codes: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Which states have a sibling that is not solvable, or are not themselves."""
    _, group = np.unique(parents, return_inverse=True)
    return (np.bincount(group, codes != Status.SOLVED) > 0)[group]


@compiled
def _follow(
    first: int,
    stop: int,
    search: Search,
    steps: NDArray[np.uint16],
    cards: Cards,
    codes: NDArray[np.int8],
    seeds: NDArray[np.int64],
) -> int:
    """Follow a line from each deal and write the states; returns how many. Shapes (room, cells), (room,), (room,)."""
    deck, state, random, found = _DECK(), _STATE()[: cards.shape[1]], _RANDOM(), 0
    for seed in range(first, stop):
        random[0] = np.uint64(seed)
        draw_deal(seed, state, deck)
        solvable = _label(state, search) == Status.SOLVED
        while solvable:
            children = cards[found:]
            moves, winning = write_children(state, steps, children), 0
            for k in range(moves):
                seeds[found + k] = seed
                codes[found + k] = _label(children[k], search)
                winning += codes[found + k] == Status.SOLVED
            solvable = winning > 0
            if solvable:
                choice = random_below(random, winning)
                for k in range(moves):
                    if codes[found + k] == Status.SOLVED:
                        if choice == 0:
                            copy_row(children[k], state)
                        choice -= 1
                if winning < moves:
                    found += moves
    return found


@compiled
def _label(cards: Cards, search: Search) -> Status:
    return run(search, _MAX_NODES if start_cards(search, cards) > 1 else 1)
