"""Playouts: how far a player gets who takes the best-looking move and may change his mind once.

The looks are the fitted ordering of `boaf.solvers.ordering`; a move after which the board is known to be lost
(`boaf.learn.quick_refutations`) is passed over. The first playout takes the best move at every step. Where it leaves
several stacks, others follow it up to some step, take one of the `TRIED_MOVES` best moves there, and go on as before,
until one leaves a single stack. There are at most as many playouts as stacks times choices, so this takes polynomial
time and is no search: a board on which all fail may be solvable or not. One that succeeds is a solution.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.bits import Masks, count
from boaf.kernel.jit import compiled
from boaf.kernel.position import push
from boaf.learn.quick_refutations import is_given_up
from boaf.solvers.ordering import Weights, children

TRIED_MOVES = 8
_TAKEN = np.iinfo(np.int64).min


@compiled
def fewest_left(match: Masks, line: Masks, occupied: np.uint64, weights: Weights) -> int:
    """The fewest stacks that a playout leaves."""
    cells, stacks = len(match), count(occupied)
    frames = np.empty((stacks + 2, cells), match.dtype)
    frames[0] = match
    where = np.zeros(stacks + 2, np.uint64)
    where[0] = occupied
    steps = np.empty((stacks + 2, cells * cells), np.uint16)
    scores = np.empty((stacks + 2, cells * cells), np.int64)
    scratch, random = np.zeros((3, cells), np.int64), np.zeros(1, np.uint64)
    found = np.zeros(stacks, np.int64)
    aside = stacks
    depth = 0
    while stacks > 1:
        found[depth] = children(
            depth, frames, line, where[depth], stacks, weights, stacks > 2, 0, random, steps, scores, scratch
        )
        if not _move(frames, where, line, steps, scores, found[depth], depth, depth + 1):
            break
        depth += 1
        stacks -= 1
    fewest = stacks
    for step in range(depth + 1):
        for _ in range(TRIED_MOVES - 1):
            if fewest == 1:
                return 1
            if not _move(frames, where, line, steps, scores, found[step], step, aside):
                break
            now, stacks = aside, count(where[aside])
            while stacks > 1:
                moves = children(
                    now, frames, line, where[now], stacks, weights, stacks > 2, 0, random, steps, scores, scratch
                )
                into = 2 * aside + 1 - now
                if not _move(frames, where, line, steps, scores, moves, now, into):
                    break
                now = into
                stacks -= 1
            fewest = min(fewest, stacks)
    return fewest


@compiled
def _move(
    frames: Masks,
    where: NDArray[np.uint64],
    line: Masks,
    steps: NDArray[np.uint16],
    scores: NDArray[np.int64],
    found: int,
    frame: int,
    into: int,
) -> bool:
    """Make the best move of a frame that is not taken yet and does not lose at once; return whether there is one."""
    for _ in range(found):
        best = 0
        for k in range(1, found):
            if scores[frame, k] > scores[frame, best]:
                best = k
        if scores[frame, best] == _TAKEN:
            return False
        scores[frame, best] = _TAKEN
        push(frames, where, frame, np.int64(steps[frame, best]), into)
        if not is_given_up(frames[into], line, where[into]):
            return True
    return False
