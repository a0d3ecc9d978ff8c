"""Which move to try first: a linear score of the board that the move leads to, fitted on solved boards.

The score counts nine things on the child of a move, each with a weight that depends on the number of stacks. The counts
are chosen so that after a → b none of them needs a pass over the board:

- a's old cell leaves the position graph, so the counts there depend on a alone;
- b's card leaves the compatibility graph, so the counts there depend on b alone;
- legal moves change only for stacks that could reach a or b, and for those in line with b that match a's card (`gain`).
  With L[i] the legal targets of i and D0 … D3 the cells with none … three of them, another cell is stuck after the move
  iff it is in D0, or in D1 ∩ (L[a] ∪ L[b]), or in D2 ∩ L[a] ∩ L[b], and not in gain; one move left likewise.

`list_children` does that; `features` counts on the child itself, and a test holds the two together. The weights come
from `tools/fit_ordering.py`, which makes its own data; they are whole numbers, so that the order is the same on every
machine.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.bits import ONE, ZERO, Cell, Masks, bit, count, lowest
from boaf.kernel.jit import compiled
from boaf.kernel.position import MAX_CELLS, line_masks, step_of
from boaf.kernel.random import random_below

FEATURES = (
    "card pairs",
    "position pairs",
    "legal pairs",
    "stacks without a legal move",
    "stacks with one legal move",
    "stacks that match one other by card",
    "stacks that match two others by card",
    "stacks that match one other by position",
    "stacks that match two others by position",
)
Weights = NDArray[np.int64]
"""One row of weights for each number of stacks, 0 … 64. Shape (65, 9)."""

_CARD, _POSITION, _LEGAL, _STUCK, _SINGLE, _CARD_1, _CARD_2, _POSITION_1, _POSITION_2 = range(len(FEATURES))
_LEAVE, _COVER, _TOUCH = range(3)


@cache
def fitted_weights() -> Weights:
    """The weights that `tools/fit_ordering.py` has found; above its largest board, those of the largest."""
    table = json.loads(files("boaf.solvers").joinpath("ordering.json").read_text())["weights"]
    known = {int(stacks): row for stacks, row in table.items()}
    low, high = min(known), max(known)
    return np.array([known[min(max(n, low), high)] for n in range(MAX_CELLS + 1)], dtype=np.int64)


@compiled
def features(match: Masks, line: Masks, occupied: np.uint64, values: Weights) -> None:
    """Count the features of a position into `values`. Shape (9,)."""
    values[:] = 0
    left = occupied
    while left:
        cell = lowest(left)
        left &= left - ONE
        by_card = np.uint64(match[cell])
        by_position = np.uint64(line[cell]) & occupied
        cards, positions, legal = count(by_card), count(by_position), count(by_card & by_position)
        values[_CARD] += cards
        values[_POSITION] += positions
        values[_LEGAL] += legal
        values[_STUCK] += legal == 0
        values[_SINGLE] += legal == 1
        values[_CARD_1] += cards == 1
        values[_CARD_2] += cards == 2
        values[_POSITION_1] += positions == 1
        values[_POSITION_2] += positions == 2
    for pairs in (_CARD, _POSITION, _LEGAL):
        values[pairs] //= 2


class Moves(NamedTuple):
    """Room for the moves of each frame of a search, with what their scores are made of; one for each thread."""

    line: Masks
    weights: Weights
    steps: NDArray[np.uint16]
    """Shape (frames, moves)."""
    scores: NDArray[np.int64]
    """Shape (frames, moves)."""
    random: NDArray[np.uint64]
    """The state of the generator of noise. Shape (1,)."""
    few: NDArray[np.uint64]
    """few[graph, n]: the cells with n neighbours, for n up to 3. Shape (3, 4), the graphs as in `FEATURES`."""
    prices: NDArray[np.int64]
    """What leaving, covering and touching each cell does to the score. Shape (3, cells)."""


def new_moves(rows: int, cols: int, frames: int, weights: Weights | None = None) -> Moves:
    """Room for the moves of so many frames."""
    cells, most = rows * cols, rows * cols * (rows + cols - 2)
    return Moves(
        line=line_masks(rows, cols),
        weights=fitted_weights() if weights is None else weights,
        steps=np.zeros((frames, most), np.uint16),
        scores=np.zeros((frames, most), np.int64),
        random=np.zeros(1, np.uint64),
        few=np.zeros((3, 4), np.uint64),
        prices=np.zeros((3, cells), np.int64),
    )


@compiled
def list_children(moves: Moves, match: Masks, frame: Cell, occupied: np.uint64, prune: bool, noise: int) -> int:
    """List the moves of a position with their scores, up to a constant; return how many there are.

    The position is a frame of `match`, and the list goes to the same frame of `moves`. With `prune`, moves that leave a
    stack without any match by card or by position are left out. `noise` adds a random number below it to every score.
    Shape of match: (frames, cells).
    """
    _tally(moves, match, frame, occupied)
    _set_prices(moves, match, frame, occupied)
    line, few, prices = moves.line, moves.few, moves.prices
    found = 0
    left = occupied
    while left:
        a = lowest(left)
        left &= left - ONE
        around_a = np.uint64(line[a]) & occupied
        if prune and around_a & few[_POSITION, 1]:
            continue
        targets = np.uint64(match[frame, a]) & around_a
        while targets:
            b = lowest(targets)
            targets &= targets - ONE
            if prune and np.uint64(match[frame, b]) & few[_CARD, 1]:
                continue
            score = prices[_LEAVE, a] + prices[_COVER, b] - prices[_TOUCH, a] - prices[_TOUCH, b]
            score += _legal_part(moves, match, frame, occupied, a, b)
            if noise:
                score += random_below(moves.random, noise)
            moves.steps[frame, found] = step_of(a, b)
            moves.scores[frame, found] = score
            found += 1
    return found


@compiled
def _tally(moves: Moves, match: Masks, frame: Cell, occupied: np.uint64) -> None:
    """Sort the cells by their numbers of neighbours in the three graphs."""
    few = moves.few
    few[:] = ZERO
    left = occupied
    while left:
        cell = lowest(left)
        left &= left - ONE
        by_card = np.uint64(match[frame, cell])
        by_position = np.uint64(moves.line[cell]) & occupied
        for graph, neighbours in ((_CARD, by_card), (_POSITION, by_position), (_LEGAL, by_card & by_position)):
            number = count(neighbours)
            if number < few.shape[1]:
                few[graph, number] |= bit(cell)


@compiled
def _set_prices(moves: Moves, match: Masks, frame: Cell, occupied: np.uint64) -> None:
    """Count what depends on the source alone and on the target alone."""
    few, prices, weights, stacks = moves.few, moves.prices, moves.weights, count(occupied)
    cards_1, cards_2, cards_3 = few[_CARD, 1], few[_CARD, 2], few[_CARD, 3]
    places_1, places_2, places_3 = few[_POSITION, 1], few[_POSITION, 2], few[_POSITION, 3]
    left = occupied
    while left:
        cell = lowest(left)
        left &= left - ONE
        others = ~bit(cell)
        by_card = np.uint64(match[frame, cell])
        by_position = np.uint64(moves.line[cell]) & occupied
        prices[_TOUCH, cell] = weights[stacks, _LEGAL] * count(by_card & by_position)
        prices[_LEAVE, cell] = (
            -weights[stacks, _POSITION] * count(by_position)
            + weights[stacks, _POSITION_1] * count(((places_1 & ~by_position) | (places_2 & by_position)) & others)
            + weights[stacks, _POSITION_2] * count(((places_2 & ~by_position) | (places_3 & by_position)) & others)
        )
        prices[_COVER, cell] = (
            -weights[stacks, _CARD] * count(by_card)
            + weights[stacks, _CARD_1] * count(((cards_1 & ~by_card) | (cards_2 & by_card)) & others)
            + weights[stacks, _CARD_2] * count(((cards_2 & ~by_card) | (cards_3 & by_card)) & others)
        )


@compiled
def _legal_part(moves: Moves, match: Masks, frame: Cell, occupied: np.uint64, a: np.uint64, b: np.uint64) -> np.int64:
    """Count what a → b does to the legal moves: gained ones, and stacks with none or one left."""
    few, line, weights, stacks = moves.few, moves.line, moves.weights, count(occupied)
    around_b = np.uint64(line[b]) & occupied
    legal_a = np.uint64(match[frame, a]) & np.uint64(line[a])
    legal_b = np.uint64(match[frame, b]) & around_b
    others = ~(bit(a) | bit(b))
    gain = np.uint64(match[frame, a]) & around_b & others
    gained = count(gain)
    either, both = legal_a | legal_b, legal_a & legal_b
    legal_0, legal_1, legal_2, legal_3 = few[_LEGAL, 0], few[_LEGAL, 1], few[_LEGAL, 2], few[_LEGAL, 3]
    stuck = (legal_0 | (legal_1 & either) | (legal_2 & both)) & others
    single = ((legal_1 & ~either) | (legal_2 & either & ~both) | (legal_3 & both)) & others
    return (
        weights[stacks, _LEGAL] * gained
        + weights[stacks, _STUCK] * (count(stuck & ~gain) + (gained == 0))
        + weights[stacks, _SINGLE] * (count((single & ~gain) | (stuck & gain)) + (gained == 1))
    )
