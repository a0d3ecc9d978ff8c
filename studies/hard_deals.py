"""Neller (2018), question 5: which attributes make a solvable deal challenging, for several board sizes.

A deal is hard if players lose it. On solvable numbered deals that nothing was fitted on, the greedy player with the
heuristic of Roberson & Sperduto (2019) and their Monte Carlo player play many games, both with random numbers that the
attributes do not use; every attribute (`boaf.puzzles.attributes`) is compared with the share that each loses, by
Spearman's rank correlation. The greedy player's own wins are one of the attributes, so next to its losses they say
nothing. No human player was observed.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board
from boaf.deals import deal
from boaf.kernel.dealing import cards_of
from boaf.players.playout import play_out_many
from boaf.players.registry import player
from boaf.puzzles.attributes import ATTRIBUTES, attributes_of
from boaf.support.errors import UnsolvableError, require
from boaf.support.progress import Progress
from boaf.support.threads import PerThread, thread_pool
from boaf_papers.framework.quantity import Quantity
from boaf_papers.framework.study import Cell, Plan
from study_runner import main

PAPER = "questions"
SCALES = {"tiny": (6, 1), "small": (40, 5), "paper": (400, 20)}
"""The deals of each size, and the games of the Monte Carlo player on each deal."""
SIZES = ((3, 4), (4, 4), (4, 5))
GREEDY_GAMES = 1_000
ITERATIONS = 100
FIRST_SEED = 1_500_000_000
"""Far from the deals that the difficulty is fitted on."""
_GAME_SEED = 1 << 33
_SECONDS_OF_DEAL = 0.2


def plan(scale: tuple[int, int]) -> Plan:
    """How each attribute orders the losses of two players."""
    deals, games = scale
    cells = {
        (rows, cols): Cell(
            f"difficulty, {rows} x {cols}",
            _correlations,
            {"rows": rows, "cols": cols, "deals": deals, "games": games, "iterations": ITERATIONS},
            deals,
            _SECONDS_OF_DEAL,
        )
        for rows, cols in SIZES
    }
    title = "Question 5: rank correlation of attributes with the losses of Roberson & Sperduto's player"
    return Plan(title, cells, _rows, f"{ITERATIONS} iterations per move, {games} games on each of {deals:,} deals")


def _rows(values: dict[tuple[int, int], dict[str, Any]]) -> list[Quantity]:
    quantities = []
    for (rows, cols), found in values.items():
        lost = ", ".join(f"{name} loses {share:.0%}" for name, share in found["lost"].items())
        for attribute, by_player in found["correlation"].items():
            note = f"{found['deals']} solvable deals; with the losses of greedy {by_player['greedy']:+.2f}; {lost}"
            mcts = by_player["mcts"]
            row = Quantity(f"{rows} × {cols}, {attribute}", None, mcts, "", note, _interval(mcts, found["deals"]))
            quantities.append(row.placed(attribute, f"{rows} × {cols}"))
    return quantities


def _interval(correlation: float, deals: int) -> tuple[float, float]:
    """Where a rank correlation lies with 95 % confidence, by Fisher's transformation."""
    middle, half = np.arctanh(np.clip(correlation, -0.9999, 0.9999)), 1.96 * sqrt(1.06 / (deals - 3))
    return float(np.tanh(middle - half)), float(np.tanh(middle + half))


def _correlations(progress: Progress, rows: int, cols: int, deals: int, games: int, iterations: int) -> dict[str, Any]:
    """The correlations, and the share of games that each player loses."""
    boards = [deal(seed, rows, cols) for seed in range(FIRST_SEED, FIRST_SEED + deals)]
    with thread_pool() as pool:
        measured = list(pool.map(_attributes, boards))
        kept = [(cards_of(board), row) for board, row in zip(boards, measured, strict=True) if row is not None]
        cards = np.stack([found for found, _ in kept])
        own_player = PerThread(lambda: player("mcts", iterations=iterations))

        def play(place: int) -> float:
            seeds = np.arange(games, dtype=np.uint64) + np.uint64(_GAME_SEED + place * games)
            won = own_player().play_many(np.repeat(cards[place : place + 1], games, axis=0), rows, cols, seeds).won
            return float(np.mean(won))

        won = []
        for share in pool.map(play, range(len(cards))):
            won.append(share)
            progress(1)
    greedy = play_out_many(cards, rows, cols, "greedy", GREEDY_GAMES, seed=_GAME_SEED).won.mean(axis=1)
    lost = {"mcts": 1 - np.array(won), "greedy": 1 - greedy}
    correlation = {
        name: {who: _rank_correlation([row[name] for _, row in kept], share) for who, share in lost.items()}
        for name in ATTRIBUTES
    }
    return {
        "deals": len(cards),
        "lost": {who: float(share.mean()) for who, share in lost.items()},
        "correlation": correlation,
    }


def _attributes(board: Board) -> dict[str, float] | None:
    try:
        return attributes_of(board)
    except UnsolvableError:
        return None


def _rank_correlation(values: Sequence[float], lost: NDArray[np.float64]) -> float:
    """Spearman's, which is 0 where all deals are alike."""
    if np.ptp(values) == 0 or np.ptp(lost) == 0:
        return 0.0
    return float(require("scipy.stats", "research").spearmanr(values, lost)[0])


if __name__ == "__main__":
    main(__file__)
