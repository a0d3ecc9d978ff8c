"""The sieve: which boards may be unsolvable (asked for by Hoshino & Kahn 2019), so that apps deal only solvable ones.

A board that a playout wins has a solution and passes. Of the others, those pass whose probability, by the model that
comes with boaf, is above its `sieve`; the rest are suspect. How many solvable deals that costs, and whether it missed
an unsolvable one, is told in docs/learning.md.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.dealing import Cards
from boaf.learn.board_features import extract
from boaf.learn.model import Model, shipped
from boaf.progress import Progress

_CHUNK = 20_000


def suspects(
    cards: Cards,
    rows: int = 4,
    cols: int = 4,
    model: Model | None = None,
    progress: Progress | None = None,
) -> NDArray[np.bool_]:
    """Which boards are suspect. Shapes (boards, cells) and (boards,)."""
    model = model or shipped()
    sieve = float(model.description.parameters["sieve"])
    return probability_unless_won(cards, rows, cols, model, progress) <= sieve


def probability_unless_won(
    cards: Cards,
    rows: int = 4,
    cols: int = 4,
    model: Model | None = None,
    progress: Progress | None = None,
) -> NDArray[np.float64]:
    """How likely boards are solvable: 1 where a playout wins, else what the model says. Shape (boards,)."""
    model = model or shipped()
    found = np.ones(len(cards))
    for first in range(0, len(cards), _CHUNK):
        part = cards[first : first + _CHUNK]
        left = first + np.flatnonzero(extract(part, rows, cols, ("fewest_left",))[:, 0] > 1)
        if len(left):
            found[left] = model.probability(cards[left], rows, cols)
        if progress:
            progress(len(part))
    return found
