"""What says of boards how promising they are: a model's probabilities, a network's odds, a heuristic's sums."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.dealing import Cards


class Judge(Protocol):
    """A function from boards to numbers, larger for boards that are likelier solvable.

    `Model.probability` is one; searches and players that take a judge ask it about many boards at once.
    """

    def __call__(self, cards: Cards, rows: int, cols: int, /) -> NDArray[np.floating]:
        """A number for each board. Shapes (boards, cells) and (boards,)."""
