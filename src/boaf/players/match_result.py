"""What a player did in a match: its win rate, and every game."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from boaf.support.errors import PluginError
from boaf.support.intervals import Interval, wilson

if TYPE_CHECKING:
    import polars as pl


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
