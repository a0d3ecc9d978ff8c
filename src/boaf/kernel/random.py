"""SplitMix64, compiled: the same numbers as `boaf.deals.SplitMix64`. The state is an array of one word."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.native import compiled


@compiled
def next_random(state: NDArray[np.uint64]) -> np.uint64:
    """The next 64 random bits."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    x = state[0]
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@compiled
def random_below(state: NDArray[np.uint64], bound: int) -> np.int64:
    """A random number in 0 … bound − 1."""
    return np.int64((next_random(state) >> np.uint64(32)) * np.uint64(bound) >> np.uint64(32))
