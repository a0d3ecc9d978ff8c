"""Lynchpins: stacks that hold the position graph together and so can never move (Roberson & Sperduto 2019).

A lynchpin is a stack whose cell, once empty, would leave others stranded: a cut vertex of the position graph. The paper
says that any move of a lynchpin loses. That is so at once, by `stranded`, and it stays so:

    A lynchpin v never moves in a solution. Let C and D be two of the parts into which the position graph falls without
    the cell of v. As long as v stands there uncovered, no stack leaves C or D, because stacks move in line and no cell
    of C is in line with one outside C but that of v. So both are still occupied when v moves for the first time, and
    that move strands them.

A solution is a tree in which every card but the last top card is covered once, by its parent (`solvers.collapse`). A
card that never moves covers nothing: lynchpins are leaves of the tree. Take leaves away and a tree is left. Hence a
board is unsolvable if, without some of its lynchpins, its cards fall into several parts by card. Two tests find out
whether that is so for any choice of lynchpins:

    some lynchpin matches only lynchpins (without the others it is a part of its own; nothing can cover it), or
    without all of them, the other cards fall into several parts.

Both of the paper's cases follow. Several lynchpins whose only relaxed moves are each other: the first. A lynchpin with
two or more neighbours of relaxed degree one: the second, for these are parts of their own without it; one such
neighbour is enough if a third stack exists. So the cases as they are printed (`meets_printed_cases`) are sound too, but
weaker; they are kept to be counted.

Witness: `lynchpins`, as few as will do, and `apart`, the smallest part by card that is left without them.
"""

from __future__ import annotations

import numpy as np

from boaf.board import Board
from boaf.kernel.bits import ONE, ZERO, Masks, count, is_connected, lowest, lowest_bit, smallest_part
from boaf.kernel.native import compiled
from boaf.kernel.position import Position
from boaf.prove.proof import Proof, cards_in, listed, unsolvable

REASON = "lynchpin"


@compiled
def lynchpins(line: Masks, occupied: np.uint64) -> np.uint64:
    """The cells without which the position graph is in several parts."""
    found = ZERO
    left = occupied
    while left:
        cell = lowest_bit(left)
        left &= left - ONE
        if not is_connected(line, occupied & ~cell):
            found |= cell
    return found


@compiled
def cards_apart(match: Masks, occupied: np.uint64, pins: np.uint64) -> np.uint64:
    """What stacks that never move keep apart: one of them that matches only such, or a part without them; 0 if none."""
    others = occupied & ~pins
    left = pins
    while left:
        pin = lowest_bit(left)
        left &= left - ONE
        if not np.uint64(match[lowest(pin)]) & others:
            return pin
    return smallest_part(match, others)


@compiled
def is_held_by_lynchpins(match: Masks, line: Masks, occupied: np.uint64) -> bool:
    """Whether the board is unsolvable because of its lynchpins."""
    pins = lynchpins(line, occupied)
    return bool(pins and cards_apart(match, occupied, pins))


@compiled
def is_held_by_one_lynchpin(match: Masks, line: Masks, occupied: np.uint64) -> bool:
    """Whether one lynchpin, taken by itself, is enough."""
    pins = lynchpins(line, occupied)
    while pins:
        if cards_apart(match, occupied, lowest_bit(pins)):
            return True
        pins &= pins - ONE
    return False


@compiled
def meets_printed_cases(match: Masks, line: Masks, occupied: np.uint64) -> bool:
    """The cases that Roberson & Sperduto (2019) print, to the letter.

    Two or more lynchpins have relaxed moves only to lynchpins, or one has two or more neighbours of relaxed degree one.
    """
    pins = lynchpins(line, occupied)
    left = pins
    held = 0
    while left:
        around = np.uint64(match[lowest(left)])
        left &= left - ONE
        if around and not around & ~pins:
            held += 1
        # Count the neighbours that match only this lynchpin.
        hanging = 0
        while around:
            if count(np.uint64(match[lowest(around)])) == 1:
                hanging += 1
            around &= around - ONE
        if hanging >= 2 or held >= 2:
            return True
    return False


def prove(board: Board, position: Position) -> Proof | None:
    """A proof if the lynchpins make the board unsolvable, and it is neither separated nor stranded without them."""
    match, line, occupied = position.match, position.line, position.occupied
    if not (is_connected(match, occupied) and is_connected(line, occupied)):
        return None
    if not is_held_by_lynchpins(match, line, occupied):
        return None
    needed = _as_few_as_will_do(match, occupied, int(lynchpins(line, occupied)))
    pins, cards = cards_in(board, needed), cards_in(board, _part_without(match, occupied, needed))
    what, which = ("is a lynchpin", "it") if len(pins) == 1 else ("are lynchpins", "one of them")
    text = (
        f"{listed(pins)} {what}: to move {which} would strand others. Without {'it' if len(pins) == 1 else 'them'}, "
        f"{listed(cards)} {'matches' if len(cards) == 1 else 'match'} no other card."
    )
    return unsolvable(board, REASON, {"lynchpins": pins, "apart": cards}, text)


def _as_few_as_will_do(match: Masks, occupied: np.uint64, pins: int) -> int:
    """Lynchpins without which the cards fall into several parts, none of which could be left out."""
    lonely = int(cards_apart(match, occupied, np.uint64(pins))) & pins
    pins &= ~lonely
    for cell in range(len(match)):
        fewer = pins & ~(1 << cell)
        if _part_without(match, occupied, fewer):
            pins = fewer
    return pins


def _part_without(match: Masks, occupied: np.uint64, pins: int) -> int:
    return int(smallest_part(match, occupied & ~np.uint64(pins)))
