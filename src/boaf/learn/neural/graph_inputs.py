"""Graph inputs: what our network sees of each stack and of each pair of stacks.

Card identities do not matter, only which stacks match by card and which by position (`boaf.kernel.position`). A move a
→ b deletes b's card from the compatibility graph and a's cell from the position graph, and a board with a disconnected
graph is lost. So a move is called safe here if b's card is not a cut vertex of the one graph and a's cell is not one of
the other. The inputs do not depend on the order of the rows, the columns and the stacks, nor on which of rows and
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

STACK_INPUTS = (
    "matches by card / 4", "matches by position / 4", "legal moves / 2", "cut vertex of the compatibility graph",
    "cut vertex of the position graph", "no legal move", "no match by card", "stacks / 8 − 1",
)  # fmt: skip
PAIR_INPUTS = (
    "match by card", "match by position", "legal move", "safe move there", "safe move back",
    "common matches by card / 4", "matches of the one in line with the other / 4", "the same stack",
)  # fmt: skip
Numbers = NDArray[np.float32]
_MASKS = scratch((MAX_CELLS,), np.uint64)
_PLACES = scratch((MAX_CELLS,), np.int64)


def stacks_of(cards: Cards) -> NDArray[np.int64]:
    """The number of stacks of boards. Shape (boards,)."""
    return np.sum(cards != EMPTY, axis=1, dtype=np.int64)


def graph_inputs(cards: Cards, rows: int, cols: int) -> tuple[Numbers, Numbers]:
    """The inputs of boards (boards, cells) with equally many stacks, at least one.

    Shapes (boards, stacks, stack inputs) and (boards, pair inputs, stacks, stacks).
    """
    if cards.ndim != 2 or cards.shape[1] != rows * cols or rows * cols > MAX_CELLS:
        raise BoafError(f"graph inputs need boards of {rows} × {cols} cells, at most {MAX_CELLS}, one per row")
    stacks = int(np.sum(cards[0] != EMPTY)) if len(cards) else 1
    if not stacks:
        raise BoafError("a board without stacks has no graph inputs")
    of_stacks = np.zeros((len(cards), stacks, len(STACK_INPUTS)), np.float32)
    of_pairs = np.zeros((len(cards), len(PAIR_INPUTS), stacks, stacks), np.float32)
    _write_inputs(np.ascontiguousarray(cards), lines_of(rows, cols), of_stacks, of_pairs)
    return of_stacks, of_pairs


@cache
def lines_of(rows: int, cols: int) -> Masks:
    """The cells in line with each cell, as 64-bit masks. Shape (cells,)."""
    return line_masks(rows, cols)[: rows * cols].astype(np.uint64)


@compiled
def _write_inputs(cards: Cards, lines: Masks, of_stacks: Numbers, of_pairs: Numbers) -> None:
    """Write the inputs of each board."""
    cells = cards.shape[1]
    stacks = of_stacks.shape[1]
    match, line, places = _MASKS(), _MASKS(), _PLACES()[:stacks]
    for k in range(len(cards)):
        occupied = match_cards(cards[k], match)
        # Stack i is in the cell places[i]; a line counts its stacks, not its empty cells.
        found = 0
        for cell in range(cells):
            line[cell] = lines[cell] & occupied
            if occupied & bit(cell):
                places[found] = cell
                found += 1
        for i in range(stacks):
            cell = places[i]
            others = occupied & ~bit(cell)
            values = of_stacks[k, i]
            values[0] = count(match[cell]) / 4
            values[1] = count(line[cell]) / 4
            values[2] = count(match[cell] & line[cell]) / 2
            # A cut vertex is a stack whose removal leaves the others in several parts.
            values[3] = not is_connected(match, others)
            values[4] = not is_connected(line, others)
            values[5] = not match[cell] & line[cell]
            values[6] = not match[cell]
            values[7] = stacks / 8 - 1
        _write_pairs(places, match, line, of_stacks[k], of_pairs[k])


@compiled
def _write_pairs(places: NDArray[np.int64], match: Masks, line: Masks, of_stacks: Numbers, of_pairs: Numbers) -> None:
    """Write the inputs of the pairs of one board. Shapes (stacks,), (cells,), (cells,), then those of one board."""
    for i in range(len(places)):
        for j in range(len(places)):
            one, other = places[i], places[j]
            by_card, in_line = match[one] & bit(other) != 0, line[one] & bit(other) != 0
            is_legal = by_card and in_line
            of_pairs[0, i, j] = by_card
            of_pairs[1, i, j] = in_line
            of_pairs[2, i, j] = is_legal
            # A move is safe if neither the covered card nor the vacated cell is a cut vertex of its graph.
            of_pairs[3, i, j] = is_legal and not of_stacks[j, 3] and not of_stacks[i, 4]
            of_pairs[4, i, j] = is_legal and not of_stacks[i, 3] and not of_stacks[j, 4]
            of_pairs[5, i, j] = count(match[one] & match[other]) / 4
            of_pairs[6, i, j] = count(match[one] & line[other]) / 4
            of_pairs[7, i, j] = i == j
