"""The verdict on every move of many boards, for learning which move to make.

The boards after all moves are solved as one batch, which takes microseconds a move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board
from boaf.kernel.dealing import EMPTY, Cards
from boaf.kernel.position import Status
from boaf.learn.data.interesting import write_all_children
from boaf.solvers.batch import card_reader, solve_many
from boaf.solvers.depth_first import natural_steps
from boaf.solvers.endgame import VERDICTS
from boaf.support.progress import Progress

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
    """Of the board after the move: 0 for unsolvable, 1 for solvable, 2 for unknown."""

    def __len__(self) -> int:
        return len(self.boards)

    @property
    def solvable(self) -> NDArray[np.bool_]:
        """Which moves keep the board solvable."""
        return self.statuses == Status.SOLVED

    def to_frame(self) -> pl.DataFrame:
        """A Polars data frame with the columns `board`, `source`, `target` and `verdict`."""
        import polars as pl

        names = [str(verdict) for verdict in VERDICTS.values()]
        verdicts = pl.Series("verdict", names, pl.Enum(names)).gather(self.statuses.astype(np.uint32))
        columns = {"board": self.boards, "source": self.sources, "target": self.targets}
        return pl.DataFrame(columns).with_columns(verdicts)


def analyze_many(
    boards: Sequence[int] | Sequence[Board] | NDArray[np.integer],
    rows: int = 4,
    cols: int = 4,
    *,
    max_nodes: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
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
    parts = []
    for first in range(0, len(boards), _CHUNK):
        cards = read(slice(first, min(first + _CHUNK, len(boards))))
        parents, children = _children(cards, rows, cols)
        batch = solve_many(children, rows, cols, max_nodes=max_nodes, threads=threads)
        before = cards[parents]
        sources = np.argmax((before != EMPTY) & (children == EMPTY), axis=1)
        targets = np.argmax((before != children) & (children != EMPTY), axis=1)
        parts.append(MoveVerdicts(parents + first, sources.astype(np.uint8), targets.astype(np.uint8), batch.statuses))
        if progress:
            progress(len(cards))
    if not parts:
        cells = np.zeros(0, np.uint8)
        return MoveVerdicts(np.zeros(0, np.int64), cells, cells, np.zeros(0, np.int8))
    return MoveVerdicts(
        np.concatenate([part.boards for part in parts]),
        np.concatenate([part.sources for part in parts]),
        np.concatenate([part.targets for part in parts]),
        np.concatenate([part.statuses for part in parts]),
    )


def _children(cards: Cards, rows: int, cols: int) -> tuple[NDArray[np.int64], Cards]:
    """The board that each move starts from, and the board after it. Shapes (moves,) and (moves, cells)."""
    steps = natural_steps(rows, cols)
    children = np.empty((len(cards) * len(steps), rows * cols), np.uint8)
    parents = np.empty(len(children), np.int64)
    count = write_all_children(np.ascontiguousarray(cards), steps, children, parents)
    return parents[:count], children[:count]
