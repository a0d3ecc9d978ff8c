"""Where a mean of folds lies."""

from __future__ import annotations

import numpy as np

from boaf.papers.araki_et_al import PRINTED_STATES
from boaf.support.errors import require

TOLERANCE = 0.01
"""How much an accuracy may differ on another machine or with another version of a library."""


def interval_of_folds(folds: list[float], states: int) -> tuple[float, float]:
    """Where a mean of folds on the paper's states, which are others, lies with 95 % confidence, by the folds' spread.

    Both means are of a sample: ours of `states` states, the paper's of 500,000. With few folds it is Student's.
    """
    mean, error = float(np.mean(folds)), float(np.std(folds, ddof=1)) / len(folds) ** 0.5
    quantile = float(require("scipy.stats", "learn").t.ppf(0.975, len(folds) - 1))
    spread = quantile * error * (1 + states / PRINTED_STATES) ** 0.5
    return mean - spread, mean + spread
