"""Positions with the heights of their stacks, one per frame: what playouts, tree searches and environments play on.

A frame is one of many games, or one depth of a search, as in a call stack.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board
from boaf.kernel.bits import ONE, Cell, Masks
from boaf.kernel.dealing import Cards, match_cards
from boaf.kernel.native import compiled, workspace
from boaf.kernel.position import position_of, push, source_of, target_of


@workspace
class Frames(NamedTuple):
    """Positions of one shape with the heights of their stacks, one per frame."""

    line: Masks
    """Shape (lanes,)."""
    match: Masks
    """Shape (frames, lanes)."""
    occupied: NDArray[np.uint64]
    """Shape (frames,)."""
    heights: NDArray[np.uint8]
    """Shape (frames, lanes)."""


def new_frames(line: Masks, frames: int) -> Frames:
    """Empty frames for boards of the shape that `line` describes. Shape (lanes,)."""
    match, heights = np.zeros((frames, len(line)), line.dtype), np.zeros((frames, len(line)), np.uint8)
    return Frames(line, match, np.zeros(frames, np.uint64), heights)


def frames_of(board: Board) -> Frames:
    """One frame, which holds a board."""
    position = position_of(board)
    heights = np.zeros((1, len(position.line)), np.uint8)
    heights[0, : len(board.stacks)] = [len(stack) for stack in board.stacks]
    return Frames(position.line, position.match[None], np.array([position.occupied], np.uint64), heights)


@compiled
def put_cards(cards: Cards, frames: Frames, frame: Cell) -> None:
    """Put a board of card numbers, whose stacks hold one card each, into a frame. Shape (cells,)."""
    occupied = match_cards(cards, frames.match[frame])
    frames.occupied[frame] = occupied
    for cell in range(len(cards)):
        frames.heights[frame, cell] = occupied >> np.uint64(cell) & ONE


@compiled
def copy_frame(source: Frames, frame: Cell, target: Frames, into: Cell) -> None:
    """Copy a frame."""
    for cell in range(source.match.shape[1]):
        target.match[into, cell] = source.match[frame, cell]
        target.heights[into, cell] = source.heights[frame, cell]
    target.occupied[into] = source.occupied[frame]


@compiled
def advance(frames: Frames, frame: Cell, step: Cell, into: Cell) -> None:
    """Make a move in one frame and write the position after it to another, or to the same one."""
    push(frames.match, frames.occupied, frame, step, into)
    heights, source, target = frames.heights, source_of(step), target_of(step)
    if into != frame:
        for cell in range(heights.shape[1]):
            heights[into, cell] = heights[frame, cell]
    heights[into, target] += heights[into, source]
    heights[into, source] = 0


@compiled
def score_of(frames: Frames, frame: Cell) -> np.int64:
    """The sum of the squares of the heights."""
    score = np.int64(0)
    for cell in range(frames.heights.shape[1]):
        score += np.int64(frames.heights[frame, cell]) * np.int64(frames.heights[frame, cell])
    return score


@compiled
def best_score_of(frames: Frames, frame: Cell) -> np.int64:
    """The score of a single stack of all cards."""
    cards = np.int64(0)
    for cell in range(frames.heights.shape[1]):
        cards += np.int64(frames.heights[frame, cell])
    return cards * cards
