"""Features that ask small questions of a board: which triples collapse, which moves are open, how far playouts get.

They are relaxations: each takes polynomial time, and none decides a board.

- A triple collapses by itself iff some u in it matches the other two by card and some other v in it is in line with the
  other two: u moves onto v and joins the third from there.
- A quick condition is a condition of `boaf.prove` that takes polynomial time: a graph in several parts, lynchpins,
  lollipop sticks, and cut vertices with a part of up to `MOST_CARDS` cards, for which the test of `prove.cut_vertex`,
  exponential in the part, takes bounded time. A move is open if no quick condition holds after it.
- A playout takes the best move at every step by the fitted ordering of `boaf.solvers.ordering`, and passes over moves
  that are not open. If the first playout leaves several stacks, others follow it up to some step, take one of the
  `TRIED_MOVES` best moves there, and go on in the same way, until one leaves a single stack. A playout that succeeds is
  a solution; if all fail, the board may be solvable or not.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.bits import ONE, ZERO, Masks, bit, count, is_connected, lowest, lowest_bit, part_around
from boaf.kernel.native import compiled
from boaf.kernel.position import MAX_CELLS, push, step_of
from boaf.kernel.scratch import copy_row, scratch, scratch_rows
from boaf.prove.cut_vertex import Room, find_ways_to_join
from boaf.prove.lollipop_stick import lollipop_stick
from boaf.prove.lynchpin import cards_apart, lynchpins
from boaf.solvers.ordering import Moves, list_children, take_best

DEFINITIONS = {
    "triples": "triples of stacks that can be collapsed by themselves",
    "least_triples": "fewest such triples that a stack is in",
    "fewest_ways": "fewest stacks that a stack meets in such a triple or by a legal move",
    "lynchpins": "stacks whose move would leave the position graph in parts",
    "given_up": "1 if a quick condition shows that the board is lost, else 0",
    "open_moves": "legal moves after which no quick condition holds",
    "open_targets": "stacks that such a move can cover",
    "open_sources": "stacks that such a move can move",
    "least_stuck_open": "fewest stacks without a legal move after such a move; all stacks if there is none",
    "most_moves_open": "most legal moves after such a move",
    "fewest_left": "fewest stacks that a playout leaves",
}
"""The definition of each feature, in the order of their places."""
NAMES = tuple(DEFINITIONS)
MOST_CARDS = 4
TRIED_MOVES = 8
_COUNTS = scratch((MAX_CELLS,), np.int64)
_MEETS = scratch((MAX_CELLS,), np.uint64)
_CHILD = scratch_rows(2)
_CHILD_WHERE = scratch((2,), np.uint64)
_FRAMES = scratch_rows(MAX_CELLS + 2)
_WHERE = scratch((MAX_CELLS + 2,), np.uint64)
_CELLS = scratch((MOST_CARDS + 1,), np.uint64)
_LIFE = scratch((2 << MOST_CARDS, MAX_CELLS), np.uint64)
_STAND = scratch((2 << MOST_CARDS, MOST_CARDS + 1), np.uint64)
_COLLAPSIBLE = scratch((2 << MOST_CARDS,), np.bool_)


@compiled
def fill_relaxations(match: Masks, line: Masks, occupied: np.uint64, values: NDArray[np.float64], at: int) -> None:
    """Write the features, all but the last, to their places in `values` from `at` on."""
    _fill_triples(match, line, occupied, values, at)
    values[at + 3] = count(lynchpins(line, occupied))
    _fill_open(match, line, occupied, values, at + 4)


@compiled
def _fill_triples(match: Masks, line: Masks, occupied: np.uint64, values: NDArray[np.float64], at: int) -> None:
    """Write the number of triples, the fewest that a stack is in, and the fewest stacks that a stack can meet."""
    cells, triples = len(match), 0
    inside, meets = _COUNTS(), _MEETS()  # of each stack: its triples, and the stacks that it meets
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
    if xy + xz + yz < 2:  # most triples end here: nobody matches both others
        return False
    x_y = np.uint64(line[x]) >> np.uint64(y) & ONE
    x_z = np.uint64(line[x]) >> np.uint64(z) & ONE
    y_z = np.uint64(line[y]) >> np.uint64(z) & ONE
    # Bits 0, 1, 2 for x, y, z: who matches both others by card, and who is in line with both others. The triple
    # collapses if the two sets have members u ≠ v, that is, both are inhabited and their union has two members.
    by_card = (xy & xz) | (xy & yz) << ONE | (xz & yz) << np.uint64(2)
    by_line = (x_y & x_z) | (x_y & y_z) << ONE | (x_z & y_z) << np.uint64(2)
    both = by_card | by_line
    return bool(by_card and by_line and both & (both - ONE))


@compiled
def _fill_open(match: Masks, line: Masks, occupied: np.uint64, values: NDArray[np.float64], at: int) -> None:
    """Write whether the board is given up, and what its open moves are and leave."""
    frames, where = _CHILD(match), _CHILD_WHERE()
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
            # A move is open if the board that it leaves is not given up.
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


@compiled
def is_given_up(match: Masks, line: Masks, occupied: np.uint64) -> bool:
    """Whether a quick condition shows that the board cannot be solved."""
    if not occupied & (occupied - ONE):  # a single stack
        return False
    if not is_connected(match, occupied) or not is_connected(line, occupied):
        return True
    pins = lynchpins(line, occupied)
    if pins and cards_apart(match, occupied, pins):
        return True
    return bool(lollipop_stick(match, line, occupied)[0] >= 0) or _is_cut(match, line, occupied)


@compiled
def _is_cut(match: Masks, line: Masks, occupied: np.uint64) -> bool:
    """Whether the small parts around some cut vertex show that it cannot join all (`prove.cut_vertex`)."""
    room = Room(_CELLS(), _LIFE(), _STAND(), _COLLAPSIBLE())
    for v in range(len(match)):
        if not occupied >> np.uint64(v) & ONE or not np.uint64(match[v]) & (np.uint64(match[v]) - ONE):
            continue
        rest = occupied & ~bit(v)
        if is_connected(match, rest):
            continue
        # v is a cut vertex: count the parts that its removal leaves.
        parts = 0
        left = rest
        while left:
            left &= ~part_around(match, rest, lowest_bit(left))
            parts += 1
        # A single card covers v at the end, so v covers all parts except at most one. The board is lost if two parts
        # cannot be covered by v, or if one can neither be covered by v nor cover it.
        uncovered = 0
        left = rest
        while left:
            part = part_around(match, rest, lowest_bit(left))
            left &= ~part
            if count(part) <= MOST_CARDS:
                for stacks in range(2 << count(part)):
                    room.collapsible[stacks], room.life[stacks], room.stand[stacks] = False, 0, 0
                covered, covering = find_ways_to_join(match, line, v, part, rest & ~part, parts - 1, room)
                uncovered += not covered
                if uncovered == 2 or not (covered or covering):
                    return True
    return False


@compiled
def fewest_left(moves: Moves, match: Masks, occupied: np.uint64) -> int:
    """The fewest stacks that a playout leaves; `moves` has two frames more than there are stacks."""
    stacks, frames, where = count(occupied), _FRAMES(match), _WHERE()
    copy_row(match, frames[0])
    where[0] = occupied
    aside = stacks  # the first of two spare frames, in which the other playouts alternate
    depth = 0
    # The first playout keeps its boards in the frames 0, 1, …, with the moves that it has not taken.
    while stacks > 1:
        list_children(moves, frames, depth, where[depth], stacks > 2, 0)
        if not _move(moves, frames, where, depth, depth + 1):
            break
        depth += 1
        stacks -= 1
    fewest = stacks
    # The others branch off from each of its boards by the next best moves.
    for step in range(depth + 1):
        for _ in range(TRIED_MOVES - 1):
            if fewest == 1:
                return 1
            if not _move(moves, frames, where, step, aside):
                break
            now, stacks = aside, count(where[aside])
            while stacks > 1:
                list_children(moves, frames, now, where[now], stacks > 2, 0)
                into = 2 * aside + 1 - now  # the other of the frames aside and aside + 1
                if not _move(moves, frames, where, now, into):
                    break
                now = into
                stacks -= 1
            fewest = min(fewest, stacks)
    return fewest


@compiled
def _move(moves: Moves, frames: Masks, where: NDArray[np.uint64], frame: int, into: int) -> bool:
    """Make the best open move of a frame that is not taken yet; return whether there is one."""
    step = take_best(moves, frame)
    while step >= 0:
        push(frames, where, frame, step, into)
        if not is_given_up(frames[into], moves.line, where[into]):
            return True
        step = take_best(moves, frame)
    return False
