"""Simulations: from a board of the tree to the end of the game, and what that is worth; and the rules of a search.

| simulation     | the next move                                                                                    |
| -------------- | ------------------------------------------------------------------------------------------------ |
| `random`       | any legal move                                                                                   |
| `greedy`       | to the highest score + w · legal moves (Roberson & Sperduto 2019), drawn among equals            |
| `proportional` | drawn with a chance proportional to that value                                                   |
| `fitted`       | highest by our fitted ordering (`solvers.ordering`), with noise; never one that isolates a stack |
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.bits import ONE, Cell, count, lowest
from boaf.kernel.dealing import next_random
from boaf.kernel.native import compiled
from boaf.kernel.position import step_of
from boaf.kernel.tables import find_move
from boaf.players.frames import Frames, advance, best_score_of, copy_frame, score_of
from boaf.players.playout import greedy_step, random_step, value_change
from boaf.players.tree_search.tree import SearchTree
from boaf.solvers.ordering import list_children, seed_noise, take_best


class Simulation(IntEnum):
    """How simulations choose their moves."""

    RANDOM = 0
    GREEDY = 1
    PROPORTIONAL = 2
    FITTED = 3


class Reward(IntEnum):
    """What a simulation is worth: 1 for a win, or its score as a share of the highest."""

    WIN = 0
    SCORE = 1


class FinalChoice(IntEnum):
    """Which move is played: the one with the most visits, or the one with the highest mean reward."""

    VISITS = 0
    VALUE = 1


class Ties(IntEnum):
    """Which of the moves that are equal by that is played: the one that is higher by the other, or any."""

    OTHER = 0
    ANY = 1


class PriorKind(IntEnum):
    """Where the prior of a move comes from."""

    NONE = 0
    FITTED = 1
    ASKED = 2


class SearchRules(NamedTuple):
    """The options of a player, as `tree_player.TreePlayer` describes them."""

    lookahead: int
    explore_first: bool
    take_solvable: bool
    prune: bool
    expand_all: bool
    simulation: int
    weight: float
    noise: int
    reward: int
    exploration: float
    choice: int
    ties: int
    prior: int
    decided: int
    commit: bool
    prove: bool
    transpositions: bool
    keep: bool


@compiled
def simulate(tree: SearchTree, rules: SearchRules, depth: int) -> tuple[float, int]:
    """Play from frame `depth` to the end; return the reward and, if the game was won, the moves made, else −1.

    The moves are written to the plan, after those of the way down.
    """
    frames, lookup, game = tree.frames, tree.checker.lookup, len(tree.way) - 1
    if depth != game:
        copy_frame(frames, depth, frames, game)
    if rules.noise:
        seed_noise(tree.moves, tree.random)
    made = depth
    while True:
        stacks = count(frames.occupied[game])
        # The tables decide small endgames; before that the policy chooses.
        if 1 < stacks <= rules.decided:
            step = find_move(lookup, frames.match, frames.occupied[game], frames.line, game)
        else:
            step = _next_step(tree, rules, game, stacks)
        if step < 0:
            break
        tree.way[made]["step"] = step
        made += 1
        advance(frames, game, step, game)
    stacks = count(frames.occupied[game])
    if rules.reward == Reward.SCORE:
        reward = float(score_of(frames, game)) / float(best_score_of(frames, game))
    else:
        reward = 1.0 if stacks == 1 else 0.0
    return reward, made if stacks == 1 else -1


@compiled
def _next_step(tree: SearchTree, rules: SearchRules, frame: int, stacks: int) -> np.int64:
    """The move that the simulation takes; −1 if it has none."""
    frames = tree.frames
    if rules.simulation == Simulation.GREEDY:
        return greedy_step(frames, frame, rules.weight, tree.random)
    if rules.simulation == Simulation.RANDOM:
        return random_step(frames, frame, tree.random)
    if rules.simulation == Simulation.PROPORTIONAL:
        return proportional_step(frames, frame, rules.weight, tree.random)
    list_children(tree.moves, frames.match, frame, frames.occupied[frame], stacks > 2, rules.noise)
    return take_best(tree.moves, frame)


@compiled
def proportional_step(frames: Frames, frame: Cell, weight: float, random: NDArray[np.uint64]) -> np.int64:
    """A move drawn with a chance proportional to score + weight · legal moves after it; −1 if there is none."""
    match, line = frames.match, frames.line
    value = float(score_of(frames, frame))
    moves = 0
    left = frames.occupied[frame]
    while left:
        cell = lowest(left)
        left &= left - ONE
        moves += count(np.uint64(match[frame, cell]) & np.uint64(line[cell]))
    value += weight * float(moves)
    chosen, total = np.int64(-1), 0.0
    left = frames.occupied[frame]
    while left:
        source = lowest(left)
        left &= left - ONE
        targets = np.uint64(match[frame, source]) & np.uint64(line[source])
        while targets:
            target = lowest(targets)
            targets &= targets - ONE
            # Reservoir sampling with weights: the choice changes with a chance of share / total so far.
            share = max(value + value_change(frames, frame, source, target, weight), 1e-9)
            total += share
            if float(next_random(random) >> np.uint64(11)) * 2.0**-53 * total < share:
                chosen = step_of(source, target)
    return chosen
