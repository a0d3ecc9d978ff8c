"""Sets of cells as bits of a machine word.

Masks are `uint64`, also where they are stored in narrower rows, so that no expression mixes signed and unsigned words;
cell numbers taken from a mask are `uint64` too, because an unsigned index costs no wraparound check. The shortest
functions are not decorated: in compiled code each is one instruction (`vectors`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.native import compiled

Masks = NDArray[np.unsignedinteger]
"""One mask per cell."""

Cell = int | np.integer[Any]
"""The number of a cell."""

ZERO = np.uint64(0)
ONE = np.uint64(1)


def bit(cell: Cell) -> np.uint64:
    """The mask of one cell."""
    return ONE << np.uint64(cell)


def count(mask: np.uint64) -> int:
    """How many cells a mask holds."""
    return int(mask).bit_count()


def lowest(mask: np.uint64) -> np.uint64:
    """The lowest cell of a mask that is not empty."""
    return np.uint64(int(mask & ~(mask - ONE)).bit_length() - 1)


@compiled
def lowest_bit(mask: np.uint64) -> np.uint64:
    """The mask of the lowest cell of a mask; 0 if that is empty."""
    return mask & ~(mask - ONE)


@compiled
def is_connected(rows: Masks, cells: np.uint64) -> bool:
    """Whether the graph with adjacency masks `rows` is connected on the vertices `cells`."""
    if not cells:
        return True
    reached = lowest_bit(cells)
    frontier = reached
    while frontier and reached != cells:
        cell = lowest(frontier)
        frontier &= frontier - ONE
        found = np.uint64(rows[cell]) & cells & ~reached
        reached |= found
        frontier |= found
    return reached == cells


@compiled
def part_around(rows: Masks, cells: np.uint64, start: np.uint64) -> np.uint64:
    """The vertices of `cells` that can be reached from those of `start` in the graph with adjacency masks `rows`."""
    reached = start
    frontier = start
    while frontier:
        found = np.uint64(rows[lowest(frontier)]) & cells & ~reached
        frontier &= frontier - ONE
        reached |= found
        frontier |= found
    return reached


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
