"""Observed shares, and Wilson's 95 % interval for the true ones.

The interval (Wilson 1927) keeps its level even if hardly any or nearly all trials succeed.
"""

from __future__ import annotations

from math import floor, log10, sqrt
from typing import NamedTuple

NORMAL_QUANTILE = 1.959963984540054
"""95 % of the normal distribution are within this many standard deviations of the mean."""


class Interval(NamedTuple):
    """An observed share, and the bounds of the true one with 95 % confidence."""

    share: float
    low: float
    high: float

    def __str__(self) -> str:
        share, low, high = self.percentages()
        return f"{share}, 95 % interval {low} … {high}"

    def percentages(self) -> tuple[str, str, str]:
        """The share and the bounds as texts; a positive value is never rounded to 0."""
        share, low, high = (_percentage(value, self._digits()) for value in self)
        return share, low, high

    def _digits(self) -> int:
        """The number of decimals that the width of the interval justifies."""
        width = 100 * (self.high - self.low)
        return 4 if width <= 0 else max(2 - floor(log10(width)), 1)


def _percentage(value: float, digits: int) -> str:
    rounded = f"{100 * value:.{digits}f}"
    return f"{100 * value:.2g} %" if value and not float(rounded) else f"{rounded} %"


def wilson(found: int, trials: int) -> Interval:
    """Wilson's 95 % interval for the probability of an event that occurred `found` times in `trials` trials."""
    if not trials:
        return Interval(0.0, 0.0, 1.0)
    share, square = found / trials, NORMAL_QUANTILE**2
    middle = (found + square / 2) / (trials + square)
    width = NORMAL_QUANTILE * sqrt(trials * share * (1 - share) + square / 4) / (trials + square)
    return Interval(share, max(middle - width, 0.0), min(middle + width, 1.0))
