"""Difficulty: one number from 1 to 5 for a solvable board, defined by what defeats players.

The score of a board is the share of games that the greedy player and Roberson & Sperduto's MCTS player are expected to
lose on it, by a logistic model of the halfway solvability ratio and the greedy player's wins. Square roots of both are
used, because the square root of a counted share has about the same error everywhere. `tools/fit_difficulty.py` fits and
measures the model; `difficulty.json` has the constants with the evidence. docs/puzzles.md defines the levels.

For a size without quantiles of its own, those of the size with the nearest number of cells are used, of several the
squarest. A board on which hardly any counted game was won, or could still be won halfway, has level 5. If quantiles
coincide, as on tiny boards, some levels have no boards.

The games are played on a canonical form of the board (`symmetry`) and added until the level is `CERTAIN` or
there are enough of them.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp, inf, log, sqrt
from statistics import NormalDist
from typing import Any, NamedTuple

from boaf.board import Board
from boaf.puzzles.attributes import ATTRIBUTES as MEASURED
from boaf.puzzles.attributes import GAMES, GameCounts, attributes_of
from boaf.puzzles.symmetry import canonical_board
from boaf.solvers.contract import Limits, Verdict
from boaf.solvers.single import require_board
from boaf.support.errors import UndecidedError, UnsolvableError
from boaf.support.intervals import NORMAL_QUANTILE
from boaf.support.progress import Progress, no_progress
from boaf.support.threads import thread_pool

LEVELS = {1: 0.20, 2: 0.30, 3: 0.30, 4: 0.15, 5: 0.05}
"""The share of the solvable numbered deals of a size that each level has."""
DIGITS = 6
"""Scores are rounded to this many digits, so that they are the same on every machine."""
CERTAIN = 0.9
"""How certain a level must be for a puzzle; a rating adds games until it is, or there are enough of them."""
_LOGARITHMS = {"random_wins", "solutions"}
ATTRIBUTES = {f"log10_{name}" if name in _LOGARITHMS else name: text for name, text in MEASURED.items()}
"""The attributes of a rating by name, with their definitions."""
_NORMAL = NormalDist()


@dataclass(frozen=True)
class Rating:
    """How hard a solvable board is to win."""

    difficulty: int
    """1 (easy) … 5 (hard)."""
    score: float
    """The share of games that the panel of players is expected to lose, 0 … 1."""
    score_low: float
    """The lower end of the score's 95 % interval, which comes from the number of games counted."""
    score_high: float
    certainty: float
    """How likely infinitely many games would give the same difficulty, 0 … 1."""
    attributes: dict[str, float]
    """By the names of `ATTRIBUTES`."""

    def _repr_html_(self) -> str:
        """What a notebook shows: a table of the attributes."""
        rows = "".join(f"<tr><td>{self.attributes[name]:.3f}<td>{text}" for name, text in ATTRIBUTES.items())
        head = f"score; difficulty {self.difficulty} of {len(LEVELS)}, {self.certainty:.0%} certain"
        return f"<table><tr><th>{self.score:.3f}<th>{head}{rows}</table>"

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
        The difficulty, the score that it follows from with its interval, and all attributes.

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
    (5, 0.788322)

    """
    require_board(board)
    return Counted(board, Limits(max_nodes, max_seconds)).rating()


class Estimate(NamedTuple):
    """The log-odds of a score, and their standard error."""

    odds: float
    error: float

    def score(self, errors: float = 0.0) -> float:
        """The score that is this number of standard errors higher."""
        return round(1 / (1 + exp(-self.odds - errors * self.error)), DIGITS)

    def chance(self, level: int, rows: int, cols: int) -> float:
        """How likely the true score has a level."""
        ends = [-inf, *map(log_odds, cuts_of(rows, cols)), inf]
        low, high = (_NORMAL.cdf((end - self.odds) / self.error) for end in ends[level - 1 : level + 1])
        return high - low


class Counted:
    """A solvable board whose score is being estimated; only one at a time in a thread.

    Raises `UnsolvableError` or, past a limit, `UndecidedError`.
    """

    def __init__(self, board: Board, limits: Limits) -> None:
        self._board, self._limits = canonical_board(board), limits
        self._counts = GameCounts(self._board, limits)

    def estimate(self, games: int) -> Estimate:
        """The estimate after at least this number of games."""
        self._counts.play(max(games, self._counts.games))
        return estimate_of(self._counts.shares(), self._counts.games)

    def level(self) -> tuple[int, float]:
        """The difficulty after as many games as it takes, and how certain it is."""
        games, most = GAMES, self._counts.most_games
        while True:
            estimate = self.estimate(games)
            level = difficulty_of(estimate.score(), self._board.rows, self._board.cols)
            certainty = estimate.chance(level, self._board.rows, self._board.cols)
            if certainty >= CERTAIN or games >= most:
                return level, round(certainty, 3)
            games = min(2 * games, most)

    def rating(self) -> Rating:
        """The rating, after as many games as it takes."""
        level, certainty = self.level()
        measured = attributes_of(self._board, self._limits, self._counts)
        estimate = self.estimate(0)
        low, high = (estimate.score(errors) for errors in (-NORMAL_QUANTILE, NORMAL_QUANTILE))
        named = dict(zip(ATTRIBUTES, measured.values(), strict=True))
        return Rating(level, estimate.score(), low, high, certainty, named)


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


def quick_score(board: Board, limits: Limits | None = None) -> float:
    """The score of a solvable board after the fewest games; errors as for `rate`."""
    return Counted(board, limits or Limits()).estimate(GAMES).score()


def estimate_of(shares: dict[str, float], games: int) -> Estimate:
    """The log-odds of the share of games that the panel is expected to lose, from the shares of `games` games."""
    model = _model()
    odds = model["intercept"] + sum(weight * sqrt(shares[name]) for name, weight in model["weights"].items())
    # The square root of a share of n games has the variance (1 − share) / 4 n; one of all games counts as all but one.
    spread = sum(
        weight**2 * max(1 - shares[name], 1 / games) / (4 * games) for name, weight in model["weights"].items()
    )
    return Estimate(odds, sqrt(spread))


def log_odds(share: float) -> float:
    """The logarithm of share / (1 − share); infinite for 0 and 1."""
    return log(share / (1 - share)) if 0 < share < 1 else inf if share else -inf


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
    hardest = estimate_of(dict.fromkeys(_model()["weights"], 0.0), 8 * GAMES)
    return [min(cut, hardest.score(-2)) for cut in cuts[nearest]]
