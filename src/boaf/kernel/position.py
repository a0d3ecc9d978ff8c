"""Position: a board as the search sees it, and the one place where a `Board` becomes a position and back.

Card identities do not matter to a search. A position is the mask of occupied cells and, for every cell, the mask of the
occupied cells whose top card matches its own. A move a → b deletes b's vertex and gives a's vertex b's cell. The masks
of all cells are one row, which is one SIMD vector (`lanes`): 16 masks of 16 bits on boards of up to 16 cells, else 64
of 64, with empty masks past the last cell; each function is compiled for both. A step is a move by cells, source << 8 |
target: `step_of` makes one, `source_of` and `target_of` take it apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from enum import IntEnum
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board, Move, sized
from boaf.kernel.bits import ZERO, Cell, Masks, bit, lowest_bit
from boaf.kernel.lanes import equal, load, mask, store
from boaf.kernel.native import compiled, workspace
from boaf.rules import Rules
from boaf.support.errors import BoafError

MAX_CELLS = 64


class Status(IntEnum):
    """How a search ended, or why it returned before its end; one set of codes for all searches.

    In arrays of answers `EXHAUSTED` means unsolvable, `SOLVED` solvable and `PAUSED` unknown.
    """

    EXHAUSTED = 0
    """Everything was tried: there is no solution."""
    SOLVED = 1
    """A solution was found."""
    PAUSED = 2
    """The nodes allowed are spent; call again to go on."""
    FULL = 3
    """An array is full; call again with a larger one."""
    DONE = 4
    """Everything was found; the caller checks whether that includes a solution."""


@workspace
class Position(NamedTuple):
    """A position of a board with `cols` columns."""

    occupied: np.uint64
    match: Masks
    """match[i]: the occupied cells whose top card matches that of cell i; 0 where i is empty. Shape (lanes,)."""
    line: Masks
    """line[i]: the other cells in line with cell i, occupied or not. Shape (lanes,)."""
    cols: int


def position_of(board: Board) -> Position:
    """The position of a board."""
    line, occupied = line_masks(board.rows, board.cols, board.rules.adjacent), 0
    stacks = [(1 << cell, cell, *top) for cell, top in enumerate(board.tops) if top]
    suits: defaultdict[int, int] = defaultdict(int)
    ranks: defaultdict[int, int] = defaultdict(int)
    for own, _, rank, suit in stacks:
        suits[suit] |= own
        ranks[rank] |= own
        occupied |= own
    if board.rules.wrap:
        top = board.rules.deck.ranks
        ranks[0], ranks[top + 1] = ranks[top], ranks[1]
    masks = [0] * len(line)
    for own, cell, rank, suit in stacks:
        masks[cell] = (suits[suit] | ranks[rank - 1] | ranks[rank] | ranks[rank + 1]) & ~own
    return Position(np.uint64(occupied), np.array(masks, line.dtype), line, board.cols)


def moves_of(board: Board, steps: Iterable[int]) -> tuple[Move, ...]:
    """The moves of some steps on a board. Whether they are legal is for `Board.push` to check."""
    tops, moves = list(board.tops), []
    for step in steps:
        source, target = step >> 8, step & 255
        card, covered = tops[source], tops[target]
        if card is None or covered is None:
            raise AssertionError("a step from or to an empty cell")
        moves.append(Move(card, covered))
        tops[source], tops[target] = None, card
    return tuple(moves)


def step_of_move(board: Board, move: Move) -> int:
    """The step of a move on a board; plain Python, because calling machine code costs more than this."""
    return board.cell_of(move.source) << 8 | board.cell_of(move.target)


def steps_of(board: Board, moves: Iterable[Move]) -> list[int]:
    """The steps of moves played from `board`."""
    replay = board.copy()
    steps = []
    for move in moves:
        steps.append(step_of_move(replay, move))
        replay.push(move)
    return steps


def new_rows(cells: int, rows: int) -> Masks:
    """Empty rows for boards of `cells` cells. Shape (rows, lanes)."""
    kind = np.dtype(np.uint16 if cells <= 16 else np.uint64)
    return np.zeros((rows, 8 * kind.itemsize), kind)


@cache
def line_masks(rows: int, cols: int, adjacent: bool = False) -> Masks:
    """The cells in line with each cell of an r × c board: its row and column, or its neighbours. Shape (lanes,)."""
    cells = rows * cols
    if cells > MAX_CELLS:
        raise BoafError(f"{sized(rows, cols)} has {cells} cells; the solvers take boards of up to {MAX_CELLS}")
    masks = new_rows(cells, 1)[0]
    for i in range(cells):
        masks[i] = sum(1 << j for j in range(cells) if Rules(adjacent=adjacent).in_line(i, j, cols))
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
def hangs_together(graph: Masks, row: Cell, cells: np.uint64) -> bool:
    """Whether the graph in one row of an array is connected on the vertices `cells`. Shape (rows, lanes)."""
    neighbours, reached = load(graph, row), lowest_bit(cells)
    while reached != cells:
        further = mask(neighbours & reached) & cells | reached
        if further == reached:
            return False
        reached = further
    return True


@compiled
def push(match: Masks, occupied: NDArray[np.uint64], frame: Cell, step: Cell, into: Cell) -> None:
    """Make a move in the position of one frame and write the position after it to another.

    Shapes: match (frames, lanes), occupied (frames,).
    """
    source, target = source_of(step), target_of(step)
    gone, there = bit(source), bit(target)
    rows, kept = load(match, frame), ~(gone | there)
    moved = np.uint64(match[frame, source]) & kept
    store(match, into, rows & kept | equal(rows & gone, gone) & there)
    match[into, target] = moved
    match[into, source] = 0
    occupied[into] = occupied[frame] & ~gone


@compiled
def has_move(match: Masks, row: Cell, line: Masks) -> bool:
    """Whether the position in one row of an array has a legal move. Shapes (rows, lanes) and (lanes,)."""
    return mask(load(match, row) & load(line, 0)) != ZERO
