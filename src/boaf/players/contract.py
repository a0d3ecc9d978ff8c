"""What a player is: something that is shown a board and chooses a move. And what it does in a match.

A player has options, the fields of its class, and may remember what it found as long as it is shown the boards that
its own moves lead to; any other board begins a new game. It draws from the generator that it is given and from nothing
else, so a game is the same for a seed. One player serves one thread.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board, Move
from boaf.deals import SplitMix64
from boaf.kernel.dealing import Cards, board_of
from boaf.kernel.position import steps_of
from boaf.players.playout import Playouts, new_playouts
from boaf.rules import require_standard
from boaf.solvers.contract import Verdict
from boaf.support.errors import BoafError, PluginError
from boaf.support.intervals import Interval, wilson

if TYPE_CHECKING:
    import polars as pl


class Candidate(NamedTuple):
    """A move that a player considered."""

    move: Move
    visits: int
    """How many iterations went into it; 0 for players that do not search."""
    value: float
    """What the player thinks of it; higher is better."""
    verdict: Verdict
    """What the player knows about the board after it."""

    def to_json(self) -> dict[str, Any]:
        """The candidate as plain values."""
        return self._asdict() | {"move": str(self.move), "verdict": str(self.verdict)}


@dataclass(frozen=True)
class Thought:
    """The move that a player chose, why, and what else it considered, best first."""

    move: Move
    reason: str
    candidates: tuple[Candidate, ...]

    def to_json(self) -> dict[str, Any]:
        """The thought as plain values."""
        found = [candidate.to_json() for candidate in self.candidates]
        return {"move": str(self.move), "reason": self.reason, "candidates": found}


@dataclass(kw_only=True)
class Player(ABC):
    """The contract of a player."""

    @abstractmethod
    def think(self, board: Board, random: SplitMix64) -> Thought:
        """Choose a move on a board that has one, and say why."""

    def choose(self, board: Board, random: SplitMix64) -> Move:
        """Choose a move on a board that has one."""
        return self.think(board, random).move

    def play_many(self, cards: Cards, rows: int, cols: int, seeds: NDArray[np.uint64]) -> Playouts:  # noqa: ARG002
        """Play a game to the end from each board, of card numbers, with a generator of its own.

        Shapes: cards (games, cells), seeds (games,), and so the arrays of the answer. Players that are compiled play
        whole games at once; they make the moves that `choose` makes.
        """
        found = new_playouts(cards.shape[:1], cards.shape[1])
        for k in range(len(cards)):
            board, random = board_of(cards[k], cols), SplitMix64(int(seeds[k]))
            start = board.copy()
            while not board.is_over:
                board.push(self.choose(board, random))
            found.scores[k], found.stacks[k] = board.score, board.stack_count
            found.steps[k, : len(board.moves)] = steps_of(start, board.moves)
        return found

    @property
    def games_at_once(self) -> int:
        """How many games take a fraction of a second."""
        return 50


def require_a_move(board: Board) -> None:
    """Refuse a board of other rules than the standard ones, or on which the game is over."""
    require_standard(board.rules, "players know")
    if board.is_over:
        raise BoafError("no legal move is left: there is nothing to choose")


@dataclass(frozen=True)
class Match:
    """What a player did on a set of deals."""

    player: str
    options: dict[str, Any]
    deals: int
    """How many deals were played; unsolvable ones that were skipped do not count."""
    skipped: int
    games: int
    won: int
    mean_score: float
    moves: int
    seconds: float
    interrupted: bool = False
    errors: tuple[PluginError, ...] = ()
    """What went wrong with a plug-in; each of these games is lost."""
    _columns: dict[str, NDArray[Any]] = field(default_factory=dict, repr=False, compare=False)

    @property
    def results(self) -> pl.DataFrame:
        """One row per finished game, so that two matches on the same deals can be compared game by game.

        The columns are `deal`, `game` (from 0), `won`, `score` and `stacks`.
        """
        import polars as pl

        return pl.DataFrame(self._columns)

    @property
    def win_rate(self) -> Interval:
        """The share of the games that were won."""
        return wilson(self.won, self.games)

    @property
    def moves_per_second(self) -> float:
        """On all cores together."""
        return self.moves / self.seconds if self.seconds else 0.0

    def _repr_html_(self) -> str:
        """What a notebook shows: a table of one row."""
        player = escape(" ".join([self.player, *(f"{name}={value}" for name, value in self.options.items())]))
        return (
            "<table><tr><th>player<th>deals<th>games<th>won<th>win rate<th>mean score"
            f"<tr><td>{player}<td>{self.deals:,}<td>{self.games:,}<td>{self.won:,}<td>{self.win_rate}"
            f"<td>{self.mean_score:.2f}</table>"
        )

    def to_json(self) -> dict[str, Any]:
        """The match as plain values."""
        share, low, high = self.win_rate
        return {
            "player": self.player,
            "options": {name: value for name, value in self.options.items() if not callable(value)},
            "deals": self.deals,
            "skipped": self.skipped,
            "games": self.games,
            "won": self.won,
            "win_rate": share,
            "low": low,
            "high": high,
            "mean_score": self.mean_score,
            "moves": self.moves,
            "seconds": self.seconds,
            "moves_per_second": self.moves_per_second,
            "errors": [str(error) for error in self.errors],
        }
