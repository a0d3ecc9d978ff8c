"""Araki et al. (2019), "Conclusions and Future Work": what islands say of the score.

The score of a state without moves is the sum of the squares of its stacks' heights. "Mean score for a state may be
estimated via an Island Merge-based approach, as island size could predict maximum stack sizes for unsolvable states."
Here the mean final score of many games at random from a state, whose stacks hold one card each, is compared with the
score of a state whose every island has become one stack: the sum of the squares of the islands' sizes.

Islands are what is left of the compatibility graph without its cut edges, as in `island_merge`; that search merges
exterior islands of one stack with their neighbour, and islands so merged are a second estimate. Without any cut, the
parts of the graph bound the score of every game. The number of legal moves is there for comparison: it costs less than
islands and knows where the stacks lie. All of them grow with the number of stacks, so states of one number are compared
with each other: by rank correlation, and by the share of the variance that a straight line explains.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.dealing import EMPTY, Cards, position_of_cards
from boaf.learn.board_features import extract
from boaf.learn.data.recipes import random_boards
from boaf.players.playout import play_out_many
from boaf.solvers.batch import solve_many
from boaf.solvers.island_merge import find_islands
from boaf.support.errors import require
from boaf.support.progress import Progress
from boaf_papers.framework.quantity import Quantity, Table
from boaf_papers.framework.study import Cell, Plan, ranges
from study_runner import main

PAPER, TABLE = "solvability", "island-merge"


class Scale(NamedTuple):
    """The states, and the games from each."""

    states: int
    games: int


SCALES = {"tiny": Scale(300, 20), "small": Scale(3_000, 200), "paper": Scale(100_000, 1_000)}
_BLOCK = 1_000
ISLANDS = "islands"
ESTIMATES = (ISLANDS, "islands with single stacks merged", "parts of the compatibility graph", "legal moves")
TARGETS = {
    "mean score, all states": "mean score of all states",
    "mean score, unsolvable states": "mean score of unsolvable states",
    "best score, unsolvable states": "best score in the games of unsolvable states",
}
WITHIN = "of that among states of one number of stacks"
_FIELLER = 1.06
"""The variance of Fisher's transform of a rank correlation, times n − 3 (Fieller, Hartley & Pearson 1957)."""


def plan(scale: Scale) -> Plan:
    """How well islands estimate the mean score, by number of stacks."""
    states, games = scale
    cell = Cell("mean scores", _compare, {"states": states, "games": games}, states, 5e-7 * games)
    title = "Future work: the score of random games as islands suggest it"
    return Plan(title, {"": cell}, _rows, f"{games:,} games from each of {states:,} random states")


def _rows(values: dict[str, Any]) -> list[Quantity]:
    found = values[""]
    quantities = [
        Quantity(
            f"{stacks} stacks: rank correlation of islands with the mean score",
            None,
            one["rank"],
            note=f"{one['states']:,} states; explains {100 * one['explained']:.1f} % of the variance",
            interval=_interval(one["rank"], one["states"]),
        )
        for stacks, one in found["stacks"].items()
    ]
    return quantities + [
        Quantity(_explains(target, estimate), None, share, "%", WITHIN)
        for target, shares in found["explained"].items()
        for estimate, share in shares.items()
    ]


def _explains(target: str, estimate: str) -> str:
    return f"{TARGETS[target]}: variance explained by {estimate}"


def finding(table: Table) -> str:
    """What the page says."""
    found = {one.name: one.computed for one in table.quantities}
    target = next(iter(TARGETS))
    shares = {estimate: 100 * found[_explains(target, estimate)] for estimate in ESTIMATES}
    return (
        f"Islands, the paper's suggestion, explain {shares[ISLANDS]:.1f} % of the variance of the mean score among "
        f"states with the same number of stacks; legal moves explain {shares['legal moves']:.1f} %."
    )


def _interval(rank: float, states: int) -> tuple[float, float]:
    """Where a rank correlation lies with 95 % confidence."""
    middle, half = np.arctanh(np.clip(rank, -0.999999, 0.999999)), 1.96 * (_FIELLER / (states - 3)) ** 0.5
    return float(np.tanh(middle - half)), float(np.tanh(middle + half))


def _compare(progress: Progress, states: int, games: int) -> dict[str, Any]:
    """Rank correlation and explained variance of islands by stacks, and the explained variance of every estimate."""
    cards = random_boards(np.arange(states), 16)
    mean, best = _scores(cards, games, progress)
    stacks, unsolvable = np.sum(cards != EMPTY, axis=1), ~solve_many(cards).solvable
    estimates = np.column_stack([estimates_of(cards), extract(cards, 4, 4, ["moves"])])
    by_stacks = {}
    for size in np.unique(stacks).tolist():
        group, guess = stacks == size, estimates[stacks == size, 0]
        if np.ptp(guess) and np.ptp(mean[group]):
            rank = float(require("scipy.stats", "research").spearmanr(guess, mean[group])[0])
            explained = _explained(guess, mean[group], stacks[group])
            by_stacks[size] = {"states": int(group.sum()), "rank": rank, "explained": explained}
    targets = zip(TARGETS, (mean, mean, best), (stacks > 0, unsolvable, unsolvable), strict=True)
    shares = {
        target: {
            name: _explained(guess[group], score[group], stacks[group])
            for name, guess in zip(ESTIMATES, estimates.T, strict=True)
        }
        for target, score, group in targets
    }
    return {"stacks": by_stacks, "explained": shares}


def _scores(cards: Cards, games: int, progress: Progress) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The mean and the best final score of random games from each state."""
    mean, best = np.empty(len(cards)), np.empty(len(cards))
    for first, after in ranges(0, len(cards), _BLOCK):
        scores = play_out_many(cards[first:after], policy="random", games=games).scores
        mean[first:after], best[first:after] = scores.mean(axis=1), scores.max(axis=1)
        progress(after - first)
    return mean, best


def estimates_of(cards: Cards) -> NDArray[np.float64]:
    """What the graph of each 4 × 4 state suggests as its score, for all `ESTIMATES` but the last. Shape (states, 3)."""
    found = np.empty((len(cards), 3))
    parts, cut = np.zeros(16, np.uint64), np.zeros_like(position_of_cards(cards[0], 4).match)
    for row, state in zip(found, cards, strict=True):
        position = position_of_cards(state, 4)
        islands = find_islands(position.match, np.uint64(position.occupied), False, cut, parts)
        occupied = int(position.occupied)
        row[1] = sum(int(part).bit_count() ** 2 for part in parts[:islands])
        row[0], row[2] = (_squares(graph.tolist(), occupied) for graph in (cut, position.match))
    return found


def _squares(graph: Sequence[int], nodes: int) -> int:
    """The sum of the squares of the sizes of a graph's parts."""
    total, left = 0, nodes
    while left:
        part, reached = 0, left & -left
        while part != reached:
            part = reached
            for cell, mask in enumerate(graph):
                if part >> cell & 1:
                    reached |= mask
        total += part.bit_count() ** 2
        left &= ~part
    return total


def _explained(guess: NDArray[np.float64], score: NDArray[np.float64], stacks: NDArray[np.int64]) -> float:
    """The share of the variance of a score within numbers of stacks that a line through the estimate explains."""
    guess, score = _centred(guess, stacks), _centred(score, stacks)
    total = float(np.sum(guess**2) * np.sum(score**2))
    return float(np.sum(guess * score) ** 2) / total if total else 0.0


def _centred(values: NDArray[np.float64], stacks: NDArray[np.int64]) -> NDArray[np.float64]:
    """The values less their mean over the states with as many stacks."""
    centred = values.astype(np.float64)
    for size in np.unique(stacks):
        centred[stacks == size] -= values[stacks == size].mean()
    return centred


if __name__ == "__main__":
    main(__file__)
