"""Scratch arrays: memory that a compiled function needs only while it runs, taken from its stack; and array helpers.

Compiled code allocates nothing. Results go to arrays that the caller passes in. A scratch array is gone when the
function returns; its size is known when the function is compiled, and its content is undefined at first.

    >>> numbers = scratch((3,), np.int64)
    >>> numbers().shape
    (3,)
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from boaf.kernel.bits import Masks
from boaf.kernel.native import compiled


class Scratch:
    """An array of one size, a fresh one on each call. `vectors` compiles it."""

    def __init__(self, shape: tuple[int, ...], dtype: DTypeLike) -> None:
        self.shape = shape
        self.dtype = np.dtype(dtype)

    def __call__(self) -> NDArray[Any]:
        """The array."""
        return np.empty(self.shape, self.dtype)

    @property
    def _numba_type_(self) -> Any:
        from boaf.kernel.vectors import scratch_type

        return scratch_type(self)


class ScratchRows:
    """A number of rows of masks like those of a given array."""

    def __init__(self, rows: int) -> None:
        self.rows = rows

    def __call__(self, like: Masks) -> Masks:
        """The array. Shape (rows, lanes)."""
        return np.empty((self.rows, 8 * like.itemsize), like.dtype)

    @property
    def _numba_type_(self) -> Any:
        from boaf.kernel.vectors import scratch_rows_type

        return scratch_rows_type(self)


def scratch(shape: tuple[int, ...], dtype: DTypeLike) -> Scratch:
    """What gives a compiled function a scratch array of this shape."""
    return Scratch(shape, dtype)


def scratch_rows(rows: int) -> ScratchRows:
    """What gives a compiled function scratch rows, of the width of those it passes."""
    return ScratchRows(rows)


@compiled
def copy_row(source: NDArray[Any], target: NDArray[Any]) -> None:
    """Copy one row to another; Numba's own assignment would allocate memory, in case they overlap. Shapes (cells,)."""
    for k in range(len(source)):
        target[k] = source[k]


def doubled(array: NDArray[Any], axis: int = 0) -> NDArray[Any]:
    """An array of twice the length, filled up with zeros. Memory costs time only when it is written to."""
    shape = list(array.shape)
    shape[axis] *= 2
    larger = np.zeros(shape, array.dtype)
    larger[tuple(map(slice, array.shape))] = array
    return larger
