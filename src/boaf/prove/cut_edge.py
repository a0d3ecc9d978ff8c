"""Cut edge: a single match joins a small side to the rest, and mini-boards show that it cannot be used.

Let uw be a cut edge of the compatibility graph, U the side of u and W that of w. A solution is a tree of matches
(`solvers.collapse`), so it uses uw: either w covers u, when all of U has been collapsed with u on top, or u covers w,
when all of W has been collapsed with w on top. In the second case w has moved, so it stands in the cell of another
card of W, and from there on U and w play on alone. Hence the board is unsolvable if

    U cannot be collapsed to a single stack, and
    for no cell of W but that of w can the mini-board of U and w, placed there, be collapsed.

The paper defines U as the 2-edge-connected component of u, and speaks in its proof of the two sides of the cut: this
file asks for both, a side that no cut edge divides. (Where other cut edges leave the component, the cards behind them
may help, and the condition would be wrong: tests/prove keeps such a board.) "Collapsible" is meant as the definition
has it, with any card on top. The stronger test of the paper's proof, that u must be on top, and sides that cut edges
divide, belong to `cut_vertex`. Read so, the four conditions give the printed 1484, 287, 49 and 8 deals of the million.
Like the paper's program, this one stops at six cards.

Witness: `edge`, u and w; `side`, the cards of U; `mini_boards`, all of them, w in every cell in turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import numpy as np

from boaf.board import Board
from boaf.cards import Card
from boaf.kernel.bits import Masks, cells_of, part_around
from boaf.kernel.position import Position, position_of
from boaf.kernel.tables import find_move, new_lookup, tables_of
from boaf.prove.proof import Proof, cards_in, listed, unsolvable
from boaf.prove.search import closed_set
from boaf.solvers.contract import Limits
from boaf.support.threads import PerThread

REASON = "cut-edge"
MOST_CARDS = 6
"""The largest side that is tried."""
_TABLES = 6
"""One move leads into the tables, so a mini-board may have one stack more."""


def prove(board: Board, position: Position) -> Proof | None:
    """A proof if some cut edge with a small side cannot be used."""
    for u, w, side in cut_edges(position):
        if 2 <= side.bit_count() <= MOST_CARDS and not _is_divided(position.match, side):
            boards = _failing_mini_boards(board, int(position.occupied), w, side)
            if boards is not None:
                return _proof(board, u, w, side, boards)
    return None


def cut_edges(position: Position) -> list[tuple[int, int, int]]:
    """Every cut edge as (u, w, the side of u), where the side of u is not the larger, smallest sides first."""
    found = []
    occupied, match = int(position.occupied), position.match.tolist()
    for u in cells_of(occupied):
        for w in cells_of(match[u]):
            if match[u] & match[w]:  # the detour through a common neighbour
                continue
            side = _side(position.match, occupied, u, w)
            if not side >> w & 1 and 2 * side.bit_count() <= occupied.bit_count():
                found.append((u, w, side))
    return sorted(found, key=lambda edge: edge[2].bit_count())


def _side(match: Masks, cells: int, u: int, w: int) -> int:
    """The vertices of `cells` that can be reached from u without the edge uw."""
    rows = match.copy()
    rows[u] = int(rows[u]) & ~(1 << w)
    rows[w] = int(rows[w]) & ~(1 << u)
    return int(part_around(rows, np.uint64(cells), np.uint64(1 << u)))


def _is_divided(match: Masks, side: int) -> bool:
    """Whether a cut edge lies within a side."""
    return any(
        not _side(match, side, a, b) >> b & 1 for a in cells_of(side) for b in cells_of(int(match[a]) & side) if a < b
    )


def _failing_mini_boards(board: Board, occupied: int, w: int, side: int) -> list[Board] | None:
    """The mini-boards of a side and w, if neither the side nor any of them can be collapsed."""
    alone = {cell: board.tops[cell] for cell in cells_of(side)}
    if can_be_collapsed(mini_board(board, alone)):
        return None
    others = cells_of(occupied & ~side & ~(1 << w))
    boards = [mini_board(board, alone | {cell: board.tops[w]}) for cell in others]
    return None if any(map(can_be_collapsed, boards)) else boards


def _proof(board: Board, u: int, w: int, side: int, boards: list[Board]) -> Proof:
    edge = [cards_in(board, 1 << cell)[0] for cell in (u, w)]
    cards = cards_in(board, side)
    witness = {"edge": edge, "side": cards, "mini_boards": [mini.text() for mini in boards]}
    text = (
        f"Only the match of {edge[0]} and {edge[1]} joins {listed(cards)} to the other cards. "
        f"These {len(cards)} cannot be collapsed to one stack, nor can they with {edge[1]} in any of the "
        f"{len(boards)} cells to which the others could bring it."
    )
    return unsolvable(board, REASON, witness, text)


def mini_board(board: Board, placed: Mapping[int, Card | None]) -> Board:
    """A board of the same shape with the given cards in the given cells and no others."""
    return Board.from_cells([placed.get(cell) for cell in range(len(board.tops))], board.cols, rules=board.rules)


def can_be_collapsed(board: Board) -> bool:
    """Whether a board of at most seven stacks can be collapsed to one."""
    if board.stack_count == 1:
        return True
    position = position_of(board)
    if board.rules.adjacent:  # the tables know whole rows and columns
        return closed_set(position, len(board.tops), Limits()) is None
    return bool(find_move(_lookups()(board.cols), position.match[None], position.occupied, position.line, 0) >= 0)


_lookups = PerThread(lambda: cache(lambda cols: new_lookup(tables_of(_TABLES), cols)))
