"""Whole games, compiled: from a position to a board without moves, by a fixed rule for choosing the next move.

There are two rules. `random` takes every legal move with the same chance. `greedy` takes the move to the board with
the highest value by the heuristic of Roberson & Sperduto (2019), its score plus w times its legal moves, and draws
among equals. The value of a child needs no pass over the board: after a → b the score grows by twice the product of
the two heights; the pairs of stacks that may be joined lose those of a and of b and gain those of a's card in b's cell.

Game k of a seed has a generator of its own, which starts at output k of SplitMix64(seed): so a game is the same in any
batch and on any number of threads.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.bits import ONE, Cell, bit, count, lowest
from boaf.kernel.dealing import Cards, next_random, random_below
from boaf.kernel.native import compiled, workspace
from boaf.kernel.position import line_masks, step_of
from boaf.kernel.scratch import scratch
from boaf.players.frames import Frames, advance, copy_frame, new_frames, put_cards, score_of
from boaf.solvers.best_first import WEIGHT
from boaf.support.errors import BoafError
from boaf.support.threads import thread_pool

_CHUNK = 512
_RANDOM = scratch((1,), np.uint64)


class Policy(IntEnum):
    """A rule for choosing the next move."""

    RANDOM = 0
    GREEDY = 1


POLICIES = {policy.name.lower(): policy for policy in Policy}


@workspace
class Playouts(NamedTuple):
    """How whole games ended. Where a player plays one game on each board, the shape is (games,) for (boards, games)."""

    scores: NDArray[np.int64]
    """The final score, the sum of the squares of the stack heights. Shape (boards, games), as `stacks` and `won`."""
    stacks: NDArray[np.int64]
    """How many stacks were left."""
    steps: NDArray[np.uint16]
    """The moves made, then zeros. Shape (boards, games, cells − 1), or (boards, games, 0) if not asked for."""

    @property
    def won(self) -> NDArray[np.bool_]:
        """Whether a single stack was left."""
        return self.stacks == 1


def play_out_many(
    cards: Cards,
    rows: int = 4,
    cols: int = 4,
    policy: str = "greedy",
    games: int = 1,
    *,
    seed: int = 0,
    steps: bool = False,
    threads: int | None = None,
) -> Playouts:
    """Play `games` games to the end from each of many boards, of card numbers, whose stacks hold one card each."""
    if policy not in POLICIES:
        raise BoafError(f"unknown policy {policy!r}: choose from {', '.join(POLICIES)}")
    if cards.ndim != 2 or cards.shape[1] != rows * cols:
        raise BoafError(f"the boards must have {rows} × {cols} cells")
    starts = new_frames(line_masks(rows, cols), len(cards))
    _put_all(np.ascontiguousarray(cards, np.uint8), starts)
    found = new_playouts((len(cards), games), rows * cols if steps else 1)
    first_state = np.uint64(seed & 0xFFFFFFFFFFFFFFFF)

    def work(first: int) -> None:
        part = slice(first, first + _CHUNK)
        some = starts._replace(match=starts.match[part], occupied=starts.occupied[part], heights=starts.heights[part])
        into = Playouts(found.scores[part], found.stacks[part], found.steps[part])
        _play_each(some, new_frames(starts.line, 1), POLICIES[policy], WEIGHT, first_state, into)

    if len(cards) <= _CHUNK:
        work(0)
    else:
        with thread_pool(threads) as pool:
            list(pool.map(work, range(0, len(cards), _CHUNK)))
    return found


def new_playouts(shape: tuple[int, ...], cells: int) -> Playouts:
    """Results to be filled in, for games on boards of `cells` cells."""
    steps = np.zeros((*shape, max(cells - 1, 0)), np.uint16)
    return Playouts(np.zeros(shape, np.int64), np.zeros(shape, np.int64), steps)


@compiled
def _put_all(cards: Cards, frames: Frames) -> None:
    """Put every board into its frame. Shape (boards, cells)."""
    for k in range(len(cards)):
        put_cards(cards[k], frames, k)


@compiled
def stream(seed: np.uint64, number: int, random: NDArray[np.uint64]) -> None:
    """Set a generator to begin at output `number` of SplitMix64(seed). Shape (1,)."""
    random[0] = seed + np.uint64(number) * np.uint64(0x9E3779B97F4A7C15)
    random[0] = next_random(random)


@compiled
def _play_each(starts: Frames, game: Frames, policy: Policy, weight: float, seed: np.uint64, found: Playouts) -> None:
    """Play every game of some boards; `game` holds one frame."""
    scores, stacks, steps = found.scores, found.stacks, found.steps
    random, first = _RANDOM(), np.int64(0)
    for board in range(len(starts.match)):
        for k in range(scores.shape[1]):
            copy_frame(starts, board, game, first)
            stream(seed, k, random)
            move = 0
            while True:
                step = choose(game, first, policy, weight, random)
                if step < 0:
                    break
                if steps.shape[2]:
                    steps[board, k, move] = step
                move += 1
                advance(game, first, step, first)
            scores[board, k] = score_of(game, first)
            stacks[board, k] = count(game.occupied[0])


@compiled
def choose(frames: Frames, frame: Cell, policy: Policy, weight: float, random: NDArray[np.uint64]) -> np.int64:
    """The step that a policy takes, or −1 where no move is left."""
    if policy == Policy.RANDOM:
        return random_step(frames, frame, random)
    return greedy_step(frames, frame, weight, random)


@compiled
def random_step(frames: Frames, frame: Cell, random: NDArray[np.uint64]) -> np.int64:
    """A legal move, each with the same chance; −1 if there is none."""
    line, match = frames.line, frames.match
    moves = 0
    left = frames.occupied[frame]
    while left:
        cell = lowest(left)
        left &= left - ONE
        moves += count(np.uint64(match[frame, cell]) & np.uint64(line[cell]))
    if not moves:
        return np.int64(-1)
    # Draw the number of a move first, then walk to it: two passes, but no list of moves.
    skip = random_below(random, moves)
    left = frames.occupied[frame]
    while left:
        cell = lowest(left)
        left &= left - ONE
        targets = np.uint64(match[frame, cell]) & np.uint64(line[cell])
        here = count(targets)
        if skip < here:
            for _ in range(skip):
                targets &= targets - ONE
            return step_of(cell, lowest(targets))
        skip -= here
    return np.int64(-1)


@compiled
def greedy_step(frames: Frames, frame: Cell, weight: float, random: NDArray[np.uint64]) -> np.int64:
    """The move with the highest `value_change`, drawn among equals; −1 if there is none."""
    line, match = frames.line, frames.match
    best, best_change, equals = np.int64(-1), 0.0, 0
    left = frames.occupied[frame]
    while left:
        source = lowest(left)
        left &= left - ONE
        targets = np.uint64(match[frame, source]) & np.uint64(line[source])
        while targets:
            target = lowest(targets)
            targets &= targets - ONE
            change = value_change(frames, frame, source, target, weight)
            if best < 0 or change > best_change:
                best, best_change, equals = step_of(source, target), change, 1
            elif change == best_change:
                # Reservoir sampling: the n-th of equal moves replaces the choice with a chance of 1 in n.
                equals += 1
                if not random_below(random, equals):
                    best = step_of(source, target)
    return best


@compiled
def value_change(frames: Frames, frame: Cell, source: np.uint64, target: np.uint64, weight: float) -> float:
    """By how much a move changes score + weight · legal moves, counted in both directions."""
    line, match, occupied = frames.line, frames.match, frames.occupied[frame]
    matching = np.uint64(match[frame, source])
    around_target = np.uint64(line[target]) & occupied
    # Pairs that a or b could be joined in before the move (their own pair once), and pairs of a's card in b's cell.
    lost = count(matching & np.uint64(line[source])) + count(np.uint64(match[frame, target]) & around_target) - 1
    gained = count(matching & around_target & ~bit(source))
    joined = np.int64(frames.heights[frame, source]) * np.int64(frames.heights[frame, target])
    return 2.0 * float(joined) + 2.0 * weight * float(gained - lost)
