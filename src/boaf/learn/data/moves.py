"""The verdict on every move of many boards, for learning which move to make.

The boards after all moves are solved as one batch, which takes microseconds a move. `LabelledMoves` is the recipe of a
data set of such moves, on the positions that a player reaches.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board
from boaf.kernel.dealing import EMPTY, Cards, draw_deals
from boaf.kernel.position import Status
from boaf.learn.data.data_set import DataSet
from boaf.learn.data.interesting import all_children, moves_between
from boaf.learn.data.recipes import NumberedDeals
from boaf.players.contract import Player
from boaf.players.matches import game_seeds
from boaf.players.registry import PLAYERS, maker_of
from boaf.solvers.batch import card_reader, solve_many, verdict_column
from boaf.support.errors import BoafError, ParameterError
from boaf.support.progress import Progress, no_progress
from boaf.support.threads import PerThread, thread_pool

if TYPE_CHECKING:
    import polars as pl

_CHUNK = 5_000


@dataclass(frozen=True, eq=False)
class MoveVerdicts:
    """Every legal move of many boards, board after board; all arrays have the shape (moves,)."""

    boards: NDArray[np.int64]
    """The index of the board."""
    sources: NDArray[np.uint8]
    """The cell whose stack moves, counted row by row from 0."""
    targets: NDArray[np.uint8]
    statuses: NDArray[np.int8]
    """0 if the board after the move is unsolvable, 1 if it is solvable, 2 if that is unknown."""

    def __len__(self) -> int:
        return len(self.boards)

    @property
    def solvable(self) -> NDArray[np.bool_]:
        """Which moves keep the board solvable."""
        return self.statuses == Status.SOLVED

    def to_frame(self) -> pl.DataFrame:
        """A Polars data frame with the columns `board`, `source`, `target` and `verdict`."""
        import polars as pl

        columns = {"board": self.boards, "source": self.sources, "target": self.targets}
        return pl.DataFrame(columns).with_columns(verdict_column(self.statuses))


def analyze_many(
    boards: Sequence[int] | Sequence[Board] | NDArray[np.integer],
    rows: int = 4,
    cols: int = 4,
    *,
    max_nodes: int | None = None,
    threads: int | None = None,
    progress: Progress = no_progress,
) -> MoveVerdicts:
    """Decide every legal move of many boards, on all cores.

    Parameters
    ----------
    boards, rows, cols
        As for `boaf.solve_many`: seeds of numbered deals, boards, or an array of card numbers.
    max_nodes
        A limit for each move; past it the move is unknown.
    threads
        How many threads share the work (default: all cores).
    progress
        Called with the number of boards finished since the last call.

    Returns
    -------
    MoveVerdicts
        The moves and their verdicts, in arrays.

    Raises
    ------
    BoafError
        As for `boaf.solve_many`.

    Examples
    --------
    >>> import boaf
    >>> moves = boaf.analyze_many(range(100))
    >>> len(moves), int(moves.solvable.sum())
    (3860, 3806)

    """
    read = card_reader(boards, rows, cols)
    none = np.zeros(0, np.uint8)
    parts = [(np.zeros(0, np.int64), none, none, np.zeros(0, np.int8))]
    for first in range(0, len(boards), _CHUNK):
        cards = read(slice(first, min(first + _CHUNK, len(boards))))
        parents, children = all_children(cards, rows, cols)
        batch = solve_many(children, rows, cols, max_nodes=max_nodes, threads=threads)
        steps = moves_between(cards[parents], children)
        parts.append((parents + first, (steps >> 8).astype(np.uint8), (steps & 255).astype(np.uint8), batch.statuses))
        progress(len(cards))
    return MoveVerdicts(*(np.concatenate(column) for column in zip(*parts, strict=True)))


@dataclass(frozen=True)
class LabelledMoves(NumberedDeals):
    """Every legal move on the positions that a player reaches from the deals start … stop − 1.

    Positions with fewer than `least_stacks` or more than `most_stacks` stacks (0: any number) are left out.
    """

    player: str = "random"
    iterations: int = 0
    """Per move, for players that search; 0 for the player's own number."""
    least_stacks: int = 2
    most_stacks: int = 0
    seed: int = 0
    kind: ClassVar[str] = "moves"
    keeps_all: ClassVar[bool] = False
    generator: ClassVar[str] = "all legal moves on the boards of one game of the player from each deal start … stop − 1"
    chunk_size: ClassVar[int] = 500

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.player not in PLAYERS:
            raise BoafError(f"unknown player {self.player!r}: choose from {', '.join(PLAYERS)}")
        if self.least_stacks < 2 or self.most_stacks < 0 or 0 < self.most_stacks < self.least_stacks:
            raise ParameterError(
                f"the numbers of stacks must be from 2 on, and the least not above the most: "
                f"not {self.least_stacks} and {self.most_stacks}",
                "stacks",
            )
        self._maker()()  # refuses options that the player does not take

    def options(self) -> dict[str, Any]:
        """The options of the command."""
        found = {"seeds": f"{self.start} {self.stop}", "player": self.player}
        found |= {"iterations": str(self.iterations)} if self.iterations else {}
        found["stacks"] = f"{self.least_stacks} {self.most_stacks or self.rows * self.cols}"
        return {**found, "seed": self.seed, "rows": self.rows, "cols": self.cols}

    def chunk(self, number: int, before: DataSet | None, progress: Progress) -> DataSet:  # noqa: ARG002
        """Play some deals, and decide every move."""
        units = self.units(number)
        deals = self.start + np.arange(units.start, units.stop, dtype=np.int64)
        cards, owners = self._positions(deals)
        moves = analyze_many(cards, self.rows, self.cols)
        steps = moves.sources.astype(np.uint16) << np.uint16(8) | moves.targets
        progress(len(deals))
        chosen = owners[moves.boards]
        return DataSet(self.rows, self.cols, cards[moves.boards], moves.solvable, chosen, None, self.to_json(), steps)

    def _maker(self) -> Callable[[], Player]:
        return maker_of(self.player, {"iterations": self.iterations} if self.iterations else {})

    def _positions(self, deals: NDArray[np.int64]) -> tuple[Cards, NDArray[np.int64]]:
        """The boards before each move of a game on each deal, and the deals. Shapes (boards, cells) and (boards,)."""
        cards = draw_deals(deals, self.rows * self.cols)
        seeds = game_seeds(np.uint64(self.seed & (1 << 64) - 1), deals, 1)[:, 0]
        own_player = PerThread(self._maker())
        size = max(own_player().games_at_once // 8, 1)

        def work(first: int) -> NDArray[np.uint16]:
            part = slice(first, first + size)
            return own_player().play_many(cards[part], self.rows, self.cols, seeds[part]).steps

        with thread_pool() as pool:
            steps = np.concatenate(list(pool.map(work, range(0, len(deals), size))))
        found, owners = [], []
        most = self.most_stacks or self.rows * self.cols
        for ply in range(steps.shape[1]):
            going = np.flatnonzero(steps[:, ply])
            stacks = np.sum(cards[going] != EMPTY, axis=1)
            wanted = going[(self.least_stacks <= stacks) & (stacks <= most)]
            found.append(cards[wanted].copy())
            owners.append(deals[wanted])
            source, target = steps[going, ply] >> 8, steps[going, ply] & 255
            cards[going, target] = cards[going, source]
            cards[going, source] = EMPTY
        return np.concatenate(found), np.concatenate(owners)
