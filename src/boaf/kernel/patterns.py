"""Patterns: the arrangements of stacks, up to symmetry.

Permuting rows, permuting columns, transposing the board and removing empty rows and columns change nothing in the
game, so the endgame tables keep one entry for all the occupied masks that these turn into one another: a pattern. A
pattern of n stacks is a bipartite graph with n edges between rows and columns. Only rook-connected ones matter (the
others are unsolvable), and a connected graph with n edges has at most n + 1 vertices: with seven stacks the shorter
side has at most four lines, so trying all 4! of its orders finds a canonical form.

The canonical form lists the columns of the pattern as masks of (permuted) rows, sorted, four bits each; its stacks are
numbered column by column. Which number each cell gets is what a table look-up needs.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.bits import ONE, lowest
from boaf.kernel.native import compiled

MAX_STACKS = 7
_MAX_LINES = 4
_ORDERS = np.array(
    sorted(permutations(range(_MAX_LINES)), key=lambda order: max((k for k in range(4) if order[k] != k), default=0))
)
"""The orders of four lines, those that move only the first one, two, three lines leading. Shape (24, 4)."""
_ORDER_COUNT = np.array([1, 1, 2, 6, 24], dtype=np.int64)


def new_scratch() -> NDArray[np.int64]:
    """The scratch array of `canonical`; one for each thread."""
    return np.zeros((8, MAX_STACKS), np.int64)


@compiled
def canonical(
    occupied: np.uint64, cells: NDArray[np.uint8], cols: int, order: NDArray[np.uint8], scratch: NDArray[np.int64]
) -> int:
    """The canonical code of a pattern of at most seven stacks, or −1 if it is not rook-connected.

    `occupied` is a mask of numbers, and `cells` says which cell of a board with `cols` columns each of them means.
    `order` receives the numbers in canonical order. Shapes (numbers,), (7,) and (8, 7).
    """
    numbers, sizes, lines, labels = scratch[0], scratch[1], scratch[2:4], scratch[4:6]
    sizes[:] = 0
    stacks = 0
    left = occupied
    # Number the rows (side 0) and columns (side 1) in which stacks stand, in the order in which they appear.
    # lines[side, k] is then the row or column of the k-th stack, and empty rows and columns have no number.
    while left:
        numbers[stacks] = np.int64(lowest(left))
        left &= left - ONE
        cell = np.int64(cells[numbers[stacks]])
        for side in range(2):
            label = cell // cols if side == 0 else cell % cols
            known = 0
            while known < sizes[side] and labels[side, known] != label:
                known += 1
            if known == sizes[side]:
                labels[side, known] = label
                sizes[side] += 1
            lines[side, stacks] = known
        stacks += 1
    if not _is_rook_connected(lines, stacks):
        return -1
    best = -1
    # Transposing changes nothing, so the side with fewer lines takes the part of the rows. A square pattern is tried
    # both ways.
    for short in range(2):
        if sizes[short] <= sizes[1 - short]:
            best = _improve(scratch, short, stacks, best, order)
    return best


@compiled
def _is_rook_connected(lines: NDArray[np.int64], stacks: int) -> bool:
    reached = 1
    grown = True
    # Grow the set of stacks reached from the first one along rows and columns until nothing is added.
    while grown:
        grown = False
        for i in range(stacks):
            if reached >> i & 1:
                continue
            for j in range(stacks):
                if reached >> j & 1 and (lines[0, i] == lines[0, j] or lines[1, i] == lines[1, j]):
                    reached |= 1 << i
                    grown = True
                    break
    return reached == (1 << stacks) - 1


@compiled
def _improve(scratch: NDArray[np.int64], short: int, stacks: int, best: int, order: NDArray[np.uint8]) -> int:
    """Try every order of the rows; where the code beats `best`, note the order of the stacks. Returns the best code."""
    numbers, rows, columns, masks, ranked = scratch[0], scratch[2 + short], scratch[3 - short], scratch[6], scratch[7]
    row_count, column_count = scratch[1, short], scratch[1, 1 - short]
    for attempt in range(_ORDER_COUNT[row_count]):
        # The rows in which each column has a stack, as a mask, with the rows renumbered in this order.
        masks[:] = 0
        for i in range(stacks):
            masks[columns[i]] |= 1 << _ORDERS[attempt, rows[i]]
        for k in range(column_count):
            # Insertion sort of the columns, largest mask first: so their order does not matter.
            place = k
            while place > 0 and masks[ranked[place - 1]] < masks[k]:
                ranked[place] = ranked[place - 1]
                place -= 1
            ranked[place] = k
        code = 0
        for k in range(column_count):
            code = code << _MAX_LINES | masks[ranked[k]]
        # The largest code over all orders of rows is the canonical one. List its stacks column by column, and within a
        # column row by row, which is the order of the bits of the code.
        if code > best:
            best = code
            number = 0
            for k in range(column_count):
                for line in range(row_count):
                    for i in range(stacks):
                        if columns[i] == ranked[k] and _ORDERS[attempt, rows[i]] == line:
                            order[number] = numbers[i]
                            number += 1
    return best
