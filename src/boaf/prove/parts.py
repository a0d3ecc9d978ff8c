"""Parts: the connected components of a graph of stacks, as masks of cells, and the cells of a mask."""

from __future__ import annotations

import numpy as np

from boaf.kernel.bits import ZERO, Masks, count, lowest_bit, part_around
from boaf.kernel.native import compiled


@compiled
def smallest_part(rows: Masks, cells: np.uint64) -> np.uint64:
    """The smallest part that the graph falls into on the vertices `cells`; 0 if it is connected.

    Of parts of one size, the one with the lowest cell.
    """
    smallest = ZERO
    left = cells
    while left:
        part = part_around(rows, cells, lowest_bit(left))
        left &= ~part
        if not smallest or count(part) < count(smallest):
            smallest = part
    return ZERO if smallest == cells else smallest


def cells_of(mask: int) -> list[int]:
    """The cells of a mask, lowest first."""
    return [cell for cell in range(mask.bit_length()) if mask >> cell & 1]


def parts_of(rows: Masks, cells: int) -> list[int]:
    """All parts of the graph on the vertices `cells`, by their lowest cells."""
    parts = []
    left = int(cells)
    while left:
        parts.append(int(part_around(rows, np.uint64(cells), np.uint64(left & -left))))
        left &= ~parts[-1]
    return parts
