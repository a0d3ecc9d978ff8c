"""The challenge's data set of interesting states, exactly as published for its first seeds.

For each seed in order the deal is written with its label. From a solvable deal one line of play is followed to its
end: all children of a state are labelled, and the next state is drawn from the solvable ones. A state is interesting
if some child is unsolvable; then all its children are written, the solvable ones first. The random numbers come from
one Java generator for the whole run, one per step, even if there is only one choice.

So the walk from one deal seems to depend on all walks before it. But a solvable deal always takes fifteen steps, and an
unsolvable one none: once the deals are labelled, the place of each walk in the stream of numbers is known, and walks
run in parallel. About once in ten million draws `nextInt` takes two numbers; then the walks after it are repeated.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.dealing import EMPTY, Cards, draw_deals, match_cards
from boaf.kernel.native import compiled
from boaf.kernel.position import MAX_CELLS, source_of, target_of
from boaf.kernel.scratch import copy_row, scratch
from boaf.solvers.batch import decide_each, solve_many
from boaf.solvers.contract import Limits
from boaf.solvers.depth_first import natural_steps
from boaf.solvers.descent import Search, new_search
from boaf.support.progress import Progress, no_progress
from boaf.support.threads import PerThread, thread_pool

_ROWS, _COLS = 4, 4
_CELLS = _ROWS * _COLS
_TABLES = 7
_MATCH = scratch((MAX_CELLS,), np.uint64)
_WALKS = 50
"""The number of walks that run in parallel."""


class States(NamedTuple):
    """States of one seed, in the order in which they are written."""

    seed: int
    cards: Cards
    """Card numbers (see `boaf.kernel.dealing`), one state per row. Shape (states, 16)."""
    solvable: NDArray[np.bool_]
    """Shape (states,)."""


class JavaRandom:
    """The part of java.util.Random that is needed, begun with a seed or resumed in a state."""

    def __init__(self, seed: int = 0, state: int | None = None) -> None:
        self.state = (seed ^ 0x5DEECE66D) % (1 << 48) if state is None else state

    def _next(self, bits: int) -> int:
        self.state = (self.state * 0x5DEECE66D + 0xB) % (1 << 48)
        return self.state >> (48 - bits)

    def below(self, bound: int) -> int:
        """`nextInt(bound)`."""
        if bound & (bound - 1) == 0:
            return bound * self._next(31) >> 31
        while True:
            drawn = self._next(31)
            value = drawn % bound
            if drawn - value + bound - 1 < 1 << 31:
                return value


def walk_with_parents(
    stop: int, progress: Progress = no_progress, *, start: int = 0, random: JavaRandom | None = None
) -> Iterator[tuple[States, Cards]]:
    """The states of the seeds start … stop − 1 and those that they were reached from, on all cores.

    The first state of a seed is the deal, which stands for its own parent. `progress` is called with 1 after each seed.
    Unless `start` is 0, `random` must be in its state after the seeds before.
    """
    random = random or JavaRandom()
    search = PerThread(lambda: new_search(_ROWS, _COLS, _TABLES))

    def walk(seed: int, state: int) -> tuple[States, Cards, int]:
        return _states_of(seed, state, search())

    with thread_pool() as pool:
        for first in range(start, stop, _WALKS):
            seeds = range(first, min(first + _WALKS, stop))
            begins = _begins(seeds, random.state)
            for seed, begin, walked in zip(seeds, begins, pool.map(walk, seeds, begins), strict=True):
                states, parents, random.state = walked if begin == random.state else walk(seed, random.state)
                yield states, parents
                progress(1)


def _begins(seeds: range, state: int) -> list[int]:
    """The states of the generator at the start of the walks from these deals, if no number is skipped."""
    random, begins = JavaRandom(state=state), []
    for solvable in solve_many(seeds, _ROWS, _COLS).solvable:
        begins.append(random.state)
        for _ in range(_CELLS - 1 if solvable else 0):
            random.below(1)
    return begins


def _states_of(seed: int, begin: int, search: Search) -> tuple[States, Cards, int]:
    """The states of one seed, their parents, and the state of the generator after them."""
    random = JavaRandom(state=begin)
    state = draw_deals(np.array([seed]), _CELLS)
    solvable = decide_each(state, search, Limits()).solvable
    cards, labels, parents = [state], [solvable], [state]
    while solvable.any():
        children = children_of(state[0], natural_steps(_ROWS, _COLS))
        if not len(children):
            break
        solvable = decide_each(children, search, Limits()).solvable
        if not solvable.all():
            cards += [children[solvable], children[~solvable]]
            labels += [solvable[solvable], solvable[~solvable]]
            parents.append(np.repeat(state, len(children), axis=0))
        winning = children[solvable]
        choice = random.below(len(winning))
        state = winning[choice : choice + 1]
    return States(seed, np.concatenate(cards), np.concatenate(labels)), np.concatenate(parents), random.state


def children_of(cards: Cards, steps: NDArray[np.uint16]) -> Cards:
    """The boards after each legal move, in the order of `steps`. Shape (moves, cells)."""
    children = np.empty((len(steps), len(cards)), np.uint8)
    return children[: write_children(cards, steps, children)]


def all_children(cards: Cards, rows: int, cols: int) -> tuple[NDArray[np.int64], Cards]:
    """The row of the board before each legal move, and the board after it. Shapes (moves,) and (moves, cells)."""
    steps = natural_steps(rows, cols)
    children = np.empty((len(cards) * len(steps), rows * cols), np.uint8)
    parents = np.empty(len(children), np.int64)
    count = write_all_children(np.ascontiguousarray(cards), steps, children, parents)
    return parents[:count], children[:count]


def moves_between(parents: Cards, children: Cards) -> NDArray[np.uint16]:
    """The moves that lead from each board to the other, as steps. Shapes (boards, cells) and (boards,)."""
    left = (parents != EMPTY) & (children == EMPTY)
    covered = (parents != children) & (children != EMPTY)
    return (left.argmax(axis=1) << 8 | covered.argmax(axis=1)).astype(np.uint16)


@compiled
def write_children(cards: Cards, steps: NDArray[np.uint16], children: Cards) -> int:
    """Write the boards after each legal move to the first rows of `children`; return their number. Shape (…, cells)."""
    match = _MATCH()
    match_cards(cards, match)
    found = 0
    for k in range(len(steps)):
        source, target = source_of(steps[k]), target_of(steps[k])
        if match[source] >> np.uint64(target) & np.uint64(1):
            copy_row(cards, children[found])
            children[found, target] = cards[source]
            children[found, source] = EMPTY
            found += 1
    return found


@compiled
def write_all_children(cards: Cards, steps: NDArray[np.uint16], children: Cards, parents: NDArray[np.int64]) -> int:
    """Write the boards after each legal move of each board, and the rows of their parents; return their number."""
    found = 0
    for k in range(len(cards)):
        some = write_children(cards[k], steps, children[found:])
        parents[found : found + some] = k
        found += some
    return found
