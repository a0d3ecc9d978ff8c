"""Fit the weights of `boaf.solvers.ordering` and write them to `src/boaf/solvers/ordering.json`.

The data are made here: from each of many numbered deals one line of play is followed down to the endgame tables. At
every position on it, all moves are labelled by whether the search solves the board after them within a few hundred
nodes, and play goes on with the solvable one that the ordering of the moment likes best. Positions where the labels
differ are kept. For each number of stacks, the weights maximise the likelihood that a move drawn with probability
proportional to exp(score) is a good one (a conditional logit over the moves of a position). The first round orders
moves by Hoshino & Notarangelo's heuristic, the sum of card pairs, position pairs and legal moves; the second by
the weights of the first.

    python tools/fit_ordering.py            # a few minutes on two cores
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from boaf.kernel.dealing import draw_deal
from boaf.kernel.native import compiled
from boaf.kernel.position import MAX_CELLS, Status, push
from boaf.solvers.descent import Search, new_search, run, start, start_cards
from boaf.solvers.ordering import FEATURES, Weights, features, list_children, take_best
from boaf.support.threads import thread_pool

CELLS = 16
FIRST_SEED = 1_000_000_000
"""Far from the deals on which anything is measured."""
LABEL_NODES = 300
SCALE = 1000
"""Weights are rounded to thousandths of a unit of log-likelihood."""
PENALTY = 1e-3
OUTPUT = Path(__file__).parent.parent / "src" / "boaf" / "solvers" / "ordering.json"


class Data(NamedTuple):
    """The moves of many positions: features, labels, the position each belongs to, and the positions' stacks."""

    features: NDArray[np.float64]
    is_good: NDArray[np.bool_]
    position: NDArray[np.int64]
    stacks: NDArray[np.int64]


@compiled
def follow(
    first: int, deals: int, play: Search, judge: Search, rows: Weights, good: NDArray[np.bool_],
    position: NDArray[np.int64], stacks: NDArray[np.int64],
) -> tuple[int, int]:  # fmt: skip
    """Play from each deal and record moves; returns the number of moves and of positions recorded."""
    cards, deck = np.zeros(CELLS, np.uint8), np.zeros(52, np.uint8)
    choices, match, occupied = play.small.moves, play.small.match, play.small.occupied
    moves, positions = 0, 0
    for seed in range(first, first + deals):
        draw_deal(seed, cards, deck)
        left = start_cards(play, cards)
        while left > play.lookup.stacks + 1:
            list_children(choices, match, left, occupied[left], True, 0)
            best, goods, found = np.int64(-1), 0, 0
            step = take_best(choices, left)
            while step >= 0:
                push(match, occupied, left, step, left - 1)
                start(judge, match[left - 1], occupied[left - 1])
                good[moves + found] = run(judge, LABEL_NODES) == Status.SOLVED
                features(match[left - 1], choices.line, occupied[left - 1], rows[moves + found])
                position[moves + found] = positions
                if good[moves + found]:
                    goods += 1
                    best = step if best < 0 else best
                found += 1
                step = take_best(choices, left)
            if not goods:
                break
            if goods < found:
                stacks[positions] = left
                moves += found
                positions += 1
            push(match, occupied, left, best, left - 1)
            left -= 1
    return moves, positions


def make_data(weights: Weights, deals: int) -> Data:
    """Play `deals` deals with the ordering given by `weights`, on all cores."""
    share = 500

    def job(first: int) -> Data:
        play, judge = (new_search(4, 4, 6, weights=weights) for _ in range(2))
        most = share * CELLS * 40
        rows, good = np.zeros((most, len(FEATURES)), np.int64), np.zeros(most, np.bool_)
        position, stacks = np.zeros(most, np.int64), np.zeros(share * CELLS, np.int64)
        moves, positions = follow(first, share, play, judge, rows, good, position, stacks)
        return Data(rows[:moves].astype(np.float64), good[:moves], position[:moves], stacks[:positions])

    with thread_pool() as pool:
        parts = list(pool.map(job, range(FIRST_SEED, FIRST_SEED + deals, share)))
    starts = np.cumsum([0] + [len(part.stacks) for part in parts[:-1]])
    numbered = [part._replace(position=part.position + start) for part, start in zip(parts, starts, strict=True)]
    return Data(*(np.concatenate(columns) for columns in zip(*numbered, strict=True)))


def fit(rows: NDArray[np.float64], good: NDArray[np.bool_], position: NDArray[np.int64]) -> NDArray[np.float64]:
    """The weights that make good moves most likely; `position` numbers the groups from 0 without gaps."""
    scale = rows.std(axis=0) + 1e-9
    scaled = (rows - rows.mean(axis=0)) / scale
    starts = np.flatnonzero(np.diff(position, prepend=-1))

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        score = scaled @ weights
        likely = np.exp(score - np.maximum.reduceat(score, starts)[position])
        total = np.add.reduceat(likely, starts)
        favourable = np.add.reduceat(likely * good, starts) + 1e-300
        value = float(np.mean(np.log(total) - np.log(favourable)) + PENALTY * weights @ weights)
        residual = likely / total[position] - likely * good / favourable[position]
        return value, scaled.T @ residual / len(starts) + 2 * PENALTY * weights

    found = minimize(loss, np.zeros(rows.shape[1]), jac=True, method="L-BFGS-B")
    weights: NDArray[np.float64] = found.x / scale
    return weights


def fit_all(data: Data) -> dict[int, list[int]]:
    """Whole-numbered weights for each number of stacks in the data."""
    table = {}
    for stacks in np.unique(data.stacks):
        chosen = data.stacks[data.position] == stacks
        position = np.unique(data.position[chosen], return_inverse=True)[1]
        weights = fit(data.features[chosen], data.is_good[chosen], position)
        table[int(stacks)] = [round(weight * SCALE) for weight in weights]
        print(f"{stacks:2} stacks, {position[-1] + 1} positions: {table[int(stacks)]}")
    return table


def expand(table: dict[int, list[int]]) -> Weights:
    """The weights for every number of stacks, as `boaf.solvers.ordering.fitted_weights` makes them."""
    return np.array([table[min(max(n, min(table)), max(table))] for n in range(MAX_CELLS + 1)], dtype=np.int64)


def main() -> None:
    """Two rounds, then the file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=20_000, help="deals to play in each round")
    parser.add_argument("--output", type=Path, default=OUTPUT)
    arguments = parser.parse_args()
    papers_sum = [SCALE, SCALE, SCALE] + [0] * (len(FEATURES) - 3)
    table = {CELLS: papers_sum}
    for _ in range(2):
        table = fit_all(make_data(expand(table), arguments.deals))
    content = {
        "made by": "tools/fit_ordering.py",
        "deals": [FIRST_SEED, FIRST_SEED + arguments.deals],
        "features": FEATURES,
        "weights": {str(stacks): row for stacks, row in table.items()},
    }
    text = json.dumps(content, indent=2, ensure_ascii=False)
    arguments.output.write_text(text + "\n")


if __name__ == "__main__":
    main()
