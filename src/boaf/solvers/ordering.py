"""Which move to try first: a linear score of the board that the move leads to, fitted on solved boards.

The score counts nine things on the child of a move, each with a weight that depends on the number of stacks. The counts
are chosen so that after a → b none of them needs a pass over the board:

- a's old cell leaves the position graph, so the counts there depend on a alone;
- b's card leaves the compatibility graph, so the counts there depend on b alone;
- legal moves change only for stacks that could reach a or b, and for those in line with b that match a's card (`gain`).
  With L[i] the legal targets of i and D0 … D3 the cells with none … three of them, another cell is stuck after the move
  iff it is in D0, or in D1 ∩ (L[a] ∪ L[b]), or in D2 ∩ L[a] ∩ L[b], and not in gain; one move left likewise.

`list_children` does that for all targets b of a source a at once, a lane for each (`kernel.lanes`); `features` counts
on the child itself, and a test holds the two together. With more than 16 stacks there are many ways to go on, and what
a move does to the position graph and to legal moves elsewhere matters little: there it is not counted. The weights come
from `tools/fit_ordering.py`, which makes its own data; they are whole numbers, so that the order is the same on every
machine, and small enough for 16 bits.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.deals import SplitMix64
from boaf.kernel.bits import ONE, ZERO, Cell, Masks, bit, count, lowest
from boaf.kernel.dealing import next_random
from boaf.kernel.lanes import count_each, equal, greater, highest, lane, load, mask, splat, store, where
from boaf.kernel.native import compiled, workspace
from boaf.kernel.position import MAX_CELLS, source_of, step_of, target_of

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
UNIT = 250
"""A score counts log-likelihood in parts of this unit."""
FULL_SCORES = 16
"""Up to how many stacks everything counts."""
_LEAVE, _COVER = range(2)
"""The rows of `Moves.prices`."""
_NOW, _FIRST = range(2)
"""The rows of `Moves.random`."""
_FACTOR, _INCREMENT = 0x5851F42D4C957F2D, 0x14057B7EF767814F


@cache
def fitted_weights() -> Weights:
    """The weights that `tools/fit_ordering.py` has found; above its largest board, those of the largest."""
    table = json.loads(files("boaf.solvers").joinpath("ordering.json").read_text())["weights"]
    known = {int(stacks): np.rint(np.array(row) * UNIT / 1000) for stacks, row in table.items()}
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


@workspace
class Moves(NamedTuple):
    """The moves of each frame of a search with their scores; one for each thread."""

    line: Masks
    """Shape (lanes,)."""
    alone: Masks
    """The mask of each cell by itself. Shape (lanes,)."""
    weights: Weights
    sources: NDArray[np.uint64]
    """The cells that have moves. Shape (frames,)."""
    targets: Masks
    """targets[frame, a]: where source a can still be moved to. Shape (frames, lanes)."""
    scores: NDArray[np.signedinteger]
    """scores[frame, a, b]: the score of a → b for these; elsewhere the lowest number. Shape (frames, lanes, lanes)."""
    prices: Masks
    """What leaving a cell, and covering it, does to the score. Shape (2, lanes)."""
    random: Masks
    """The generator of noise of each lane: its state, and its first state. Shape (2, lanes)."""


def new_moves(line: Masks, frames: int, weights: Weights | None = None) -> Moves:
    """Empty lists of moves for a number of frames, on boards of the shape that `line` describes. Shape (lanes,)."""
    lanes, random = len(line), SplitMix64(0)
    first = np.array([random.next() for _ in range(lanes)], np.uint64).astype(line.dtype)
    return Moves(
        line=line,
        alone=(np.uint64(1) << np.arange(lanes, dtype=np.uint64)).astype(line.dtype),
        weights=fitted_weights() if weights is None else weights,
        sources=np.zeros(frames, np.uint64),
        targets=np.zeros((frames, lanes), line.dtype),
        scores=np.zeros((frames, lanes, lanes), f"i{line.itemsize}"),
        prices=np.zeros((2, lanes), line.dtype),
        random=np.array([first, first]),
    )


@compiled
def seed_noise(moves: Moves, random: NDArray[np.uint64]) -> None:
    """Seed the noise with numbers of a generator."""
    for number in range(moves.random.shape[1]):
        moves.random[_NOW, number] = next_random(random)


@compiled
def reset_noise(moves: Moves) -> None:
    """Seed the noise as at first, so that every board is searched in the same way."""
    store(moves.random, _NOW, load(moves.random, _FIRST))


@compiled
def list_children(moves: Moves, match: Masks, frame: Cell, occupied: np.uint64, prune: bool, noise: int) -> None:
    """List the moves of a position with their scores, up to a constant.

    The position is a frame of `match`, and the list goes to the same frame of `moves`. With `prune`, moves that leave a
    stack without any match by card or by position are left out. `noise` random bits are added to every score. Shape of
    match: (frames, lanes).
    """
    line, weights, stacks = moves.line, moves.weights, count(occupied)
    cells, by_card = load(moves.alone, 0), load(match, frame)
    by_position = where(cells & occupied, load(line, 0) & occupied, cells & ZERO)
    others, cards = ~cells, count_each(by_card)
    # cards_n: the stacks that match n others by card. places_1: those with one other stack in line.
    cards_1, cards_2, cards_3 = mask(equal(cards, 1)), mask(equal(cards, 2)), mask(equal(cards, 3))
    places_1 = mask(equal(count_each(by_position), 1))
    # Covering b removes its card. Every stack that matches b has one match fewer afterwards, so exactly one match is
    # left to those that had one, not b, and to those that had two, b among them. Lane b counts these, likewise those
    # with two matches left, and subtracts the card pairs of b itself.
    cover = (
        count_each((~by_card & cards_1 | by_card & cards_2) & others) * weights[stacks, _CARD_1]
        + count_each((~by_card & cards_2 | by_card & cards_3) & others) * weights[stacks, _CARD_2]
        - cards * weights[stacks, _CARD]
    )
    # The legal pairs of a and those of b disappear. The pair of a and b is subtracted twice, but so it is for every
    # move, and a constant does not change the order.
    touch = count_each(by_card & by_position) * weights[stacks, _LEGAL]
    store(moves.prices, _COVER, cover - touch)
    store(moves.prices, _LEAVE, (cells & ZERO) - touch)
    targets = by_card & by_position
    if prune:
        # Leaving cell a isolates a stack in line with a that has no other stack in line: then a has no good move at
        # all. Covering b isolates a stack whose only match is b: then b is no target for any source. Either child is
        # lost, so it is not listed.
        isolates = load(line, 0) & places_1
        targets = where(isolates, cells & ZERO, targets & ~mask(by_card & cards_1))
    store(moves.targets, frame, targets)
    moves.sources[frame] = mask(targets)
    if stacks > FULL_SCORES:
        _score_quickly(moves, frame, noise)
    else:
        _score(moves, match, frame, occupied, noise)


@compiled
def _score(moves: Moves, match: Masks, frame: Cell, occupied: np.uint64, noise: int) -> None:
    """Write the scores of all targets of each source."""
    line, weights, stacks, lanes = moves.line, moves.weights, count(occupied), np.uint64(len(moves.line))
    cells, by_card = load(moves.alone, 0), load(match, frame)
    by_position = where(cells & occupied, load(line, 0) & occupied, cells & ZERO)
    others, places, legal = ~cells, count_each(by_position), by_card & by_position
    places_1, places_2, places_3 = mask(equal(places, 1)), mask(equal(places, 2)), mask(equal(places, 3))
    # As for `cover` in `list_children`, with cells instead of cards: leaving a takes its cell out of the position
    # graph, so stacks in line with a have one neighbour fewer. Lane a counts those left with one and with two
    # neighbours.
    leave = (
        count_each((~by_position & places_1 | by_position & places_2) & others) * weights[stacks, _POSITION_1]
        + count_each((~by_position & places_2 | by_position & places_3) & others) * weights[stacks, _POSITION_2]
        - places * weights[stacks, _POSITION]
    )
    store(moves.prices, _LEAVE, load(moves.prices, _LEAVE) + leave)
    legals = count_each(legal)
    # legal_n: the stacks with n legal targets (D0 … D3 above), the same mask in every lane.
    legal_0, legal_1 = splat(cells, mask(equal(legals, 0)) & occupied), splat(cells, mask(equal(legals, 1)))
    legal_2, legal_3 = splat(cells, mask(equal(legals, 2))), splat(cells, mask(equal(legals, 3)))
    cover, random, no_move = load(moves.prices, _COVER), load(moves.random, _NOW), splat(cells, bit(lanes - ONE))
    # One pass for each source a. Lane b of every vector below is about the move a → b.
    left = moves.sources[frame]
    while left:
        a = lowest(left)
        left &= left - ONE
        matching = np.uint64(match[frame, a])
        targets = matching & np.uint64(line[a])
        # Of the other stacks, `gain` are in line with b and match the card of a, so a on b's cell can be joined with
        # them.
        bystanders = others & ~bit(a)
        gain = by_position & matching & bystanders
        # `either` could join a or b before the move, and `both` could join either of them: they lose one or two legal
        # targets. A stack is stuck if it loses all it had, and single if it keeps one. `gain` is added below, so it is
        # left out here.
        either, both = legal | targets, legal & targets
        stuck = (legal_0 | legal_1 & either | legal_2 & both) & bystanders
        single = (legal_1 & ~either | legal_2 & either & ~both | legal_3 & both) & bystanders
        # A stack in `gain` has one more target: the stuck ones among them become single, the single ones neither. a
        # itself has exactly `gained` targets. A comparison gives −1 where it holds, so subtracting it counts a.
        gained = count_each(gain)
        score = (
            cover
            + moves.prices[_LEAVE, a]
            + gained * weights[stacks, _LEGAL]
            + (count_each(stuck & ~gain) - equal(gained, 0)) * weights[stacks, _STUCK]
            + (count_each(single & ~gain | stuck & gain) - equal(gained, 1)) * weights[stacks, _SINGLE]
        )
        # After a restart: a linear congruential generator in each lane; its highest bits are the noise.
        if noise:
            random = random * _FACTOR + _INCREMENT
            score = score + (random >> (lanes - np.uint64(noise)))
        # Lanes that are no targets get the lowest number, so that `take_best` never chooses them.
        score = where(cells & moves.targets[frame, a], score, no_move)
        store(moves.scores, np.uint64(frame) * lanes + a, score)
    store(moves.random, _NOW, random)


@compiled
def _score_quickly(moves: Moves, frame: Cell, noise: int) -> None:
    """Write the scores without what a move does to the position graph and to legal moves elsewhere."""
    prices, random = moves.prices.view(moves.scores.dtype), np.uint64(moves.random[_NOW, 0])
    left = moves.sources[frame]
    while left:
        a = lowest(left)
        left &= left - ONE
        targets = np.uint64(moves.targets[frame, a])
        while targets:
            b = lowest(targets)
            targets &= targets - ONE
            score = np.int64(prices[_LEAVE, a]) + np.int64(prices[_COVER, b])
            if noise:
                random = random * np.uint64(_FACTOR) + np.uint64(_INCREMENT)
                score += np.int64(random >> np.uint64(64 - noise))
            moves.scores[frame, a, b] = score
    moves.random[_NOW, 0] = random


@compiled
def take_best(moves: Moves, frame: Cell) -> np.int64:
    """Remove the move with the highest score from those of a frame and return it as a step; −1 if none is left."""
    if not moves.sources[frame]:
        return np.int64(-1)
    # Only 16 scores of 16 bits fit a vector register; 64 of 64 bits are compared one by one.
    step = _best_in_lanes(moves, frame) if len(moves.line) == 16 else _best(moves, frame)
    a, b = source_of(step), target_of(step)
    moves.targets[frame, a] = np.uint64(moves.targets[frame, a]) & ~bit(b)
    moves.scores[frame, a, b] = np.iinfo(moves.scores.dtype).min
    if not moves.targets[frame, a]:
        moves.sources[frame] &= ~bit(a)
    return step


@compiled
def _best_in_lanes(moves: Moves, frame: Cell) -> np.int64:
    """The move with the highest score in a frame that has one."""
    lanes = np.uint64(len(moves.line))
    left = moves.sources[frame]
    source = splat(load(moves.line, 0), lowest(left))
    best = load(moves.scores, np.uint64(frame) * lanes + lowest(left))
    left &= left - ONE
    # Lane b keeps the best score of any source for target b, and that source. The last line then takes the best lane,
    # so the 256 scores of a 4 × 4 board need at most 16 vector comparisons and one reduction. Ties: lowest target, then
    # lowest source.
    while left:
        a = lowest(left)
        left &= left - ONE
        scores = load(moves.scores, np.uint64(frame) * lanes + a)
        better = greater(scores, best)
        best, source = where(better, scores, best), where(better, splat(source, a), source)
    b = lowest(mask(equal(best, highest(best))))
    return step_of(lane(source, b), b)


@compiled
def _best(moves: Moves, frame: Cell) -> np.int64:
    """The move with the highest score in a frame that has one."""
    best, highest = np.int64(-1), np.int64(0)
    left = moves.sources[frame]
    while left:
        a = lowest(left)
        left &= left - ONE
        targets = np.uint64(moves.targets[frame, a])
        while targets:
            b = lowest(targets)
            targets &= targets - ONE
            score = np.int64(moves.scores[frame, a, b])
            if best < 0 or score > highest:
                best, highest = step_of(a, b), score
    return best
