"""Arrays: rows that are copied in compiled code, and arrays that grow while something is searched."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.native import compiled


@compiled
def copy_row(source: NDArray[Any], target: NDArray[Any]) -> None:
    """Copy one row to another; Numba would take memory for that, in case they overlap. Shapes (cells,)."""
    for k in range(len(source)):
        target[k] = source[k]


def doubled(array: NDArray[Any], axis: int = 0) -> NDArray[Any]:
    """An array followed by as many zeros; memory that nobody has written to costs no time yet."""
    shape = list(array.shape)
    shape[axis] *= 2
    larger = np.zeros(shape, array.dtype)
    larger[tuple(map(slice, array.shape))] = array
    return larger
