"""The sieve: which boards may be unsolvable (asked for by Hoshino & Kahn 2019), so that apps deal only solvable ones.

A board that a playout wins has a solution and passes. Of the others, those pass whose probability, by the model that
comes with boaf, is above its `sieve`; the rest are suspect. How many solvable deals that costs, and whether it missed
an unsolvable one, is reported in docs/learning.md.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.dealing import Cards
from boaf.learn.board_features import extract
from boaf.learn.prediction import Model, shipped
from boaf.support.errors import BoafError
from boaf.support.progress import Progress

_CHUNK = 20_000


def suspects(
    cards: Cards,
    rows: int = 4,
    cols: int = 4,
    model: Model | None = None,
    progress: Progress | None = None,
) -> NDArray[np.bool_]:
    """Which boards may be unsolvable; the others can be dealt without a search.

    Parameters
    ----------
    cards
        Card numbers, one board per row. Shape (boards, cells).
    rows, cols
        The size of the boards.
    model
        A model with a parameter `sieve`; by default the model that comes with boaf.
    progress
        Called with the number of boards finished since its last call.

    Returns
    -------
    array
        True for suspects. Shape (boards,).

    Raises
    ------
    BoafError
        If the model has no parameter `sieve`.

    Examples
    --------
    >>> import numpy as np
    >>> from boaf.learn.data import numbered_deals
    >>> np.flatnonzero(suspects(numbered_deals(0, 12).cards)).tolist()
    [10]

    """
    model = model or shipped()
    if "sieve" not in model.description.parameters:
        raise BoafError(f"{model.description.name} is no sieve: it has no such parameter")
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
