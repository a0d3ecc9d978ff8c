"""Counts of verdicts, and the share of unsolvable deals with its interval.

The interval is Wilson's (1927), for 95 %: it holds its level also where hardly any or nearly all deals are unsolvable.
Where verdicts are unknown they are counted both ways: the interval begins where it would if all of these deals were
solvable and ends where it would if none were.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

from boaf.prove.proof import REASONS

NORMAL_QUANTILE = 1.959963984540054
"""Of the normal distribution, 95 % lie within so many standard deviations."""


class Interval(NamedTuple):
    """A share that was observed, and between which bounds the true one lies with 95 % confidence."""

    share: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{100 * self.share:.4f} %, 95 % interval {100 * self.low:.4f} % … {100 * self.high:.4f} %"


@dataclass(frozen=True)
class Counts:
    """What was found on a set of deals."""

    solvable: int = 0
    unsolvable: int = 0
    unknown: int = 0
    reasons: dict[str, int] | None = None
    """How many deals are unsolvable for each reason, in order of precedence; None where nobody asked."""
    nodes: int = 0

    @property
    def deals(self) -> int:
        """How many deals there are."""
        return self.solvable + self.unsolvable + self.unknown

    def unsolvable_share(self) -> Interval:
        """The share of unsolvable deals, unknown ones counted both ways; the share itself is of the known ones."""
        low = wilson(self.unsolvable, self.deals).low
        high = wilson(self.unsolvable + self.unknown, self.deals).high
        known = self.solvable + self.unsolvable
        return Interval(self.unsolvable / known if known else 0.0, low, high)

    def solvable_share(self) -> Interval:
        """The share of solvable deals, unknown ones counted both ways; the share itself is of the known ones."""
        share, low, high = self.unsolvable_share()
        return Interval(1 - share if self.solvable + self.unsolvable else 0.0, 1 - high, 1 - low)

    def to_json(self) -> dict[str, object]:
        """The counts as plain values."""
        return {
            "deals": self.deals,
            "solvable": self.solvable,
            "unsolvable": self.unsolvable,
            "unknown": self.unknown,
            "reasons": self.reasons,
            "nodes": self.nodes,
        }


def wilson(found: int, trials: int) -> Interval:
    """Wilson's 95 % interval for the probability of what was found so often in so many trials."""
    if not trials:
        return Interval(0.0, 0.0, 1.0)
    share, square = found / trials, NORMAL_QUANTILE**2
    middle = (found + square / 2) / (trials + square)
    width = NORMAL_QUANTILE * sqrt(trials * share * (1 - share) + square / 4) / (trials + square)
    return Interval(share, max(middle - width, 0.0), min(middle + width, 1.0))


def total(parts: Iterable[Counts], *, reasons: bool) -> Counts:
    """The counts of several sets of deals together."""
    solvable = unsolvable = unknown = nodes = 0
    found: Counter[str] = Counter()
    for part in parts:
        solvable += part.solvable
        unsolvable += part.unsolvable
        unknown += part.unknown
        nodes += part.nodes
        found.update(part.reasons or {})
    return Counts(solvable, unsolvable, unknown, in_order(found) if reasons else None, nodes)


def in_order(found: Counter[str]) -> dict[str, int]:
    """Reasons with their counts, in order of precedence."""
    return {reason: found[reason] for reason in REASONS if found[reason]}
