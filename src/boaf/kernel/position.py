"""Position: a board as the search sees it, and the one place where a `Board` becomes a position and back.

Card identities do not matter to a search. A position is the mask of occupied cells and, for every cell, the mask of
the occupied cells whose top card matches its own. A move a → b deletes b's vertex and gives a's vertex b's cell. Rows
are 16 bits wide where the board has at most 16 cells and 64 bits otherwise; Numba compiles a version for each. A step
is a move by cells, source << 8 | target: `step_of` makes one, `source_of` and `target_of` take it apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board, Move, sized
from boaf.errors import BoafError
from boaf.graphs import compatibility_masks
from boaf.kernel.bits import ONE, ZERO, Cell, Masks
from boaf.kernel.jit import compiled

MAX_CELLS = 64


class Position(NamedTuple):
    """A position of a board with `cols` columns."""

    occupied: np.uint64
    match: Masks
    """match[i]: the occupied cells whose top card matches that of cell i; 0 where i is empty. Shape (cells,)."""
    line: Masks
    """line[i]: the other cells in the row and the column of cell i, occupied or not. Shape (cells,)."""
    cols: int


def position_of(board: Board) -> Position:
    """The position of a board."""
    line = line_masks(board.rows, board.cols)
    occupied = sum(1 << cell for cell, card in enumerate(board.tops) if card is not None)
    match = np.array(compatibility_masks(board), dtype=line.dtype)
    return Position(np.uint64(occupied), match, line, board.cols)


def moves_of(board: Board, steps: Iterable[int]) -> tuple[Move, ...]:
    """The moves that `steps` stand for, replayed on a copy of `board`, so that each is legal."""
    replay = board.copy()
    played = len(replay.moves)
    for step in steps:
        top, onto = replay.stacks[source_of(step)], replay.stacks[target_of(step)]
        if not top or not onto:
            raise AssertionError("a step from or to an empty cell")
        replay.push(Move(top[0], onto[0]))
    return replay.moves[played:]


def steps_of(board: Board, moves: Iterable[Move]) -> list[int]:
    """The steps of moves played from `board`."""
    replay = board.copy()
    steps = []
    for move in moves:
        steps.append(int(step_of(replay.cell_of(move.source), replay.cell_of(move.target))))
        replay.push(move)
    return steps


def row_type(cells: int) -> type[np.unsignedinteger]:
    """The narrowest row that holds a board of so many cells."""
    return np.uint16 if cells <= 16 else np.uint64


@cache
def line_masks(rows: int, cols: int) -> Masks:
    """The other cells in the row and column of each cell of an r × c board. Shape (cells,)."""
    cells = rows * cols
    if cells > MAX_CELLS:
        raise BoafError(f"{sized(rows, cols)} has {cells} cells; the solvers take boards of up to {MAX_CELLS}")
    masks = np.zeros(cells, dtype=row_type(cells))
    for i in range(cells):
        in_line = (j for j in range(cells) if j != i and (i // cols == j // cols or i % cols == j % cols))
        masks[i] = sum(1 << j for j in in_line)
    return masks


@compiled
def step_of(source: Cell, target: Cell) -> np.int64:
    """The step from one cell to another."""
    return np.int64(np.uint64(source) << np.uint64(8) | np.uint64(target))


@compiled
def source_of(step: Cell) -> np.uint64:
    """The cell that a step leaves."""
    return np.uint64(step) >> np.uint64(8)


@compiled
def target_of(step: Cell) -> np.uint64:
    """The cell that a step goes to."""
    return np.uint64(step) & np.uint64(255)


@compiled
def push(match: Masks, occupied: NDArray[np.uint64], frame: Cell, step: Cell, into: Cell) -> None:
    """Make a move in the position of one frame and write the position after it to another.

    Shapes: match (frames, cells), occupied (frames,). Frames are indexed, not sliced, because a slice costs a count of
    references and this runs once per node.
    """
    source, target = source_of(step), target_of(step)
    gone = ONE << source
    there = ONE << target
    kept = ~(gone | there)
    for cell in range(match.shape[1]):
        row = np.uint64(match[frame, cell])
        moved = there if row & gone else ZERO
        match[into, cell] = (row & kept) | moved
    match[into, target] = np.uint64(match[frame, source]) & kept
    match[into, source] = 0
    occupied[into] = occupied[frame] & ~gone
