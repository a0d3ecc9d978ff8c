"""A data set: many boards of one shape with their labels, in arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board, Move
from boaf.kernel.dealing import Cards, board_of
from boaf.kernel.position import moves_of
from boaf.support.errors import BoafError

PARTS = ("train", "validation", "test")
"""The meaning of the numbers 0, 1 and 2 in `DataSet.parts`."""


@dataclass(frozen=True)
class DataSet:
    """Boards with labels, one per row.

    >>> from boaf.learn.data import numbered_deals
    >>> deals = numbered_deals(0, 20)
    >>> len(deals), deals.solvable.mean().item()
    (20, 0.95)
    >>> deals.take([10]).board(0)
    Board("5S 5H 6H 6S / 5D 4D 2H JH / KD 2S QD 2D / AS 9C 3S JD")
    """

    rows: int
    cols: int
    cards: Cards
    """Card numbers, 0 … 51 from AC, AD, … to KS and 255 for an empty cell. Shape (boards, cells)."""
    solvable: NDArray[np.bool_]
    """The verdict of the solver. Shape (boards,)."""
    seeds: NDArray[np.int64]
    """The seed of each board; boards of the same seed belong in the same part. Shape (boards,)."""
    parts: NDArray[np.int8] | None
    """0 train, 1 validation, 2 test (see `PARTS`); None for a recipe without a split. Shape (boards,)."""
    recipe: dict[str, Any]
    """Everything needed to make the data set again, as plain values."""
    steps: NDArray[np.uint16] | None = None
    """Where rows are moves, source cell << 8 | target cell; the board is then the one before the move, and the label
    that of the board after it. None where rows are boards. Shape (boards,)."""

    def __len__(self) -> int:
        return len(self.cards)

    def board(self, index: int) -> Board:
        """One of the boards."""
        return board_of(self.cards[index], self.cols)

    def move(self, index: int) -> Move:
        """The move of a row."""
        if self.steps is None:
            raise BoafError("the rows of the data set are boards, not moves")
        return moves_of(self.board(index), self.steps[index : index + 1])[0]

    def part(self, name: str) -> DataSet:
        """The boards of one part, such as `test`; the recipe is that of the whole."""
        if self.parts is None:
            raise BoafError("the data set is not split into parts")
        if name not in PARTS:
            raise BoafError(f"there is no part {name!r}: choose from {', '.join(PARTS)}")
        return self.take(np.flatnonzero(self.parts == PARTS.index(name)))

    def take(self, rows: Sequence[int] | NDArray[np.integer[Any]]) -> DataSet:
        """The boards in these rows; the recipe is that of the whole."""
        parts = None if self.parts is None else self.parts[rows]
        steps = None if self.steps is None else self.steps[rows]
        return replace(
            self, cards=self.cards[rows], solvable=self.solvable[rows], seeds=self.seeds[rows], parts=parts, steps=steps
        )


def joined(sets: Sequence[DataSet], recipe: dict[str, Any]) -> DataSet:
    """The boards of several data sets, one after the other, with parts and moves if all of the sets have them."""
    parts = [one.parts for one in sets if one.parts is not None]
    steps = [one.steps for one in sets if one.steps is not None]
    return DataSet(
        sets[0].rows,
        sets[0].cols,
        np.concatenate([one.cards for one in sets]),
        np.concatenate([one.solvable for one in sets]),
        np.concatenate([one.seeds for one in sets]),
        np.concatenate(parts) if len(parts) == len(sets) else None,
        recipe,
        np.concatenate(steps) if len(steps) == len(sets) else None,
    )
