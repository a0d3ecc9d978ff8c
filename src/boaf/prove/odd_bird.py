"""Odd bird: a card that matches no other (Hoshino & Notarangelo 2019, "Conditions for Unsolvability"; Neller 2018).

Nothing can ever cover it and it can cover nothing, because moves give no card a partner that it lacks at the start.

Witness: `card`, the odd bird.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from boaf.board import Board
from boaf.kernel.bits import ONE, ZERO, Masks, lowest, lowest_bit
from boaf.kernel.native import compiled
from boaf.kernel.position import Position
from boaf.prove.proof import Marks, Proof, cards_in, unsolvable

REASON = "odd-bird"


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


def prove(board: Board, position: Position) -> Proof | None:
    """A proof if some card is an odd bird."""
    birds = cards_in(board, int(odd_birds(position.match, position.occupied)))
    if not birds:
        return None
    text = f"{birds[0]} is an odd bird: no other card shares its suit or has a rank next to its own."
    return unsolvable(board, REASON, {"card": birds[0]}, text)


def marks(witness: dict[str, Any]) -> Marks:
    """The bird."""
    return Marks(keys=(witness["card"],), groups=((witness["card"],),))
