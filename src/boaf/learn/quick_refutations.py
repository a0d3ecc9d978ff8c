"""Quick reasons to give a board up: the conditions of `boaf.prove` that take polynomial time, as one compiled question.

They are parts by card or by position, lynchpins, lollipop sticks, and cut vertices with a part of up to `MOST_CARDS`
cards, for which the test of `prove.cut_vertex`, exponential in the part, takes a bounded time.
"""

from __future__ import annotations

import numpy as np

from boaf.kernel.bits import ONE, Masks, bit, count, is_connected, lowest_bit, part_around
from boaf.kernel.native import compiled
from boaf.kernel.position import MAX_CELLS
from boaf.kernel.scratch import scratch
from boaf.prove.cut_vertex import Room, find_ways_to_join
from boaf.prove.lollipop_stick import lollipop_stick
from boaf.prove.lynchpin import cards_apart, lynchpins

MOST_CARDS = 4
_CELLS = scratch((MOST_CARDS + 1,), np.uint64)
_LIFE = scratch((2 << MOST_CARDS, MAX_CELLS), np.uint64)
_STAND = scratch((2 << MOST_CARDS, MOST_CARDS + 1), np.uint64)
_COLLAPSIBLE = scratch((2 << MOST_CARDS,), np.bool_)


@compiled
def is_given_up(match: Masks, line: Masks, occupied: np.uint64) -> bool:
    """Whether a quick condition shows that the board cannot be solved."""
    if not occupied & (occupied - ONE):
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
        parts = 0
        left = rest
        while left:
            left &= ~part_around(match, rest, lowest_bit(left))
            parts += 1
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
