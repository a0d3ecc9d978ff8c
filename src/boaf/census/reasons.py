"""The reasons of many unsolvable deals, without proofs.

They are those of `prove.explain`, found faster. Four in five unsolvable 4 × 4 deals have an odd bird and most others
several flocks, which a compiled pass detects. The boards are known to be unsolvable, so the last conditions need not be
computed: a board of up to sixteen cells has few enough collapse sets that `collapse` always proves it, and a board with
fewer stacks than `collapse` needs is left to `search`. Only on larger boards must the sets be found; there the reason
is `search` if they are not complete after a fixed number of pairs.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board
from boaf.kernel.bits import Masks, is_connected
from boaf.kernel.dealing import Cards, board_of, match_cards
from boaf.kernel.native import compiled
from boaf.kernel.position import Status, line_masks, position_of
from boaf.kernel.scratch import scratch_rows
from boaf.prove import collapse, disconnected, search
from boaf.prove.conditions import BOUNDED
from boaf.prove.disconnected import odd_birds
from boaf.rules import STANDARD_RULES, Rules
from boaf.solvers.collapse import Collapser
from boaf.solvers.contract import Limits

ODD_BIRD, MULTIPLE_FLOCKS, ONE_FLOCK = range(3)
"""The results of `flocks_of`."""
_ALWAYS_COLLAPSED = 16
"""Up to this many cells, all collapse sets fit in memory."""
_PAIRS = 1 << 28
_ROW = scratch_rows(1)


def reasons_of(cards: Cards, rows: int, cols: int, rules: Rules = STANDARD_RULES) -> list[str]:
    """The reason of each board; all are known to be unsolvable. Shape (boards, cells)."""
    if not rules.is_standard:
        return [_reason_of(board_of(board, cols, rules)) for board in cards]
    names = {ODD_BIRD: disconnected.ODD_BIRD, MULTIPLE_FLOCKS: disconnected.MULTIPLE_FLOCKS}
    codes = flocks_of(cards, rows, cols).tolist()
    return [names.get(code) or _reason_of(board_of(cards[k], cols)) for k, code in enumerate(codes)]


def flocks_of(cards: Cards, rows: int, cols: int) -> NDArray[np.int8]:
    """Whether each board has an odd bird, several flocks otherwise, or one. Shapes (boards, cells) and (boards,)."""
    codes = np.zeros(len(cards), np.int8)
    _sort_out(cards, line_masks(rows, cols), codes)
    return codes


@compiled
def _sort_out(cards: Cards, line: Masks, codes: NDArray[np.int8]) -> None:
    """Find the boards with an odd bird and those with several flocks. Shapes (boards, cells), (cells,), (boards,)."""
    match = _ROW(line)[0]
    for k in range(len(cards)):
        occupied = match_cards(cards[k], match)
        codes[k] = ONE_FLOCK
        if not is_connected(match, occupied):
            codes[k] = ODD_BIRD if odd_birds(match, occupied) else MULTIPLE_FLOCKS


def _reason_of(board: Board) -> str:
    position = position_of(board)
    for condition in BOUNDED:
        if proof := condition.prove(board, position):
            return proof.reason
    if board.stack_count < collapse.FEWEST_STACKS:
        return search.REASON
    if len(board.tops) <= _ALWAYS_COLLAPSED or Collapser(position).advance_until(_PAIRS, Limits(), 0) == Status.DONE:
        return collapse.REASON
    return search.REASON
