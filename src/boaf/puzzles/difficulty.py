"""Difficulty: one number from 1 to 5 for a solvable board, defined by what defeats players.

The score of a board is the share of games that a panel of players, the greedy player and Roberson & Sperduto's
MCTS player, is expected to lose on it. A logistic model computes it from two attributes: the halfway solvability ratio,
which matters most, and the share of games that the greedy player wins. Both enter with their square roots, because the
square root of a counted share has about the same error everywhere. `tools/fit_difficulty.py` fits the model on numbered
deals and measures it on others, and `difficulty.json` has the constants with the evidence.

The levels are quantiles of the score over the solvable numbered deals of the same size, so they mean the same for
every size: level 1 is the easiest 20 % of deals, 2 the next 30 %, 3 the next 30 %, 4 the next 15 %, and 5 the hardest
5 %. Rows and columns are interchangeable. For a size without quantiles of its own, those of the size with the nearest
number of cells are used, of several the squarest. A board on which no counted game was won, or could still be won
halfway, has the highest possible score and level 5, though on some sizes more than 5 % of the deals are like that. If
quantiles coincide, as on tiny boards, some levels have no boards.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp, sqrt
from typing import Any

from boaf.board import Board
from boaf.puzzles.attributes import ATTRIBUTES, attributes_of, game_attributes_of
from boaf.solvers.contract import Limits, Verdict
from boaf.solvers.single import require_board
from boaf.support.errors import UndecidedError, UnsolvableError
from boaf.support.progress import Progress, no_progress
from boaf.support.threads import thread_pool

LEVELS = {1: 0.20, 2: 0.30, 3: 0.30, 4: 0.15, 5: 0.05}
"""The share of the solvable numbered deals of a size that each level has."""
DIGITS = 6
"""Scores are rounded to this many digits, so that they are the same on every machine."""


@dataclass(frozen=True)
class Rating:
    """How hard a solvable board is to win."""

    difficulty: int
    """1 (easy) … 5 (hard)."""
    score: float
    """The share of games that the panel of players is expected to lose, 0 … 1."""
    attributes: dict[str, float]
    """By the names of `ATTRIBUTES`."""

    def _repr_html_(self) -> str:
        """What a notebook shows: a table of the attributes."""
        rows = "".join(f"<tr><td>{self.attributes[name]:.3f}<td>{text}" for name, text in ATTRIBUTES.items())
        return f"<table><tr><th>{self.score:.3f}<th>score; difficulty {self.difficulty} of {len(LEVELS)}{rows}</table>"

    def to_json(self) -> dict[str, Any]:
        """The rating as plain values."""
        return dict(self.__dict__)


@cache
def _model() -> dict[str, Any]:
    """The model: `weights`, `intercept`, and `sizes`, rows ≤ cols, with the scores up to which levels 1 … 4 reach."""
    return dict(json.loads((files("boaf.puzzles") / "difficulty.json").read_text(encoding="utf-8")))


def rate(board: Board, *, max_nodes: int | None = None, max_seconds: float | None = None) -> Rating:
    """Rate how hard a solvable board is.

    Parameters
    ----------
    board
        The board; its stacks may hold several cards.
    max_nodes
        A limit for each search.
    max_seconds
        A limit for all of them together, in seconds of wall time.

    Returns
    -------
    Rating
        The difficulty, the score that it follows from, and all attributes.

    Raises
    ------
    UnsolvableError
        If the board is unsolvable: it has no difficulty.
    UndecidedError
        If a limit is reached first.
    BoafError
        If the board is not a `Board`, or a limit is negative.

    Examples
    --------
    >>> import boaf
    >>> rating = boaf.rate(boaf.deal(1))
    >>> rating.difficulty, rating.score
    (5, 0.773336)

    """
    require_board(board)
    attributes = attributes_of(board, Limits(max_nodes, max_seconds))
    if attributes is None:
        raise UnsolvableError("the board is unsolvable, so it has no difficulty")
    score = difficulty_score(attributes)
    return Rating(difficulty_of(score, board.rows, board.cols), score, attributes)


def rate_many(
    boards: Iterable[Board],
    *,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    threads: int | None = None,
    progress: Progress = no_progress,
) -> list[Rating | Verdict]:
    """Rate many boards, on all cores.

    Parameters
    ----------
    boards
        The boards; their sizes may differ.
    max_nodes, max_seconds
        Limits for each board, as `rate` takes them.
    threads
        How many threads share the work (default: all cores).
    progress
        Called with 1 after each board.

    Returns
    -------
    list[Rating | Verdict]
        For each board its rating, or its verdict if that is `unsolvable` or, past a limit, `unknown`.

    Raises
    ------
    BoafError
        If one of the boards is not a `Board`, or a limit is negative.

    Examples
    --------
    >>> import boaf
    >>> easy, unsolvable = rate_many([boaf.deal(2), boaf.deal(10)])
    >>> easy.difficulty, unsolvable
    (1, <Verdict.UNSOLVABLE: 'unsolvable'>)

    """

    def work(board: Board) -> Rating | Verdict:
        try:
            return rate(board, max_nodes=max_nodes, max_seconds=max_seconds)
        except UnsolvableError:
            return Verdict.UNSOLVABLE
        except UndecidedError:
            return Verdict.UNKNOWN

    found: list[Rating | Verdict] = []
    with thread_pool(threads) as pool:
        for rating in pool.map(work, boards):
            found.append(rating)
            progress(1)
    return found


def quick_score(board: Board, limits: Limits | None = None) -> float | None:
    """The score of a board alone, faster than `rate`; None if it is unsolvable, `UndecidedError` as there."""
    attributes = game_attributes_of(board, limits)
    return None if attributes is None else difficulty_score(attributes)


def difficulty_score(attributes: dict[str, float]) -> float:
    """The share of games that the panel is expected to lose, from the attributes of a board."""
    model = _model()
    odds = model["intercept"] + sum(weight * sqrt(attributes[name]) for name, weight in model["weights"].items())
    return round(1 / (1 + exp(-odds)), DIGITS)


def difficulty_of(score: float, rows: int, cols: int) -> int:
    """The level of a score on boards of a size."""
    return 1 + bisect_left(cuts_of(rows, cols), score)


def levels_of(rows: int, cols: int) -> list[int]:
    """The levels of boards of a size: all, unless quantiles coincide."""
    return sorted({1 + bisect_left(cuts_of(rows, cols), cut) for cut in [*cuts_of(rows, cols), 1.0]})


def cuts_of(rows: int, cols: int) -> list[float]:
    """The scores up to which the levels 1 … 4 reach, for boards of a size."""
    cuts = {(size["rows"], size["cols"]): size["cuts"] for size in _model()["sizes"]}
    size = (min(rows, cols), max(rows, cols))
    nearest = min(cuts, key=lambda kept: (kept != size, abs(kept[0] * kept[1] - rows * cols), kept[1] - kept[0]))
    hardest = difficulty_score(dict.fromkeys(_model()["weights"], 0.0))
    return [min(cut, round(hardest - 10**-DIGITS, DIGITS)) for cut in cuts[nearest]]
