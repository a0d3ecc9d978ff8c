"""How hard deals are for people: player strengths and deal difficulties, fitted together to recorded results.

The page exports a player's results as a file (docs/puzzles.md has the format). In the model of Rasch (1960) a player of
strength s wins a deal of difficulty d with the probability 1 / (1 + exp(d − s)). That is a logistic regression with one
input per player and one per deal, which scikit-learn fits. A normal prior with standard deviation `PRIOR` keeps players
who won everything, and deals that nobody won, at finite values. The intervals follow from the curvature of the
posterior at its maximum (Laplace). Differences are what counts; the deals have mean difficulty 0.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board
from boaf.deals import deal
from boaf.support.errors import BoafError, require
from boaf.support.files import read_json
from boaf.support.intervals import NORMAL_QUANTILE
from boaf.support.schema import flag, mapping, optional, record, shown, text, whole

PRIOR = 1.5
"""The standard deviation of strengths and difficulties among people and deals, before anything is known of them."""
MOST_PARAMETERS = 5000
"""The most players and deals together; their covariance matrix then needs 200 MB."""
_MOST_BYTES = 1 << 26
_KIND, _VERSION = "boaf-player", 2
_RANDOM_NAME = re.compile("[0-9a-f]{12}")
"""The name that the page gives a player."""
_RESULT = record(
    {
        "difficulty": optional(whole(1, 5)),
        **dict.fromkeys(("begun", "analysed", "seen"), flag()),
        **dict.fromkeys(("hints", "undos", "lost"), whole(0, 1 << 53)),
        "by": optional(text("you", "hints", "machine", "link")),
        **dict.fromkeys(("date", "won", "last"), optional(text())),
        **dict.fromkeys(("seconds", "stars"), lambda _value, _name: None),
    }
)


class PlayedDeal(NamedTuple):
    """What became of a deal that a player began."""

    player: str
    board: Board
    level: int | None
    """The difficulty that the page showed."""
    won: bool
    key: str = ""
    """The deal as the file names it, such as `deal=1264`."""
    last: str = ""
    """The day on which the player last played it."""
    file: str = ""
    """Where it was read, if the file has no name that a person gave the player."""


@dataclass(frozen=True)
class Fitted:
    """A fitted strength or difficulty in log-odds, with its 95 % interval."""

    name: str
    """The player, or the text of the board."""
    games: int
    won: int
    value: float
    low: float
    high: float
    level: int | None = None
    """For a deal, the difficulty that the page showed."""
    key: str = ""
    """For a deal, how the file names it; for a player without a name, the file."""


@dataclass(frozen=True)
class Calibration:
    """Players and deals, the strongest and the hardest first."""

    players: list[Fitted]
    deals: list[Fitted]

    def mean_by_level(self) -> dict[int, float]:
        """The mean fitted difficulty of the deals of each level that the page showed."""
        values = defaultdict(list)
        for found in self.deals:
            if found.level is not None:
                values[found.level].append(found.value)
        return {level: sum(found) / len(found) for level, found in sorted(values.items())}

    def to_json(self) -> dict[str, Any]:
        """The calibration as plain values."""
        levels = {str(level): round(value, 3) for level, value in self.mean_by_level().items()}
        return {"players": list(map(asdict, self.players)), "deals": list(map(asdict, self.deals)), "levels": levels}


def read_results(path: Path, *, with_undo: bool = False) -> list[PlayedDeal]:
    """The deals that a player began, from a file that the page exported, except those that a link or the solver played.

    Wins with help never count; `with_undo` counts those after undone moves or dead ends.
    """
    values = read_json(path, _MOST_BYTES)
    if not isinstance(values, dict) or values.get("kind") != _KIND:
        raise BoafError(f"{path} is not a file of results: export one from the page")
    whole(1, _VERSION)(values.get("version", _VERSION), f"'version' in {path}")
    mapping()(values.get("results"), f"'results' in {path}")
    text()(values.get("player", ""), f"'player' in {path}")
    player = values.get("player") or str(path)
    file = str(path) if player == str(path) or _RANDOM_NAME.fullmatch(player) else ""
    played = []
    for start, result in values["results"].items():
        try:
            _RESULT(result, "a result")
        except BoafError as error:
            raise BoafError(f"{path}, {shown(start)}: {error}") from None
        if result.get("begun") and result.get("by") not in ("machine", "link"):
            stuck = 0 if with_undo else result.get("undos", 0) + result.get("lost", 0)
            helped = any(result.get(name) for name in ("hints", "analysed", "seen"))
            won = result.get("by") == "you" and not helped and not stuck
            day = result.get("last") or result.get("won") or result.get("date") or ""
            played.append(PlayedDeal(player, _board(start, path), result.get("difficulty"), won, start, day, file))
    return played


def newest(played: Iterable[PlayedDeal]) -> list[PlayedDeal]:
    """One result for each player and deal, the newest: a later export of the page repeats what earlier ones had.

    Of two results of one day a win is the newer: the page keeps a win for good.
    """
    found: dict[tuple[str, str], PlayedDeal] = {}
    for one in played:
        place = one.player, one.board.text()
        if place not in found or (one.last, one.won) >= (found[place].last, found[place].won):
            found[place] = one
    return list(found.values())


def _board(start: str, path: Path) -> Board:
    """The board that a start names: `deal=1264`, `deal=7&rows=5&cols=5` or `board=7H+6C+/+--+6H`."""
    values = {name: found[0] for name, found in parse_qs(start).items()}
    try:
        if "board" in values:
            return Board(values["board"])
        rows, cols = (int(values.get(name, 4)) for name in ("rows", "cols"))
        return deal(int(values.get("deal", "")), rows, cols)
    except BoafError as error:
        raise BoafError(f"{path} has a deal {shown(start)} that cannot be read: {error}") from None
    except ValueError:
        raise BoafError(f"{path} has a deal {shown(start)} that cannot be read: write it as deal=1264") from None


def calibrate(played: Iterable[PlayedDeal]) -> Calibration:
    """Fit the strengths of players and the difficulties of deals to results.

    >>> results = [PlayedDeal("Ann", deal(1), 5, False), PlayedDeal("Ann", deal(2), 1, True)]
    >>> [found.level for found in calibrate(results).deals]
    [5, 1]
    """
    results = list(played)
    players = list(dict.fromkeys(result.player for result in results))
    boards = list(dict.fromkeys(result.board.text() for result in results))
    if not results:
        raise BoafError("there is no deal that a player began: nothing to calibrate")
    if len(players) + len(boards) > MOST_PARAMETERS:
        total = f"{len(players):,} players and {len(boards):,} deals"
        raise BoafError(f"{total} are too many: calibrate at most {MOST_PARAMETERS:,} of both at a time")
    player_of = np.array([players.index(result.player) for result in results])
    place = {board: number for number, board in enumerate(boards)}
    deal_of = np.array([place[result.board.text()] for result in results])
    won = np.array([result.won for result in results])
    values, errors = _fit(player_of, deal_of, won, len(players), len(boards))
    levels = {result.board.text(): result.level for result in results if result.level is not None}
    keys = {result.board.text(): result.key for result in results}
    sources = {result.player: result.file for result in results}

    def fitted(names: Sequence[str], of: NDArray[np.int64], first: int) -> list[Fitted]:
        rows = []
        for number, name in enumerate(names):
            own, value, error = won[of == number], values[first + number], NORMAL_QUANTILE * errors[first + number]
            middle, low, high = (round(float(bound), 3) for bound in (value, value - error, value + error))
            level, key = (levels.get(name), keys[name]) if first else (None, sources[name])
            rows.append(Fitted(name, len(own), int(own.sum()), middle, low, high, level, key))
        return sorted(rows, key=lambda row: (-row.value, row.name))

    return Calibration(fitted(players, player_of, 0), fitted(boards, deal_of, len(players)))


def _fit(
    player_of: NDArray[np.int64], deal_of: NDArray[np.int64], won: NDArray[np.bool_], players: int, deals: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The values of all players, then of all deals, and their standard errors. Shape (players + deals,)."""
    sparse = require("scipy.sparse", "learn")
    linear = require("sklearn.linear_model", "learn")
    games, size = np.arange(len(won)), players + deals
    entries = np.concatenate([np.ones(len(won)), -np.ones(len(won))])
    places = (np.tile(games, 2), np.concatenate([player_of, players + deal_of]))
    inputs = sparse.csr_matrix((entries, places), (len(won), size))
    if won.all() or not won.any():  # scikit-learn needs both outcomes: one game of each that weighs nothing
        inputs = sparse.vstack([inputs, sparse.csr_matrix((1, size))])
        won = np.append(won, not won[0])
        weights = np.append(np.ones(len(games)), 1e-9)
    else:
        weights = np.ones(len(won))
    model = linear.LogisticRegression(C=PRIOR**2, fit_intercept=False, solver="lbfgs", max_iter=1000, tol=1e-8)
    model.fit(inputs, won, sample_weight=weights)
    values = model.coef_[0]
    chance = 1 / (1 + np.exp(-(inputs @ values)))
    information = (inputs.T @ sparse.diags(weights * chance * (1 - chance)) @ inputs).toarray()
    covariance = np.linalg.inv(information + np.eye(size) / PRIOR**2)
    # Everything relative to the mean difficulty of the deals: value − mean, whose variance needs the covariances.
    mean = np.concatenate([np.zeros(players), np.full(deals, 1 / deals)])
    spread = covariance.diagonal() - 2 * covariance @ mean + mean @ covariance @ mean
    return values - mean @ values, np.sqrt(spread)
