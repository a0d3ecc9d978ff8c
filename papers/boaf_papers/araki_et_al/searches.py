"""Araki et al. (2019): the search algorithms and the tuned model on the same random states, in blocks.

Each state of a block is searched by every algorithm, on one core, and its processor time is measured: that of compiled
code, with some microseconds to set it up; Island Merge, which is called board by board, takes a tenth of a millisecond.
A search that takes more than `MAX_NODES` nodes is stopped and counts with that number. A block keeps sums by number of
stacks, for means and deviations, and how the verdicts compare with the exact solver's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from time import process_time
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.dealing import EMPTY, Cards, board_of
from boaf.learn.data.recipes import random_boards
from boaf.solvers.batch import solve_many
from boaf.solvers.contract import Verdict
from boaf.solvers.depth_first import search_many
from boaf.solvers.paper_searches import CHOICES, ordered_choices
from boaf.solvers.single import solve
from boaf.support.progress import Progress
from boaf_papers.araki_et_al import Scale
from boaf_papers.araki_et_al.models import tuned_model
from boaf_papers.framework.study import Cell, ranges

MAX_NODES = 300_000
CONSTRAINED, COMPATIBLE, ORDERED, ISLANDS = ALGORITHMS = ("constrained", "compatible", "ordered", "island-merge")
SEARCHES = {CONSTRAINED: CHOICES["constrained"], COMPATIBLE: CHOICES["compatible"], ORDERED: ordered_choices()}
MODEL = "solvability model"
SIZES = range(1, 17)
"""The numbers of stacks of the random states."""
MEASURES = ("nodes", "seconds")
_SECONDS_OF_STATE = {CONSTRAINED: 3e-3, COMPATIBLE: 5e-4, ORDERED: 5e-4, ISLANDS: 1e-3, MODEL: 5e-4}


class Sample(NamedTuple):
    """How many states there are, and the sum and the sum of squares of a measure."""

    states: float
    total: float
    squares: float

    @property
    def mean(self) -> float:
        """Of a state."""
        return self.total / self.states

    @property
    def deviation(self) -> float:
        """Of a state, as estimated by the sample."""
        variance = (self.squares - self.total**2 / self.states) / (self.states - 1)
        return float(np.sqrt(max(0.0, variance)))

    @property
    def interval(self) -> tuple[float, float]:
        """Where the mean of all states lies with 95 % confidence."""
        half = 1.96 * self.deviation / self.states**0.5
        return self.mean - half, self.mean + half


class Found(NamedTuple):
    """What the algorithms did in some blocks."""

    sums: Mapping[str, Mapping[int, Mapping[str, float]]]
    """By algorithm and number of stacks: how many states there are, and sums of the measures and of their squares."""
    verdicts: Mapping[str, Mapping[str, int]]
    wrong: Mapping[str, int]
    """Verdicts other than the exact solver's."""

    @classmethod
    def of(cls, blocks: Sequence[dict[str, Any]], algorithms: Sequence[str]) -> Found:
        """The values of some cells, added up."""
        sums: dict[str, dict[int, Counter[str]]] = {name: {} for name in algorithms}
        for block in blocks:
            for name, own in sums.items():
                for size, found in block["sums"][name].items():
                    own.setdefault(int(size), Counter()).update(found)
        searches = [name for name in algorithms if name != MODEL]
        verdicts = {
            name: sum((Counter(block["verdicts"][name]) for block in blocks), Counter[str]()) for name in searches
        }
        wrong = {name: sum(block["wrong"][name] for block in blocks) for name in searches}
        return cls({name: dict(sorted(own.items())) for name, own in sums.items()}, verdicts, wrong)

    def sample(self, algorithm: str, measure: str, sizes: Sequence[int] = SIZES) -> Sample:
        """A measure of an algorithm on the states of some numbers of stacks."""
        groups = [found for size, found in self.sums[algorithm].items() if size in sizes]
        names = ("states", measure, f"{measure}_squared")
        return Sample(*(sum(group[name] for group in groups) for name in names))

    def means(self, measure: str, sizes: Sequence[int]) -> dict[str, float]:
        """The mean of a measure for each algorithm."""
        return {name: self.sample(name, measure, sizes).mean for name in ALGORITHMS}

    def model_seconds(self, sizes: Sequence[int]) -> float:
        """The mean time of the model."""
        groups = [found for size, found in self.sums[MODEL].items() if size in sizes]
        return sum(group["seconds"] for group in groups) / sum(group["states"] for group in groups)


def blocks(states: range, algorithms: Sequence[str], size: int, fit_states: int | None = None) -> dict[Any, Cell]:
    """The cells of some states; `fit_states` is how many the model is fitted on, if it is among the algorithms."""
    cost = sum(_SECONDS_OF_STATE[name] for name in algorithms)
    return {
        first: Cell(
            f"{'all algorithms' if len(algorithms) > 1 else algorithms[0]}, states {first} to {after - 1}",
            _search_states,
            {
                "first": first,
                "after": after,
                "algorithms": list(algorithms),
                "max_nodes": MAX_NODES,
                "fit_states": fit_states,
            },
            (after - first) * len(algorithms),
            cost / len(algorithms),
        )
        for first, after in ranges(states.start, states.stop, size)
    }


def all_algorithms(scale: Scale) -> dict[Any, Cell]:
    """The cells of Figures 4 and 5."""
    return blocks(range(scale.states), (*ALGORITHMS, MODEL), scale.block_states, scale.fit_states)


def _search_states(
    progress: Progress, first: int, after: int, algorithms: Sequence[str], max_nodes: int, fit_states: int | None
) -> dict[str, Any]:
    """What each algorithm took for some states, by stacks, and how its verdicts compare with the exact solver's."""
    cards = random_boards(np.arange(first, after), 16)
    stacks, solvable = np.sum(cards != EMPTY, axis=1), solve_many(cards).solvable
    answer: dict[str, dict[str, Any]] = {"sums": {}, "verdicts": {}, "wrong": {}}
    for name in algorithms:
        if name == MODEL and fit_states is not None:
            answer["sums"][name] = _time_model(cards, stacks, fit_states)
            progress(len(cards))
            continue
        found = _searched(cards, name, max_nodes, progress)
        answer["sums"][name] = _sums_of(found, stacks)
        answer["verdicts"][name] = Counter(one.verdict for one in found)
        opposite = {True: Verdict.UNSOLVABLE, False: Verdict.SOLVABLE}
        pairs = zip(found, solvable.tolist(), strict=True)
        answer["wrong"][name] = sum(one.verdict is opposite[can_be] for one, can_be in pairs)
    return answer


class _Searched(NamedTuple):
    """What a search of a state found, and what it took."""

    verdict: Verdict
    nodes: int
    seconds: float


def _searched(states: Cards, algorithm: str, max_nodes: int, progress: Progress) -> list[_Searched]:
    """Search states one after another; the first of them twice, since the first time loads or compiles."""
    search = _search_of(algorithm, max_nodes)
    search(states[0])
    found = []
    for cards in states:
        started = process_time()
        verdict, nodes = search(cards)
        found.append(_Searched(verdict, nodes, process_time() - started))
        progress(1)
    return found


def _search_of(algorithm: str, max_nodes: int) -> Callable[[Cards], tuple[Verdict, int]]:
    """An algorithm as a function of a state that gives its verdict and its nodes."""

    def by_depth_first(cards: Cards) -> tuple[Verdict, int]:
        batch = search_many(cards[None], 4, 4, SEARCHES[algorithm], max_nodes)
        return batch.verdict(0), int(batch.nodes[0])

    def by_islands(cards: Cards) -> tuple[Verdict, int]:
        result = solve(board_of(cards, 4), algorithm, max_nodes=max_nodes)
        return result.verdict, result.nodes

    return by_depth_first if algorithm in SEARCHES else by_islands


def _sums_of(found: Sequence[_Searched], stacks: NDArray[np.int64]) -> dict[int, Counter[str]]:
    sums: dict[int, Counter[str]] = {}
    for one, size in zip(found, stacks.tolist(), strict=True):
        measured = {"nodes": one.nodes, "seconds": one.seconds}
        squares = {f"{measure}_squared": value**2 for measure, value in measured.items()}
        sums.setdefault(size, Counter()).update({"states": 1} | measured | squares)
    return sums


def _time_model(cards: Cards, stacks: NDArray[np.int64], fit_states: int) -> dict[int, dict[str, float]]:
    """The processor time that the tuned model takes for the states of each number of stacks."""
    model, sums = tuned_model(fit_states), {}
    model.probability(cards[:1], 4, 4)
    for size in np.unique(stacks).tolist():
        group = cards[stacks == size]
        started = process_time()
        model.probability(group, 4, 4)
        sums[size] = {"states": len(group), "seconds": process_time() - started}
    return sums
