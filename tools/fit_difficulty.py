"""Fit the model of `boaf.puzzles.difficulty`, measure it on other deals, and write `src/boaf/puzzles/difficulty.json`.

The panel are the greedy player and Roberson & Sperduto's MCTS player. On solvable numbered deals each plays many
games, with random numbers that the attributes do not use. The model is a logistic regression of the share of games
lost, the mean over the panel, on the square roots of two attributes. It is then held against deals that it was not
fitted on: for each player the rank correlation (Spearman) of its losses with the score and with every single attribute,
and its mean losses by level. Then come the quantiles of the score for many board sizes and, for some sizes, the panel's
losses next to the score, which is fitted on 4 × 4 alone.

    python tools/fit_difficulty.py            # half an hour of processor time

With `--people`, the target is what people lost instead: the file that `boaf rate calibrate … --out` wrote from results
of the page. The levels of every size then follow from people's difficulties, with evidence for them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.stats import spearmanr

import boaf
from boaf.kernel.dealing import cards_of
from boaf.players.playout import play_out_many
from boaf.players.registry import player
from boaf.puzzles.attributes import ATTRIBUTES, GAMES, GameCounts, attributes_of
from boaf.puzzles.difficulty import DIGITS, LEVELS
from boaf.puzzles.symmetry import canonical_board
from boaf.solvers.contract import Limits
from boaf.support.errors import UnsolvableError
from boaf.support.threads import thread_pool

FIRST_SEED = 1_000_000_000
"""Far from the deals on which anything is measured."""
INPUTS = ("random_halfway", "greedy_wins")
GREEDY_GAMES = 1000
GREEDY_SEED = 1 << 32
"""So that the games are not those that the attributes count."""
PENALTY = 1e-4
FOLDS, FEWEST = 5, 50
"""How people's deals are split for the evidence, and how many there must be."""
SIZES = [(rows, cols) for rows in range(2, 8) for cols in range(rows, 14) if rows * cols <= 52]
OTHER_SIZES = [(3, 3), (3, 4), (4, 5), (5, 5), (6, 6)]
"""Sizes on which the score is held against the losses of the panel."""
OUTPUT = Path(__file__).parent.parent / "src" / "boaf" / "puzzles" / "difficulty.json"

Floats = NDArray[np.float64]
Rows = list[dict[str, float]]


def main() -> None:
    """Make the data, fit, measure, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=1000, help="half for the fit, half held out")
    parser.add_argument("--games", type=int, default=10, help="games of the MCTS player on each deal")
    parser.add_argument("--iterations", type=int, nargs="+", default=[100], help="of the MCTS player")
    parser.add_argument("--size-deals", type=int, default=400, help="of each size up to 16 cells, and of each square")
    parser.add_argument("--oblong-deals", type=int, default=100, help="of each other size")
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--sizes-only", action="store_true", help="keep the weights and the evidence of the last run")
    parser.add_argument("--panel-deals", type=int, default=30, help="of each other size that the panel plays")
    source.add_argument("--people", type=Path, metavar="FILE", help="fit to the deals that people played")
    parser.add_argument("--output", type=Path, default=OUTPUT)
    arguments = parser.parse_args()
    if arguments.sizes_only:
        content = json.loads(arguments.output.read_text())
    else:
        content = fitted_to_people(arguments.people) if arguments.people else fitted(arguments)
    weights = np.array([*content["weights"].values(), content["intercept"]])
    content["sizes"] = [size_cuts(*size, arguments, weights) for size in SIZES]
    arguments.output.write_text(json.dumps(content, indent=1) + "\n")
    print(json.dumps(content["held out"], indent=1))


def fitted(arguments: argparse.Namespace) -> dict[str, Any]:
    """The model and the evidence for it."""
    boards, rows = solvable_deals(FIRST_SEED, arguments.deals, 4, 4, all_attributes)
    lost = losses(boards, arguments.iterations, arguments.games)
    half = len(boards) // 2
    target = np.mean([share[:half] for share in lost.values()], axis=0)
    weights = fit(inputs(rows[:half]), target)
    cuts = size_cuts(4, 4, arguments, weights)["cuts"]
    return {
        "made by": "tools/fit_difficulty.py",
        "panel": f"greedy, {GREEDY_GAMES} games per deal; mcts, {arguments.games} games per deal",
        "deals": {"first seed": FIRST_SEED, "fitted": half, "held out": len(boards) - half},
        "weights": {name: round(float(w), 4) for name, w in zip(INPUTS, weights, strict=False)},
        "intercept": round(float(weights[-1]), 4),
        "held out": evidence(rows[half:], {name: share[half:] for name, share in lost.items()}, weights, cuts),
        "other sizes": [other_size(*size, arguments, weights) for size in OTHER_SIZES],
    }


def fitted_to_people(file: Path) -> dict[str, Any]:
    """The model of how often a player of mean strength loses, and how its score orders deals left out of the fit."""
    found = json.loads(file.read_text())
    strength = float(np.mean([one["value"] for one in found["players"]]))
    with thread_pool() as pool:
        rows = list(pool.map(game_attributes, [boaf.Board(one["name"]) for one in found["deals"]]))
    solvable = [(one, row) for one, row in zip(found["deals"], rows, strict=True) if row]
    if len(solvable) < FEWEST:
        sys.exit(f"{file} has {len(solvable)} solvable deals: at least {FEWEST} are needed")
    values = inputs([row for _, row in solvable])
    target = 1 / (1 + np.exp(strength - np.array([one["value"] for one, _ in solvable])))
    games = np.array([float(one["games"]) for one, _ in solvable])
    weights, held_out = fit(values, target, games), np.zeros(len(target))
    for fold in range(FOLDS):
        out = np.arange(len(target)) % FOLDS == fold
        held_out[out] = values[out] @ fit(values[~out], target[~out], games[~out])
    if not np.ptp(held_out) or not np.ptp(target):
        sys.exit(f"{file} does not tell the deals apart")
    levels = 1 + np.searchsorted(np.quantile(held_out, np.cumsum(list(LEVELS.values()))[:-1]), held_out)
    return {
        "made by": f"tools/fit_difficulty.py --people {file.name}",
        "panel": f"{len(found['players'])} people on {len(target)} deals, {games.sum():.0f} games",
        "weights": {name: round(float(w), 4) for name, w in zip(INPUTS, weights, strict=False)},
        "intercept": round(float(weights[-1]), 4),
        "held out": {"deals": len(target), "folds": FOLDS, "players": {"people": ordered(held_out, target, levels)}},
    }


def solvable_deals(
    first: int, number: int, rows: int, cols: int, measured: Callable[[boaf.Board], dict[str, float] | None]
) -> tuple[list[boaf.Board], Rows]:
    """The solvable ones of a number of deals, and their attributes."""
    boards = [boaf.deal(seed, rows, cols) for seed in range(first, first + number)]
    with thread_pool() as pool:
        found = list(pool.map(measured, boards))
    kept = [(board, row) for board, row in zip(boards, found, strict=True) if row is not None]
    return [board for board, _ in kept], [row for _, row in kept]


def all_attributes(board: boaf.Board) -> dict[str, float] | None:
    """All attributes, from as many games as a rating ever counts; None if the board is unsolvable."""
    canonical = canonical_board(board)
    try:
        counts = GameCounts(canonical, Limits())
    except UnsolvableError:
        return None
    counts.play(counts.most_games)
    return attributes_of(canonical, counts=counts)


def game_attributes(board: boaf.Board) -> dict[str, float] | None:
    """The attributes that the model uses, from fewer games on large boards; None if the board is unsolvable."""
    try:
        counts = GameCounts(canonical_board(board), Limits())
    except UnsolvableError:
        return None
    counts.play(max(GAMES, counts.most_games // 2) if board.stack_count <= 16 else GAMES)
    return counts.shares()


def losses(boards: list[boaf.Board], iterations: list[int], games: int) -> dict[str, Floats]:
    """The share of games that each player of the panel loses on each board. Shape (boards,)."""
    cards = np.stack([cards_of(board) for board in boards])
    rows, cols = boards[0].rows, boards[0].cols
    greedy = play_out_many(cards, rows, cols, "greedy", GREEDY_GAMES, seed=GREEDY_SEED).won
    found = {"greedy": 1 - greedy.mean(axis=1)}
    for number in iterations:

        def play(k: int, number: int = number) -> float:
            seeds = np.arange(games, dtype=np.uint64) + np.uint64(GREEDY_SEED + k * games)
            games_of_deal = np.repeat(cards[k : k + 1], games, axis=0)
            return float(
                np.mean(player("mcts", iterations=number, ties="other").play_many(games_of_deal, rows, cols, seeds).won)
            )

        with thread_pool() as pool:
            found[f"mcts {number}"] = 1 - np.array(list(pool.map(play, range(len(boards)))))
    return found


def inputs(rows: Rows) -> Floats:
    """What the model sees of each row. Shape (rows, inputs + 1)."""
    return np.array([[*(np.sqrt(row[name]) for name in INPUTS), 1.0] for row in rows])


def fit(values: Floats, target: Floats, games: Floats | None = None) -> Floats:
    """The weights, and last the intercept, that maximise the likelihood of the shares lost in numbers of games."""

    def loss(weights: Floats) -> float:
        odds = values @ weights
        likely = np.average(np.logaddexp(0, odds) - target * odds, weights=games)
        return float(likely + PENALTY * np.sum(weights[:-1] ** 2))

    return np.asarray(minimize(loss, np.zeros(values.shape[1])).x)


def scores(rows: Rows, weights: Floats) -> Floats:
    """The score of each row, with the weights as they are written down. Shape (rows,)."""
    return np.round(1 / (1 + np.exp(-inputs(rows) @ np.round(weights, 4))), DIGITS)


def size_cuts(rows: int, cols: int, arguments: argparse.Namespace, weights: Floats) -> dict[str, Any]:
    """The scores up to which the levels 1 … 4 reach on boards of a size."""
    number = arguments.size_deals if rows * cols <= 16 or rows == cols else arguments.oblong_deals
    boards, found = solvable_deals(FIRST_SEED // 2, number, rows, cols, game_attributes)
    cuts = np.quantile(scores(found, weights), np.cumsum(list(LEVELS.values()))[:-1])
    print(rows, cols, len(boards), cuts, flush=True)
    return {"rows": rows, "cols": cols, "deals": len(boards), "cuts": [round(float(cut), DIGITS) for cut in cuts]}


def other_size(rows: int, cols: int, arguments: argparse.Namespace, weights: Floats) -> dict[str, Any]:
    """The mean score on deals of another size, the panel's mean losses on them, and how the score orders these."""
    boards, found = solvable_deals(FIRST_SEED, arguments.panel_deals, rows, cols, game_attributes)
    lost = losses(boards, arguments.iterations, arguments.games)
    score, mean = scores(found, weights), np.mean(list(lost.values()), axis=0)
    size = {"rows": rows, "cols": cols, "deals": len(boards), "mean score": _rounded(score.mean())}
    size |= {"mean loss rate": _rounded(mean.mean()), "rank correlation": _rounded(spearmanr(score, mean)[0])}
    print(size, flush=True)
    return size | {"players": {name: _rounded(share.mean()) for name, share in lost.items()}}


def evidence(rows: Rows, lost: dict[str, Floats], weights: Floats, cuts: list[float]) -> dict[str, Any]:
    """How the score and every attribute order the losses of each player, and the mean losses by level."""
    score = scores(rows, weights)
    levels = 1 + np.searchsorted(cuts, score)
    found: dict[str, Any] = {"deals": len(rows), "by level": {str(k): int(np.sum(levels == k)) for k in LEVELS}}
    found["players"] = {name: ordered(score, share, levels) for name, share in lost.items()}
    found["rank correlation of attributes"] = {
        attribute: {
            name: _rounded(spearmanr([row[attribute] for row in rows], share)[0]) for name, share in lost.items()
        }
        for attribute in ATTRIBUTES
    }
    return found


def ordered(score: Floats, lost: Floats, levels: NDArray[np.int64]) -> dict[str, Any]:
    """How a score orders the shares of games lost."""
    return {
        "mean loss rate": _rounded(lost.mean()),
        "rank correlation": _rounded(spearmanr(score, lost)[0]),
        "mean loss rate by level": {str(k): _rounded(lost[levels == k].mean()) for k in LEVELS},
    }


def _rounded(number: float) -> float:
    return round(float(number), 3)


if __name__ == "__main__":
    main()
