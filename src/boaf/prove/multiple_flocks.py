"""Multiple flocks: the compatibility graph is in several parts (Hoshino & Notarangelo 2019).

Moves only delete vertices and edges of that graph, so cards of different flocks never come to lie in one stack.

Witness: `flock`, the cards of the smallest flock, none of which matches a card outside it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from boaf.board import Board
from boaf.kernel.bits import Masks, is_connected, smallest_part
from boaf.kernel.native import compiled
from boaf.kernel.position import Position
from boaf.prove.proof import Marks, Proof, cards_in, listed, unsolvable

REASON = "multiple-flocks"


@compiled
def is_separated(match: Masks, occupied: np.uint64) -> bool:
    """Whether there are several flocks; an odd bird is a flock of one."""
    return not is_connected(match, occupied)


def prove(board: Board, position: Position) -> Proof | None:
    """A proof if there are several flocks."""
    if not is_separated(position.match, position.occupied):
        return None
    flock = cards_in(board, int(smallest_part(position.match, position.occupied)))
    text = f"{listed(flock)} form a flock of their own: none of them matches any other card."
    return unsolvable(board, REASON, {"flock": flock}, text)


def marks(witness: dict[str, Any]) -> Marks:
    """The flock."""
    return Marks(groups=(tuple(witness["flock"]),))
