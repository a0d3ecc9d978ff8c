"""Most deals in a third of the time: a few descents without backtracking, which need no list of scored moves.

`solve_many` lists and scores every move of every position. A single descent needs only one good move: it covers the
stack whose card is missed least (the part of the score of `boaf.solvers.ordering` that depends on the target alone), by
the source whose cell is missed least. Seven of ten 4 × 4 deals are solved by the first descent, and each further one,
with noise, solves half of what is left. Needs Numba (extra `dev`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.bits import ZERO, lowest
from boaf.kernel.dealing import Cards
from boaf.kernel.lanes import count_each, equal, highest, load, mask, splat, store, where
from boaf.kernel.native import compiled
from boaf.kernel.position import hangs_together, push, step_of
from boaf.kernel.tables import find_move
from boaf.solvers.descent import Gear, Search, start_cards

_FACTOR, _INCREMENT = 0x5851F42D4C957F2D, 0x14057B7EF767814F
_NOISE_SHIFT = 7
"""Noise has the highest nine of sixteen bits."""
_CARD, _POSITION, _LEGAL, _CARD_1, _CARD_2, _POSITION_1, _POSITION_2 = 0, 1, 2, 5, 6, 7, 8
"""The weights that are used, in the order of `boaf.solvers.ordering.FEATURES`."""


@compiled
def quick_wins(cards: Cards, search: Search, tries: int, won: NDArray[np.bool_]) -> int:
    """Mark the boards that one of a few descents solves; return their number. Shapes (boards, 16) and (boards,)."""
    gear, lookup, total = search.small, search.lookup, 0
    match, occupied, line = gear.match, gear.occupied, gear.moves.line
    for k in range(len(cards)):
        board = start_cards(search, cards[k])
        won[k] = False
        for attempt in range(tries):
            frame = board
            while frame - 1 > lookup.stacks:
                step = _good_move(gear, frame, attempt > 0)
                if step < 0:
                    break
                push(match, occupied, frame, step, frame - 1)
                frame -= 1
            if (
                frame - 1 == lookup.stacks
                and hangs_together(match, frame, occupied[frame])
                and hangs_together(line, 0, occupied[frame])
                and find_move(lookup, match, occupied[frame], line, frame) >= 0
            ):
                won[k] = True
                total += 1
                break
    return total


@compiled
def _good_move(gear: Gear, frame: int, noisy: bool) -> np.int64:
    """A move that isolates no stack, as a step; −1 if there is none."""
    moves, match, occupied = gear.moves, gear.match, gear.occupied[frame]
    weights, cells, by_card = moves.weights[frame], load(moves.alone, 0), load(match, frame)
    by_position = where(cells & occupied, load(moves.line, 0) & occupied, cells & ZERO)
    legal, cards, places, others = by_card & by_position, count_each(by_card), count_each(by_position), ~cells
    cards_1, cards_2, cards_3 = mask(equal(cards, 1)), mask(equal(cards, 2)), mask(equal(cards, 3))
    places_1, places_2, places_3 = mask(equal(places, 1)), mask(equal(places, 2)), mask(equal(places, 3))
    sources = occupied & ~mask(by_position & places_1)
    targets = mask(legal & sources) & ~mask(by_card & cards_1)
    if not targets:
        return np.int64(-1)
    touch = count_each(legal) * weights[_LEGAL]
    cover = (
        count_each((~by_card & cards_1 | by_card & cards_2) & others) * weights[_CARD_1]
        + count_each((~by_card & cards_2 | by_card & cards_3) & others) * weights[_CARD_2]
        - cards * weights[_CARD]
        - touch
    )
    leave = (
        count_each((~by_position & places_1 | by_position & places_2) & others) * weights[_POSITION_1]
        + count_each((~by_position & places_2 | by_position & places_3) & others) * weights[_POSITION_2]
        - places * weights[_POSITION]
        - touch
    )
    if noisy:
        random = load(moves.random, 0) * _FACTOR + _INCREMENT
        cover = cover + (random >> np.uint64(_NOISE_SHIFT))
        random = random * _FACTOR + _INCREMENT
        leave = leave + (random >> np.uint64(_NOISE_SHIFT))
        store(moves.random, 0, random)
    lowest_score = splat(cells, np.uint64(0x8000))
    cover = where(cells & targets, cover, lowest_score)
    b = lowest(mask(equal(cover, highest(cover))))
    leave = where(cells & (np.uint64(match[frame, b]) & np.uint64(moves.line[b]) & sources), leave, lowest_score)
    a = lowest(mask(equal(leave, highest(leave))))
    return step_of(a, b)
