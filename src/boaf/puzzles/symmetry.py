"""Boards that are the same game: one canonical form for all of them.

Permuting rows or columns, transposing, renaming suits and reversing the ranks change neither which stacks match by card
nor which are in line. `canonical_board` arranges the cells in an order that depends only on these two relations and on
the heights of the stacks.

The order comes from colour refinement (Weisfeiler & Leman 1968): a cell's colour is a number mixed from its own, those
of the cells that it matches, and those of its row and column, again and again. To tell apart lines that still have the
same colour, one of them gets a colour of its own: the one for which refinement then gives the smallest result.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board
from boaf.graphs import compatibility_masks
from boaf.rules import require_standard

_ROUNDS = 4
_GOLDEN, _FIRST, _SECOND = (
    np.uint64(number) for number in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
)
_HALF = np.uint64(31)

Colours = NDArray[np.uint64]


def canonical_board(board: Board) -> Board:
    """The same game with rows and columns in canonical order, transposed if that comes first.

    Examples
    --------
    >>> from boaf import Board
    >>> canonical_board(Board("7H 6C / -- 6H")) == canonical_board(Board("6H -- / 6C 7H"))
    True

    """
    require_standard(board.rules, "canonical boards exist for")
    shape = board.rows, board.cols
    masks = compatibility_masks(board)
    match = np.array([[mask >> cell & 1 for cell in range(len(masks))] for mask in masks], np.uint64)
    start = np.array([len(stack) for stack in board.stacks], np.uint64).reshape(shape)
    lines = [np.zeros(size, np.uint64) for size in shape]
    colours = _refined(match, start, lines)
    while (tied := _tied(colours)) is not None:
        options = []
        for axis, line in tied:
            marked = [part.copy() for part in colours]
            marked[axis][line : line + 1] = _mixed(~marked[axis][line : line + 1])
            options.append(_refined(match, start, marked))
        colours = min(options, key=lambda found: _signature(*found))
    rows, cols = (np.argsort(part, kind="stable") for part in colours)
    cells = np.arange(start.size).reshape(shape)[np.ix_(rows, cols)]
    # Transpose if the columns' colours come before the rows': the board may be given either way.
    if shape[0] > shape[1] or (shape[0] == shape[1] and sorted(colours[1]) < sorted(colours[0])):
        cells = cells.T
    return Board.from_cells([board.stacks[cell] for cell in cells.ravel()], cells.shape[1])


def _refined(match: Colours, start: Colours, lines: list[Colours]) -> list[Colours]:
    """The colours of rows and columns after refinement. Shapes (cells, cells), (rows, cols), (rows,) and (cols,)."""
    rows, cols = lines
    cells = start
    for _ in range(_ROUNDS):
        beside = (match @ _mixed(cells).ravel()).reshape(cells.shape)
        crossing = _mixed(rows)[:, None] + _mixed(cols)[None, :]  # a sum, so that transposing changes nothing
        cells = _mixed(_mixed(cells) + _mixed(beside) * _FIRST + crossing * _SECOND)
        rows, cols = (_mixed(_mixed(line) + cells.sum(axis)) for axis, line in ((1, rows), (0, cols)))
    return [rows, cols]


def _tied(colours: list[Colours]) -> list[tuple[int, int]] | None:
    """The rows or columns (axis and number) that share the smallest shared colour; None if no two share one.

    A row and a column may share a colour without being tied.
    """
    found = [
        (int(colour), axis)
        for axis, part in enumerate(colours)
        for colour, number in zip(*np.unique(part, return_counts=True), strict=True)
        if number > 1
    ]
    if not found:
        return None
    smallest = min(found)[0]
    return [(axis, int(line)) for axis, part in enumerate(colours) for line in np.flatnonzero(part == smallest)]


def _signature(rows: Colours, cols: Colours) -> tuple[list[int], ...]:
    """The colours without their places, the same for a transposed board."""
    return tuple(sorted((sorted(map(int, rows)), sorted(map(int, cols)))))


def _mixed(numbers: Colours) -> Colours:
    """Numbers that have nothing to do with the given ones (SplitMix64)."""
    mixed = numbers * _GOLDEN + _GOLDEN
    mixed = (mixed ^ (mixed >> _HALF)) * _FIRST
    mixed = (mixed ^ (mixed >> _HALF)) * _SECOND
    return mixed ^ (mixed >> _HALF)
