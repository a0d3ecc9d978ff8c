"""Lollipop stick: a card hangs on one that hangs on a third that cannot come near enough (Hoshino & Notarangelo 2019).

Let x match only u, let u match only x and w, and let x and u not be in line. Then {x, u} cannot be collapsed by itself,
so u must cover w, when all other cards W have been collapsed with w on top; and only then x can join. So w must end
in a cell in line with both x and u. It moves only onto cards of W that it matches, each of them once, and never back to
its own cell, which is empty for ever. Hence the board is unsolvable if w matches fewer cards of W than the moves,
through cells of W, that lie between it and the nearest such cell.

Witness: `stick`, the cards x, u and w; `matches`, the cards of W that w matches; `moves`, the moves it would need, null
if it cannot get there at all.
"""

from __future__ import annotations

import numpy as np

from boaf.board import Board
from boaf.kernel.bits import ONE, ZERO, Cell, Masks, count, lowest
from boaf.kernel.native import compiled
from boaf.kernel.position import Position
from boaf.prove.proof import Proof, cards_in, unsolvable

REASON = "lollipop-stick"
_NEVER = 255


@compiled
def lollipop_stick(match: Masks, line: Masks, occupied: np.uint64) -> tuple[Cell, Cell, Cell, int]:
    """The cells of x, u and w and the moves that w would need (255: it cannot); four times −1 if there is no stick."""
    for x in range(len(match)):
        if count(np.uint64(match[x])) != 1:
            continue
        u = np.int64(lowest(np.uint64(match[x])))
        behind = np.uint64(match[u]) & ~(ONE << np.uint64(x))
        if count(behind) != 1 or np.uint64(line[x]) >> np.uint64(u) & ONE:
            continue
        w = np.int64(lowest(behind))
        others = occupied & ~(ONE << np.uint64(x) | ONE << np.uint64(u) | ONE << np.uint64(w))
        moves = moves_between(line, w, others, np.uint64(line[x]) & np.uint64(line[u]))
        if count(np.uint64(match[w]) & others) < moves:
            return x, u, w, moves
    return -1, -1, -1, -1


@compiled
def moves_between(line: Masks, start: Cell, cells: np.uint64, goal: np.uint64) -> int:
    """The fewest moves from the cell `start` to one of `goal` through `cells`; 255 if it cannot be.

    A card that has others to collapse cannot stay where it is.
    """
    reached = ZERO
    frontier = ONE << np.uint64(start)
    moves = 0
    if not cells and frontier & goal:
        return 0
    while frontier:
        found = ZERO
        while frontier:
            found |= np.uint64(line[lowest(frontier)])
            frontier &= frontier - ONE
        # One more move: all cells in line with the frontier that hold one of the cards.
        moves += 1
        frontier = found & cells & ~reached
        reached |= frontier
        if reached & goal:
            return moves
    return _NEVER


def prove(board: Board, position: Position) -> Proof | None:
    """A proof if there is a lollipop stick."""
    x, u, w, moves = lollipop_stick(position.match, position.line, position.occupied)
    if x < 0:
        return None
    x_card, u_card, w_card = stick = [cards_in(board, 1 << int(cell))[0] for cell in (x, u, w)]
    matches = int(position.match[w]).bit_count() - 1
    need = "it can never get there" if moves == _NEVER else f"that takes it {moves} moves"
    few = f"only {matches}" if matches else "none"
    text = (
        f"{x_card} matches only {u_card}, which matches only {x_card} and {w_card}. For these to join, {w_card} must "
        f"come in line with both {x_card} and {u_card}: {need}, and it matches {few} of the other cards."
    )
    witness = {"stick": stick, "matches": matches, "moves": None if moves == _NEVER else int(moves)}
    return unsolvable(board, REASON, witness, text)
