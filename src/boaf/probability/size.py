"""What is known of one board size: counts of a sample of its numbered deals, and the chance that follows.

What is known exactly is not estimated. The chance that the cards of a deal fall into several flocks is known for every
number of cards (`exact`), and no such deal can be solved. Only the rest, deals that are one flock and yet unsolvable,
must be counted on a sample: with d the exact chance of several flocks, and q the share of unsolvable deals among those
of the sample that are one flock,

    P(unsolvable) = d + (1 − d) · q,

and the interval is that of q alone. Where d is most of it, as on 4 × 4, this interval is a quarter as wide as that of
the plain share. Unknown verdicts are counted both ways.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from boaf.cards import STANDARD
from boaf.deals import SEEDS
from boaf.probability.exact import Hands, hands_of
from boaf.support.errors import BoafError
from boaf.support.intervals import Interval, wilson
from boaf.support.provenance import read_record, write_record
from boaf.support.schema import mapping, optional, real, whole

_SIDE = whole(1, len(STANDARD))
_DEALS = whole(0, SEEDS)
_SHAPES = {
    "rows": _SIDE,
    "cols": _SIDE,
    "start": whole(-(1 << 62), 1 << 62),
    "stop": whole(-(1 << 62), 1 << 62),
    "max_nodes": optional(whole(0, 1 << 62)),
    "solvable": _DEALS,
    "odd_bird": _DEALS,
    "flocks": _DEALS,
    "other": _DEALS,
    "unknown": _DEALS,
    "nodes": whole(0, (1 << 63) - 1),
    "processor_seconds": real(0),
    "best_scores": optional(mapping(_DEALS)),
}


@dataclass(frozen=True)
class Size:
    """What was found for one board size, on the numbered deals `start` … `stop` − 1."""

    rows: int
    cols: int
    start: int
    stop: int
    max_nodes: int | None = None
    """The most nodes that a deal could take before it was unknown; None if every deal was decided."""
    solvable: int = 0
    odd_bird: int = 0
    """Deals with a card that matches no other."""
    flocks: int = 0
    """Deals of several flocks otherwise."""
    other: int = 0
    """Unsolvable deals of one flock."""
    unknown: int = 0
    nodes: int = 0
    processor_seconds: float = 0.0
    """Loading included, and compiling where a machine does so for the first time."""
    best_scores: dict[int, int] | None = None
    """How many unsolvable deals have each best score; None where nobody asked."""

    @property
    def deals(self) -> int:
        """How many deals there are."""
        return self.stop - self.start

    @property
    def connected(self) -> int:
        """How many deals are one flock."""
        return self.deals - self.odd_bird - self.flocks

    @property
    def unsolvable(self) -> int:
        """How many deals are unsolvable."""
        return self.odd_bird + self.flocks + self.other

    @property
    def hands(self) -> Hands:
        """What is known exactly of hands of so many cards."""
        return hands_of(self.rows * self.cols)

    def unsolvable_chance(self) -> Interval:
        """The chance that a deal is unsolvable: the exact part and the estimate of the rest."""
        apart = float(self.hands.disconnected_share)
        decided = self.connected - self.unknown
        share = self.other / decided if decided else 0.0
        low = wilson(self.other, self.connected).low
        high = wilson(self.other + self.unknown, self.connected).high
        return Interval(*(apart + (1 - apart) * rest for rest in (share, low, high)))

    def to_json(self) -> dict[str, Any]:
        """The counts and the chance of no solution, as plain values."""
        counts = {"deals": self.deals, "unsolvable": self.unsolvable, "connected": self.connected}
        apart = float(self.hands.disconnected_share)
        return (
            self.__dict__
            | counts
            | {"disconnected_chance": apart}
            | {"unsolvable_chance": self.unsolvable_chance()._asdict()}
        )

    def write(self, directory: Path) -> None:
        """Keep it in a directory."""
        scores = (
            None if self.best_scores is None else {str(key): self.best_scores[key] for key in sorted(self.best_scores)}
        )
        write_record(file_of(directory, self.rows, self.cols), self.__dict__ | {"best_scores": scores})


def file_of(directory: Path, rows: int, cols: int) -> Path:
    """Where a directory keeps what is known of a size."""
    return directory / f"{rows}x{cols}.json"


def read_size(path: Path) -> Size:
    """The size that a file holds."""
    values = read_record(path, _SHAPES)
    del values["made_by"]
    if values["best_scores"] is not None:
        values["best_scores"] = {_score(path, score): number for score, number in values["best_scores"].items()}
    size = Size(**values)
    if size.solvable + size.unsolvable + size.unknown != size.deals:
        raise BoafError(f"{path} is damaged: its verdicts do not add up to its {size.deals:,} deals")
    return size


def _score(path: Path, text: str) -> int:
    if not text.isdecimal() or len(text) > 4:
        raise BoafError(f"{path} is damaged: {text[:20]!r} is not a score")
    return int(text)
