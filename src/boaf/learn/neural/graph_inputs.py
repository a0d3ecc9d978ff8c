"""What a network of stacks sees of a board: facts about each stack and about each pair of stacks.

Card identities do not matter, only which stacks match by card and which by position (`boaf.kernel.position`). A move
a → b deletes b's card from the compatibility graph and a's cell from the position graph, and a board whose graphs have
come apart is lost. So a move is called safe here if b's card is no cut vertex of the one graph and a's cell none of the
other. Everything is the same whatever order the rows, the columns and the stacks have, and whichever of rows and
columns come first.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.bits import Masks, bit, count, is_connected
from boaf.kernel.dealing import EMPTY, Cards, match_cards
from boaf.kernel.native import compiled
from boaf.kernel.position import MAX_CELLS, line_masks
from boaf.kernel.scratch import scratch
from boaf.support.errors import BoafError

STACK_FACTS = (
    "matches by card / 4", "matches by position / 4", "legal moves / 2", "cut vertex of the compatibility graph",
    "cut vertex of the position graph", "no legal move", "no match by card", "stacks / 8 − 1",
)  # fmt: skip
PAIR_FACTS = (
    "match by card", "match by position", "legal move", "safe move there", "safe move back",
    "common matches by card / 4", "matches of the one in line with the other / 4", "the same stack",
)  # fmt: skip
Numbers = NDArray[np.float32]
_MASKS = scratch((MAX_CELLS,), np.uint64)
_PLACES = scratch((MAX_CELLS,), np.int64)


def stacks_of(cards: Cards) -> NDArray[np.int64]:
    """How many stacks boards have. Shape (boards,)."""
    return np.sum(cards != EMPTY, axis=1, dtype=np.int64)


def facts_of(cards: Cards, rows: int, cols: int) -> tuple[Numbers, Numbers]:
    """The facts about boards (boards, cells) with equally many stacks, which must not be none.

    Shapes (boards, stacks, stack facts) and (boards, pair facts, stacks, stacks).
    """
    if cards.ndim != 2 or cards.shape[1] != rows * cols or rows * cols > MAX_CELLS:
        raise BoafError(f"facts need boards of {rows} × {cols} cells, at most {MAX_CELLS}, one per row")
    stacks = int(np.sum(cards[0] != EMPTY)) if len(cards) else 1
    if not stacks:
        raise BoafError("a board without stacks has no facts")
    of_stacks = np.zeros((len(cards), stacks, len(STACK_FACTS)), np.float32)
    of_pairs = np.zeros((len(cards), len(PAIR_FACTS), stacks, stacks), np.float32)
    _collect(np.ascontiguousarray(cards), _lines(rows, cols), of_stacks, of_pairs)
    return of_stacks, of_pairs


@cache
def _lines(rows: int, cols: int) -> Masks:
    return line_masks(rows, cols)[: rows * cols].astype(np.uint64)


@compiled
def _collect(cards: Cards, lines: Masks, of_stacks: Numbers, of_pairs: Numbers) -> None:
    """Write the facts of each board."""
    cells = cards.shape[1]
    stacks = of_stacks.shape[1]
    match, line, places = _MASKS(), _MASKS(), _PLACES()[:stacks]
    for k in range(len(cards)):
        occupied = match_cards(cards[k], match)
        found = 0
        for cell in range(cells):
            line[cell] = lines[cell] & occupied
            if occupied & bit(cell):
                places[found] = cell
                found += 1
        for i in range(stacks):
            cell = places[i]
            others = occupied & ~bit(cell)
            fact = of_stacks[k, i]
            fact[0] = count(match[cell]) / 4
            fact[1] = count(line[cell]) / 4
            fact[2] = count(match[cell] & line[cell]) / 2
            fact[3] = not is_connected(match, others)
            fact[4] = not is_connected(line, others)
            fact[5] = not match[cell] & line[cell]
            fact[6] = not match[cell]
            fact[7] = stacks / 8 - 1
        _collect_pairs(places, match, line, of_stacks[k], of_pairs[k])


@compiled
def _collect_pairs(places: NDArray[np.int64], match: Masks, line: Masks, of_stacks: Numbers, of_pairs: Numbers) -> None:
    """Write the facts about the pairs of one board. Shapes (stacks,), (cells,), (cells,), then of one board."""
    for i in range(len(places)):
        for j in range(len(places)):
            one, other = places[i], places[j]
            by_card, in_line = match[one] & bit(other) != 0, line[one] & bit(other) != 0
            is_legal = by_card and in_line
            of_pairs[0, i, j] = by_card
            of_pairs[1, i, j] = in_line
            of_pairs[2, i, j] = is_legal
            of_pairs[3, i, j] = is_legal and not of_stacks[j, 3] and not of_stacks[i, 4]
            of_pairs[4, i, j] = is_legal and not of_stacks[i, 3] and not of_stacks[j, 4]
            of_pairs[5, i, j] = count(match[one] & match[other]) / 4
            of_pairs[6, i, j] = count(match[one] & line[other]) / 4
            of_pairs[7, i, j] = i == j
