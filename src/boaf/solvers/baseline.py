"""The challenge's baseline: depth-first search with an explicit stack, as Neller's Java code has it.

Pop a position; skip it if its top cards were seen; count it; stop if a single stack is left; push all children in
natural order, so that they are explored from the last. It prunes nothing, except that a board with an odd bird, a
stack that matches no other by card, is rejected before the search. A node is a position that was counted so.
"""

from __future__ import annotations

from boaf.board import Board
from boaf.graphs import compatibility_masks
from boaf.solvers.contract import Limits, Outcome
from boaf.solvers.depth_first import REVERSED, Choices, search
from boaf.solvers.result import Verdict

CHOICES = Choices(drop=0, order=REVERSED, count_all=True)


def solve(board: Board, limits: Limits) -> Outcome:
    """Search everything, last child first."""
    masks = compatibility_masks(board)
    if not board.is_solved and any(not mask for mask, card in zip(masks, board.tops, strict=True) if card is not None):
        return Outcome(Verdict.UNSOLVABLE, (), 0)
    return search(board, limits, CHOICES)
