"""The gap in Hoshino & Notarangelo (2019): a block can be cleared although no literal of its clause is true.

The paper says that the rungs of a block need an activator that comes down to them. But a match works both ways: a
rung can go up onto the activator, whose rank is next to its own. There it stands in the row of the card opposite,
whose rank is next to its own as well; that card covers it, and a runner covers that card. So, in each of the three
columns alone, and with no help from the others,

    rung → rung, rung → activator, opposite → rung, runner → opposite, the other runner → runner

takes rungs and activator away and leaves the runner in the column of the *literal*, which is what the paper reads as
"this literal is false". The ladder cards do not need the activator either: the card of rank L in their column covers
them. With this in place of Lemma 1, the deal of every formula whatever is solvable, satisfiable or not. The smallest
formula whose deal should not be solvable, all eight clauses on three variables, makes 103 × 103 cards, and
`boaf sat play` plays them down to one stack.
"""

from __future__ import annotations

from boaf.board import Board
from boaf.reduction.playing import cover
from boaf.reduction.printed import THREE, Printed


def clear_false_block(deal: Printed, board: Board, block: int) -> None:
    """Clear a block as if all three literals of its clause were false."""
    for literal in THREE:
        upper, lower = deal.rungs(block, literal)
        opposite = deal.opposite(block, literal)
        low, high = deal.runners(block, literal)
        near, far = (low, high) if deal.blocks[block][literal] < 0 else (high, low)
        cover(board, upper, lower, deal.activator(block, literal))
        cover(board, opposite, upper)
        cover(board, near, opposite)
        cover(board, far, near)
        first = deal.ladder(block, literal, literal)
        cover(board, first, *(deal.ladder(block, literal, number) for number in THREE if number != literal))
        cover(board, deal.last(block, literal), first)
