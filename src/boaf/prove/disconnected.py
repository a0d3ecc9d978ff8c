"""Odd birds, multiple flocks and stranded stacks: a graph of the board is in several parts, which never meet.

Odd bird: a card that matches no other (Hoshino & Notarangelo 2019, "Conditions for Unsolvability"; Neller 2018).
Nothing can ever cover it and it can cover nothing, because moves give no card a partner that it lacks at the start.

    Witness: `card`, the odd bird.

Multiple flocks: the compatibility graph is in several parts (Hoshino & Notarangelo 2019). Moves only delete vertices
and edges of that graph, so cards of different flocks never come to lie in one stack.

    Witness: `flock`, the cards of the smallest flock, none of which matches a card outside it.

Stranded: the position graph is in several parts (Roberson & Sperduto 2019, "Stranded States"). A stack moves only to a
cell in line with its own that holds a stack, and no empty cell is ever filled again. So stacks in different parts never
meet. A card alone in its row and column is the commonest case, and the paper's.

    Witness: `part`, the cards of the smallest part, none of which is in line with a stack outside it.
"""

from __future__ import annotations

import numpy as np

from boaf.board import Board
from boaf.kernel.bits import ONE, ZERO, Masks, lowest, lowest_bit, smallest_part
from boaf.kernel.native import compiled
from boaf.kernel.position import Position
from boaf.prove.proof import Proof, cards_in, listed, unsolvable

ODD_BIRD, MULTIPLE_FLOCKS, STRANDED = "odd-bird", "multiple-flocks", "stranded"


@compiled
def odd_birds(match: Masks, occupied: np.uint64) -> np.uint64:
    """The cells whose card matches no other; none where a single stack is left."""
    found = ZERO
    left = occupied
    while left:
        if not match[lowest(left)]:
            found |= lowest_bit(left)
        left &= left - ONE
    return ZERO if found == occupied and not found & (found - ONE) else found


def odd_bird(board: Board, position: Position) -> Proof | None:
    """A proof if some card is an odd bird."""
    birds = cards_in(board, int(odd_birds(position.match, position.occupied)))
    if not birds:
        return None
    text = f"{birds[0]} is an odd bird: no other card shares its suit or has a rank next to its own."
    return unsolvable(board, ODD_BIRD, {"card": birds[0]}, text)


def multiple_flocks(board: Board, position: Position) -> Proof | None:
    """A proof if there are several flocks."""
    flock = cards_in(board, int(smallest_part(position.match, position.occupied)))
    if not flock:
        return None
    text = f"{listed(flock)} form a flock of their own: none of them matches any other card."
    return unsolvable(board, MULTIPLE_FLOCKS, {"flock": flock}, text)


def stranded(board: Board, position: Position) -> Proof | None:
    """A proof if some stacks can never meet the others."""
    part = cards_in(board, int(smallest_part(position.line, position.occupied)))
    if not part:
        return None
    verb, whose = ("is", "its row or its column") if len(part) == 1 else ("are", "their rows or columns")
    where = f"next to {'it' if len(part) == 1 else 'them'}" if board.rules.adjacent else f"in {whose}"
    text = f"{listed(part)} {verb} stranded: no other stack stands {where}."
    return unsolvable(board, STRANDED, {"part": part}, text)
