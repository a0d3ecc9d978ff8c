"""Many boards at once: their classes (Roberson & Sperduto 2019) and conditions (Hoshino & Notarangelo 2019)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from boaf.deals import deal
from boaf.kernel.bits import Masks, count, is_connected
from boaf.kernel.dealing import Cards, match_cards
from boaf.kernel.native import compiled
from boaf.kernel.position import has_move, line_masks, position_of
from boaf.kernel.scratch import scratch_rows
from boaf.prove import search
from boaf.prove.conditions import BOUNDED, HOSHINO_NOTARANGELO
from boaf.prove.lynchpin import is_held_by_lynchpins, is_held_by_one_lynchpin, meets_printed_cases

CLASSES = ("stranded", "separated", "lynchpin", "one lynchpin", "printed lynchpin", "no move")
"""The columns of `classes_of`.

The third is the whole condition of `prove.lynchpin`; the fourth takes every lynchpin by itself; the fifth has only the
cases that the text of Roberson & Sperduto (2019) prints. These two together come nearest to their Table 2.
The last class is for boards of several stacks none of which can move.
"""

_ROW = scratch_rows(1)
_INTRACTABILITY = [condition for condition in BOUNDED if condition.source == HOSHINO_NOTARANGELO]


def classes_of(cards: Cards, rows: int = 4, cols: int = 4) -> NDArray[np.bool_]:
    """The classes of Roberson & Sperduto (2019) to which boards belong, one board per row of card numbers.

    A board may belong to several; one that belongs to any is unsolvable.
    """
    found = np.zeros((len(cards), len(CLASSES)), np.bool_)
    _classify(np.ascontiguousarray(cards), line_masks(rows, cols), found)
    return found


@compiled
def _classify(cards: Cards, line: Masks, found: NDArray[np.bool_]) -> None:
    """Shapes: cards (boards, cells), found (boards, 6)."""
    match = _ROW(line)[0]
    for k in range(len(cards)):
        occupied = match_cards(cards[k], match)
        found[k, 0] = not is_connected(line, occupied)
        found[k, 1] = not is_connected(match, occupied)
        found[k, 2] = is_held_by_lynchpins(match, line, occupied)
        found[k, 3] = is_held_by_one_lynchpin(match, line, occupied)
        found[k, 4] = meets_printed_cases(match, line, occupied)
        found[k, 5] = count(occupied) > 1 and not has_move(match, 0, line)


def intractability_reasons(seeds: Iterable[int]) -> list[str]:
    """The first condition of Hoshino & Notarangelo (2019) that each unsolvable 4 × 4 deal meets, or `search`."""
    reasons = []
    for seed in seeds:
        board = deal(int(seed))
        position = position_of(board)
        proofs = (condition.prove(board, position) for condition in _INTRACTABILITY)
        reasons.append(next((proof.reason for proof in proofs if proof), search.REASON))
    return reasons
