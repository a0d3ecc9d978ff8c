"""How likely a position is solvable, estimated from its compatibility graph: what `ordered` orders children by.

The model is the linear regression of Araki et al. (2019) on its feature subset H, of which the paper says only that it
has three features, all of the compatibility graph. Of all triples of the graph features, those of degree statistics are
the ones with the printed error of 0.400, so H is read as minimum, maximum and mean degree. The weights come from
`tools/fit_estimate.py`, which makes its own data.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.bits import ONE, Masks, count, lowest
from boaf.kernel.jit import compiled

FEATURES = ("minimum degree", "maximum degree", "mean degree")


class Estimate(NamedTuple):
    """A linear model."""

    weights: NDArray[np.float64]
    """One for each of `FEATURES`. Shape (3,)."""


NO_ESTIMATE = Estimate(np.zeros(len(FEATURES)))


@cache
def fitted_estimate() -> Estimate:
    """The model that `tools/fit_estimate.py` has found; its constant does not matter to an order."""
    return Estimate(np.array(json.loads(files("boaf.solvers").joinpath("estimate.json").read_text())["weights"]))


@compiled
def degrees(match: Masks, occupied: np.uint64, values: NDArray[np.float64]) -> None:
    """Write the features of a position to `values`. Shape (3,)."""
    lowest_degree, highest_degree, total, stacks = 64, 0, 0, 0
    left = occupied
    while left:
        degree = count(np.uint64(match[lowest(left)]))
        left &= left - ONE
        lowest_degree = min(lowest_degree, degree)
        highest_degree = max(highest_degree, degree)
        total += degree
        stacks += 1
    values[0] = lowest_degree
    values[1] = highest_degree
    values[2] = total / stacks


@compiled
def estimate(model: Estimate, match: Masks, occupied: np.uint64) -> float:
    """The value of a model for a position, up to a constant."""
    values = np.empty(3)
    degrees(match, occupied, values)
    return model.weights[0] * values[0] + model.weights[1] * values[1] + model.weights[2] * values[2]
