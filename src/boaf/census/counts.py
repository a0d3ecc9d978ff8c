"""Counts of verdicts, and the share of unsolvable deals with its interval.

Where verdicts are unknown they are counted both ways: the interval begins where it would if all of these deals were
solvable and ends where it would if none were.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from boaf.prove.conditions import CONDITIONS
from boaf.support.errors import BoafError
from boaf.support.intervals import Interval, wilson


@dataclass(frozen=True)
class Counts:
    """The verdicts of a set of deals, counted."""

    solvable: int = 0
    unsolvable: int = 0
    unknown: int = 0
    reasons: dict[str, int] | None = None
    """How many deals are unsolvable for each reason, in order of precedence; None if they were not asked for."""
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

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Counts:
        """The counts that are part of these values, which must add up."""
        counts = cls(**{name: values[name] for name in cls.__dataclass_fields__ if name in values})
        if counts.deals != values["deals"]:
            raise BoafError(f"'deals' is {values['deals']}, but the verdicts add up to {counts.deals}")
        return counts

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


def total(parts: Iterable[Counts], *, reasons: bool) -> Counts:
    """The counts of several sets of deals together."""
    found: Counter[str] = Counter()
    sums: Counter[str] = Counter()
    for part in parts:
        sums.update({name: getattr(part, name) for name in ("solvable", "unsolvable", "unknown", "nodes")})
        found.update(part.reasons or {})
    return Counts(**sums, reasons=in_order(found) if reasons else None)


def in_order(found: Counter[str]) -> dict[str, int]:
    """Reasons with their counts, in order of precedence."""
    return {reason: found[reason] for reason in CONDITIONS if found[reason]}
