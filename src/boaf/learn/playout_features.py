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
from boaf.kernel.native import compiled
from boaf.kernel.position import MAX_CELLS, push
from boaf.kernel.scratch import copy_row, scratch, scratch_rows
from boaf.learn.quick_refutations import is_given_up
from boaf.solvers.ordering import Moves, list_children, take_best

TRIED_MOVES = 8
_FRAMES = scratch_rows(MAX_CELLS + 2)
_WHERE = scratch((MAX_CELLS + 2,), np.uint64)


@compiled
def fewest_left(moves: Moves, match: Masks, occupied: np.uint64) -> int:
    """The fewest stacks that a playout leaves; `moves` has room for two frames more than there are stacks."""
    stacks, frames, where = count(occupied), _FRAMES(match), _WHERE()
    copy_row(match, frames[0])
    where[0] = occupied
    aside = stacks
    depth = 0
    while stacks > 1:
        list_children(moves, frames, depth, where[depth], stacks > 2, 0)
        if not _move(moves, frames, where, depth, depth + 1):
            break
        depth += 1
        stacks -= 1
    fewest = stacks
    for step in range(depth + 1):
        for _ in range(TRIED_MOVES - 1):
            if fewest == 1:
                return 1
            if not _move(moves, frames, where, step, aside):
                break
            now, stacks = aside, count(where[aside])
            while stacks > 1:
                list_children(moves, frames, now, where[now], stacks > 2, 0)
                into = 2 * aside + 1 - now
                if not _move(moves, frames, where, now, into):
                    break
                now = into
                stacks -= 1
            fewest = min(fewest, stacks)
    return fewest


@compiled
def _move(moves: Moves, frames: Masks, where: NDArray[np.uint64], frame: int, into: int) -> bool:
    """Make the best move of a frame that is not taken yet and does not lose at once; return whether there is one."""
    step = take_best(moves, frame)
    while step >= 0:
        push(frames, where, frame, step, into)
        if not is_given_up(frames[into], moves.line, where[into]):
            return True
        step = take_best(moves, frame)
    return False
