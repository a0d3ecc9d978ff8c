"""Which move to try first: a linear score of the board that the move leads to, fitted on solved boards.

The score counts nine things on the child of a move, each with a weight that depends on the number of stacks. The counts
are chosen so that after a → b none of them needs a pass over the board:

- a's old cell leaves the position graph, so the counts there depend on a alone;
- b's card leaves the compatibility graph, so the counts there depend on b alone;
- legal moves change only for stacks that could reach a or b, and for those in line with b that match a's card (`gain`).
  With L[i] the legal targets of i and D0 … D3 the cells with none … three of them, another cell is stuck after the move
  iff it is in D0, or in D1 ∩ (L[a] ∪ L[b]), or in D2 ∩ L[a] ∩ L[b], and not in gain; one move left likewise.

`children` does that; `features` counts on the child itself, and a test holds the two together. The weights come from
`tools/fit_ordering.py`, which makes its own data; they are whole numbers, so that the order is the same on every
machine.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.bits import ONE, ZERO, Masks, bit, count, lowest
from boaf.kernel.jit import compiled
from boaf.kernel.position import MAX_CELLS, step_of
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


@compiled
def children(  # noqa: C901
    depth: int,
    match: Masks,
    line: Masks,
    occupied: np.uint64,
    stacks: int,
    weights: NDArray[np.int64],
    prune: bool,
    noise: int,
    random: NDArray[np.uint64],
    steps: NDArray[np.uint16],
    scores: NDArray[np.int64],
    scratch: NDArray[np.int64],
) -> int:
    """List the moves of a position with their scores, up to a constant; return how many there are.

    The position is frame `depth` of `match`, and the list goes to that frame of `steps` and `scores`. With `prune`,
    moves that leave a stack without any match by card or by position are left out. `noise` adds a random number below
    it to every score. Shapes: match (frames, cells), steps and scores (frames, moves), scratch (3, cells).
    """
    w_card = weights[stacks, _CARD]
    w_position = weights[stacks, _POSITION]
    w_legal = weights[stacks, _LEGAL]
    w_stuck = weights[stacks, _STUCK]
    w_single = weights[stacks, _SINGLE]
    w_card_1 = weights[stacks, _CARD_1]
    w_card_2 = weights[stacks, _CARD_2]
    w_position_1 = weights[stacks, _POSITION_1]
    w_position_2 = weights[stacks, _POSITION_2]
    cards_1, cards_2, cards_3 = ZERO, ZERO, ZERO
    places_1, places_2, places_3 = ZERO, ZERO, ZERO
    legal_0, legal_1, legal_2, legal_3 = ZERO, ZERO, ZERO, ZERO
    left = occupied
    while left:
        cell = lowest(left)
        left &= left - ONE
        here = bit(cell)
        by_card = np.uint64(match[depth, cell])
        by_position = np.uint64(line[cell]) & occupied
        number = count(by_card)
        if number == 1:
            cards_1 |= here
        elif number == 2:
            cards_2 |= here
        elif number == 3:
            cards_3 |= here
        number = count(by_position)
        if number == 1:
            places_1 |= here
        elif number == 2:
            places_2 |= here
        elif number == 3:
            places_3 |= here
        number = count(by_card & by_position)
        if number == 0:
            legal_0 |= here
        elif number == 1:
            legal_1 |= here
        elif number == 2:
            legal_2 |= here
        elif number == 3:
            legal_3 |= here

    left = occupied
    while left:
        cell = lowest(left)
        left &= left - ONE
        others = ~bit(cell)
        by_card = np.uint64(match[depth, cell])
        by_position = np.uint64(line[cell]) & occupied
        scratch[2, cell] = w_legal * count(by_card & by_position)
        scratch[0, cell] = (
            -w_position * count(by_position)
            + w_position_1 * count(((places_1 & ~by_position) | (places_2 & by_position)) & others)
            + w_position_2 * count(((places_2 & ~by_position) | (places_3 & by_position)) & others)
        )
        scratch[1, cell] = (
            -w_card * count(by_card)
            + w_card_1 * count(((cards_1 & ~by_card) | (cards_2 & by_card)) & others)
            + w_card_2 * count(((cards_2 & ~by_card) | (cards_3 & by_card)) & others)
        )

    found = 0
    left = occupied
    while left:
        a = lowest(left)
        left &= left - ONE
        around_a = np.uint64(line[a]) & occupied
        if prune and around_a & places_1:
            continue
        matching_a = np.uint64(match[depth, a])
        legal_a = matching_a & around_a
        targets = legal_a
        while targets:
            b = lowest(targets)
            targets &= targets - ONE
            matching_b = np.uint64(match[depth, b])
            if prune and matching_b & cards_1:
                continue
            around_b = np.uint64(line[b]) & occupied
            legal_b = matching_b & around_b
            others = ~(bit(a) | bit(b))
            gain = matching_a & around_b & others
            gained = count(gain)
            either = legal_a | legal_b
            both = legal_a & legal_b
            stuck = (legal_0 | (legal_1 & either) | (legal_2 & both)) & others
            single = ((legal_1 & ~either) | (legal_2 & either & ~both) | (legal_3 & both)) & others
            score = scratch[0, a] + scratch[1, b] - scratch[2, a] - scratch[2, b] + w_legal * gained
            score += w_stuck * (count(stuck & ~gain) + (gained == 0))
            score += w_single * (count((single & ~gain) | (stuck & gain)) + (gained == 1))
            if noise:
                score += random_below(random, noise)
            steps[depth, found] = step_of(a, b)
            scores[depth, found] = score
            found += 1
    return found
