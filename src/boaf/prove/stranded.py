"""Stranded: the position graph is in several parts (Roberson & Sperduto 2019, "Stranded States").

A stack moves only to a cell in line with its own that holds a stack, and no empty cell is ever filled again. So stacks
in different parts never meet. A card alone in its row and column is the commonest case, and the paper's.

Witness: `part`, the cards of the smallest part, none of which is in line with a stack outside it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from boaf.board import Board
from boaf.kernel.bits import Masks, is_connected, smallest_part
from boaf.kernel.native import compiled
from boaf.kernel.position import Position
from boaf.prove.proof import Marks, Proof, cards_in, listed, unsolvable

REASON = "stranded"


@compiled
def is_stranded(line: Masks, occupied: np.uint64) -> bool:
    """Whether some stacks can never meet the others."""
    return not is_connected(line, occupied)


def prove(board: Board, position: Position) -> Proof | None:
    """A proof if some stacks can never meet the others."""
    if not is_stranded(position.line, position.occupied):
        return None
    part = cards_in(board, int(smallest_part(position.line, position.occupied)))
    verb, whose = ("is", "its row or its column") if len(part) == 1 else ("are", "their rows or columns")
    text = f"{listed(part)} {verb} stranded: no other stack stands in {whose}."
    return unsolvable(board, REASON, {"part": part}, text)


def marks(witness: dict[str, Any]) -> Marks:
    """The part, as it lies."""
    return Marks(groups=(tuple(witness["part"]),), is_by_position=True)
