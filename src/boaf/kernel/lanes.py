"""Lanes: one row of masks as a SIMD vector, so that all cells of a board are computed at once.

A row holds a mask for every cell: 16 masks of 16 bits on boards of up to 16 cells, else 64 of 64. So it is a square of
bits, and the lanes that are not zero (`mask`) are a mask again. `load` reads a row of an array and `store` writes it;
in between `&`, `|`, `~`, `+`, `-`, `*` and `>>` work lane by lane. A number on the right is used in every lane.
Comparisons set all bits of a lane, or none.

Example: the stacks of a 4 × 4 board that have exactly one legal move, without a loop over cells:

    mask(equal(count_each(load(match, frame) & load(line, 0)), 1))

In plain Python a row is a NumPy array in a wrapper. In compiled code it is an LLVM vector (`vectors`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.integer[Any]]
Number = int | np.integer[Any]


class Lanes:
    """One row of masks."""

    def __init__(self, values: Rows) -> None:
        self.values = values

    def in_lanes(self, other: Lanes | Number) -> Any:
        """Another row as an array, or a number as one lane; what does not fit into a lane is cut off."""
        if isinstance(other, Lanes):
            return other.values
        return self.values.dtype.type(int(other) & ((1 << len(self.values)) - 1))

    @property
    def signed(self) -> Rows:
        """The lanes as signed numbers."""
        return self.values.view(f"i{self.values.itemsize}")

    def __and__(self, other: Lanes | Number) -> Lanes:
        return Lanes(self.values & self.in_lanes(other))

    def __or__(self, other: Lanes | Number) -> Lanes:
        return Lanes(self.values | self.in_lanes(other))

    def __add__(self, other: Lanes | Number) -> Lanes:
        return Lanes(self.values + self.in_lanes(other))

    def __sub__(self, other: Lanes | Number) -> Lanes:
        return Lanes(self.values - self.in_lanes(other))

    def __mul__(self, other: Lanes | Number) -> Lanes:
        return Lanes(self.values * self.in_lanes(other))

    def __rshift__(self, other: Lanes | Number) -> Lanes:
        return Lanes(self.values >> self.in_lanes(other))

    def __invert__(self) -> Lanes:
        return Lanes(~self.values)


def load(rows: Rows, row: Number) -> Lanes:
    """One row of an array, which holds nothing but rows; they are numbered across all its axes."""
    return Lanes(_as_rows(rows)[row].astype(f"u{rows.itemsize}"))


def store(rows: Rows, row: Number, lanes: Lanes) -> None:
    """Write to one row of an array, numbered as for `load`."""
    _as_rows(rows)[row] = lanes.values.view(rows.dtype)


def _as_rows(rows: Rows) -> Rows:
    return rows.reshape(-1, 8 * rows.itemsize)


def splat(lanes: Lanes, number: Number) -> Lanes:
    """A number in every lane, in a row like `lanes`."""
    return Lanes(np.full_like(lanes.values, lanes.in_lanes(number)))


def count_each(lanes: Lanes) -> Lanes:
    """How many bits are set in each lane."""
    return Lanes(np.bitwise_count(lanes.values).astype(lanes.values.dtype))


def equal(one: Lanes, other: Lanes | Number) -> Lanes:
    """In which lanes two rows are equal."""
    return _answer(one, one.values == one.in_lanes(other))


def greater(one: Lanes, other: Lanes) -> Lanes:
    """In which lanes one row is greater than another, as signed numbers."""
    return _answer(one, one.signed > other.signed)


def _answer(lanes: Lanes, holds: NDArray[np.bool_]) -> Lanes:
    return Lanes(-holds.astype(lanes.values.dtype))


def where(condition: Lanes, one: Lanes, other: Lanes) -> Lanes:
    """The lanes of one row where those of the condition are not zero, else those of the other."""
    return Lanes(np.where(condition.values != 0, one.values, other.values))


def mask(lanes: Lanes) -> np.uint64:
    """The lanes that are not zero."""
    return np.uint64(sum(1 << lane for lane in np.flatnonzero(lanes.values).tolist()))


def lane(lanes: Lanes, number: Number) -> np.int64:
    """One lane, as a signed number."""
    return np.int64(lanes.signed[number])


def highest(lanes: Lanes) -> np.int64:
    """The highest lane, as a signed number."""
    return np.int64(lanes.signed.max())
