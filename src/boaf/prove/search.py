"""Search: every position that can be reached was tried (Hoshino & Notarangelo 2019); the last resort.

The closed set holds the board and every position that legal moves lead to, by way of positions that are neither
separated nor stranded; positions that are one of these are left out, because no solution comes from them. If no member
is a single stack, the board is unsolvable.

Witness: `positions`, the size of the closed set; `digest`, the SHA-256 of its positions as lines of top cards, cell by
cell (as in `2H -- 3D KD`), sorted, each with a newline.
"""

from __future__ import annotations

import numpy as np

from boaf.board import Board
from boaf.board_text import EMPTY
from boaf.kernel.bits import is_connected
from boaf.kernel.position import Position
from boaf.prove.proof import Proof, unsolvable
from boaf.solvers.contract import Limits
from boaf.support.errors import UndecidedError
from boaf.support.files import digest_of

REASON = "search"
MOST_POSITIONS = 1 << 20
"""The largest closed set that is kept in memory."""


def prove(board: Board, position: Position, limits: Limits) -> Proof | None:
    """A proof if the board is unsolvable.

    Raises `UndecidedError` where there are more positions than limits and memory allow.
    """
    closed = closed_set(position, len(board.tops), limits)
    if closed is None:
        return None
    names = [EMPTY, *(EMPTY if card is None else str(card) for card in board.tops)]
    lines = sorted(" ".join(names[number] for number in numbers) for numbers in closed)
    digest = digest_of("".join(f"{line}\n" for line in lines))
    text = (
        f"All {len(closed)} positions that can be reached without stranding a card or parting the flock were tried: "
        f"none is a single stack."
    )
    if board.is_over:
        text = "No move can be made: no two stacks match both by card and by position."
    elif len(closed) == 1:
        text = "Every move strands a card or parts the flock."
    return unsolvable(board, REASON, {"positions": len(closed), "digest": digest}, text)


def closed_set(position: Position, cell_count: int, limits: Limits) -> set[bytes] | None:
    """The positions that can be reached, each as the number of the top card of every cell, or None if one is solved.

    A card's number is that of its cell at the start, counted from 1; 0 is an empty cell.
    """
    match = [0, *map(int, position.match)]
    line = [int(row) for row in position.line]
    cells = range(cell_count)
    start = bytes(cell + 1 if int(position.occupied) >> cell & 1 else 0 for cell in cells)
    closed: set[bytes] = set()
    todo = [start]
    while todo:
        tops = todo.pop()
        if tops in closed or _is_hopeless(tops, match, position):
            continue
        if len(closed) >= MOST_POSITIONS or not limits.nodes_left(len(closed)):
            raise UndecidedError(f"a limit was reached after {len(closed)} positions")
        closed.add(tops)
        if sum(map(bool, tops)) == 1:
            return None
        for a in cells:
            for b in cells:
                if tops[a] and tops[b] and line[a] >> b & 1 and match[tops[a]] >> (tops[b] - 1) & 1:
                    child = bytearray(tops)
                    child[b], child[a] = tops[a], 0
                    todo.append(bytes(child))
    return closed


def _is_hopeless(tops: bytes, match: list[int], position: Position) -> bool:
    """Whether a position is separated or stranded."""
    cells = [cell for cell in range(len(tops)) if tops[cell]]
    rows = np.zeros_like(position.match)
    for a in cells:
        rows[a] = sum(1 << b for b in cells if match[tops[a]] >> (tops[b] - 1) & 1)
    occupied = np.uint64(sum(1 << cell for cell in cells))
    return not (is_connected(rows, occupied) and is_connected(position.line, occupied))
