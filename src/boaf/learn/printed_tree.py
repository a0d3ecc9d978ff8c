"""The decision tree of Hoshino & Kahn (2019) as it is printed, six lines on three numbers, as a model like any other.

The program asks whether nw2 is below 74. Its text counts nw2 over pairs i < j, where no deal of the training set but
disconnected ones reaches 74; its printed counts come out exactly if nw2 is counted over ordered pairs, that is, as the
zeros off the diagonal of A². So the program's nw2 is twice the text's, which is the feature `nw2` here.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from boaf import __version__
from boaf.learn.feature_models import FeatureModel
from boaf.models.model_file import Description
from boaf.support.errors import BoafError

KIND = "printed-tree"
NW2, NW1 = 74, 75


def says_unsolvable(
    spanning_trees: NDArray[np.float64], nw2: NDArray[np.float64], nw1: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Hoshino & Kahn's program, line by line, with its own nw2, of ordered pairs. Shapes (boards,)."""
    return np.where(spanning_trees == 0, True, np.where(nw2 < NW2, False, nw1 > NW1))


_DESCRIPTION = Description(
    name=KIND,
    kind=KIND,
    features=("spanning_trees", "nw2", "nw1"),
    recipe={"source": "Hoshino & Kahn (2019), Predictive Model; nw2 over ordered pairs"},
    versions={"boaf": __version__},
)


@dataclass(frozen=True)
class PrintedTree(FeatureModel):
    """The tree of Hoshino & Kahn (2019)."""

    description: Description = _DESCRIPTION

    def of_features(self, features: NDArray[np.float64]) -> NDArray[np.float64]:
        """1 where the tree says solvable, else 0. Shapes (boards, features) and (boards,)."""
        trees, nw2, nw1 = features.T
        return (~says_unsolvable(trees, 2 * nw2, nw1)).astype(np.float64)

    def body(self) -> bytes:
        """Nothing: the tree is this code."""
        return b""


def read_printed(description: Description, body: bytes) -> PrintedTree:
    """The tree from its file."""
    if body or description.features != _DESCRIPTION.features:
        raise BoafError("the printed tree has nothing of its own")
    return PrintedTree(description)
