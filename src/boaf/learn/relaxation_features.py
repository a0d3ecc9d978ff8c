"""Features that ask small questions of a board: which triples collapse, which moves leave no known reason to give up.

They are relaxations: each is settled in polynomial time, and none decides a board. The reasons are those of
`boaf.learn.quick_refutations`.

A triple collapses by itself iff some u in it matches the other two by card and some other v in it is in line with the
other two: u moves onto v and joins the third from there.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.arrays import copy_row
from boaf.kernel.bits import ONE, ZERO, Masks, bit, count, lowest
from boaf.kernel.native import compiled
from boaf.kernel.position import MAX_CELLS, push, step_of
from boaf.kernel.scratch import scratch, scratch_rows
from boaf.learn.quick_refutations import is_given_up
from boaf.prove.lynchpin import lynchpins

DEFINITIONS = {
    "triples": "triples of stacks that can be collapsed by themselves",
    "least_triples": "fewest such triples that a stack is in",
    "fewest_ways": "fewest stacks that a stack meets in such a triple or by a legal move",
    "lynchpins": "stacks whose move would leave the position graph in parts",
    "given_up": "1 if a quick condition shows that the board is lost (boaf.learn.quick_refutations), else 0",
    "open_moves": "legal moves after which no quick condition holds",
    "open_targets": "stacks that such a move can cover",
    "open_sources": "stacks that such a move can move",
    "least_stuck_open": "fewest stacks without a legal move after such a move; all stacks if there is none",
    "most_moves_open": "most legal moves after such a move",
    "fewest_left": "fewest stacks that a playout leaves (boaf.learn.playout_features)",
}
"""The definition of each feature, in the order of their places; the last is that of `boaf.learn.playout_features`."""
NAMES = tuple(DEFINITIONS)
_COUNTS = scratch((MAX_CELLS,), np.int64)
_MEETS = scratch((MAX_CELLS,), np.uint64)
_FRAMES = scratch_rows(2)
_WHERE = scratch((2,), np.uint64)


@compiled
def fill_relaxations(match: Masks, line: Masks, occupied: np.uint64, values: NDArray[np.float64], at: int) -> None:
    """Write the features, all but the last, to their places in `values` from `at` on."""
    _fill_triples(match, line, occupied, values, at)
    values[at + 3] = count(lynchpins(line, occupied))
    _fill_open(match, line, occupied, values, at + 4)


@compiled
def _fill_triples(match: Masks, line: Masks, occupied: np.uint64, values: NDArray[np.float64], at: int) -> None:
    cells, triples = len(match), 0
    inside, meets = _COUNTS(), _MEETS()
    inside[:] = 0
    meets[:] = 0
    for x in range(cells):
        if not occupied >> np.uint64(x) & ONE:
            continue
        meets[x] |= np.uint64(match[x]) & np.uint64(line[x])
        for y in range(x + 1, cells):
            if not occupied >> np.uint64(y) & ONE:
                continue
            for z in range(y + 1, cells):
                if occupied >> np.uint64(z) & ONE and _collapses(match, line, x, y, z):
                    triples += 1
                    inside[x] += 1
                    inside[y] += 1
                    inside[z] += 1
                    meets[x] |= bit(y) | bit(z)
                    meets[y] |= bit(x) | bit(z)
                    meets[z] |= bit(x) | bit(y)
    least, fewest = triples, 64
    for x in range(cells):
        if occupied >> np.uint64(x) & ONE:
            least = min(least, inside[x])
            fewest = min(fewest, count(meets[x]))
    values[at] = triples
    values[at + 1] = least
    values[at + 2] = fewest


@compiled
def _collapses(match: Masks, line: Masks, x: int, y: int, z: int) -> bool:
    """Whether three stacks can be collapsed by themselves."""
    xy = np.uint64(match[x]) >> np.uint64(y) & ONE
    xz = np.uint64(match[x]) >> np.uint64(z) & ONE
    yz = np.uint64(match[y]) >> np.uint64(z) & ONE
    if xy + xz + yz < 2:
        return False
    x_y = np.uint64(line[x]) >> np.uint64(y) & ONE
    x_z = np.uint64(line[x]) >> np.uint64(z) & ONE
    y_z = np.uint64(line[y]) >> np.uint64(z) & ONE
    by_card = (xy & xz) | (xy & yz) << ONE | (xz & yz) << np.uint64(2)
    by_line = (x_y & x_z) | (x_y & y_z) << ONE | (x_z & y_z) << np.uint64(2)
    both = by_card | by_line
    return bool(by_card and by_line and both & (both - ONE))


@compiled
def _fill_open(match: Masks, line: Masks, occupied: np.uint64, values: NDArray[np.float64], at: int) -> None:
    frames, where = _FRAMES(match), _WHERE()
    copy_row(match, frames[0])
    where[0] = occupied
    found, least, most = 0, count(occupied), 0
    sources, targets = ZERO, ZERO
    lost = is_given_up(match, line, occupied)
    for a in range(len(match)):
        if lost or not occupied >> np.uint64(a) & ONE:
            continue
        legal = np.uint64(match[a]) & np.uint64(line[a])
        while legal:
            b = np.int64(lowest(legal))
            legal &= legal - ONE
            push(frames, where, 0, step_of(a, b), 1)
            if is_given_up(frames[1], line, where[1]):
                continue
            found += 1
            sources |= bit(a)
            targets |= bit(b)
            stuck, moves = _mobility(frames[1], line, where[1])
            least = min(least, stuck)
            most = max(most, moves)
    values[at] = lost
    values[at + 1] = found
    values[at + 2] = count(targets)
    values[at + 3] = count(sources)
    values[at + 4] = least
    values[at + 5] = most


@compiled
def _mobility(match: Masks, line: Masks, occupied: np.uint64) -> tuple[int, int]:
    """The stacks without a legal move, and the legal moves."""
    stuck, moves = 0, 0
    left = occupied
    while left:
        cell = lowest(left)
        left &= left - ONE
        own = count(np.uint64(match[cell]) & np.uint64(line[cell]))
        stuck += own == 0
        moves += own
    return stuck, moves
