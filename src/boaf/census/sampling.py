"""Which deals of a census are checked again, and what that can show.

A wrong verdict hides among the deals that have it in the census: an unsolvable deal that was taken for solvable among
those recorded as solvable, and so on. So up to a given number of deals is drawn from those of each recorded verdict,
without replacement, all members of a group being equally likely. A single wrong verdict is then missed with the chance
that its deal is not drawn, 1 − drawn / members. In a million 4 × 4 deals 1,880 are unsolvable: ten thousand of each
leave nothing open there, and 99 % among the others, of which only a check of every deal, or stored solutions, can say
more.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random

import polars as pl

from boaf.census.chunks import Record
from boaf.solvers.result import Verdict


@dataclass
class Check:
    """What was done about the deals that are recorded with one verdict."""

    verdict: Verdict
    deals: int = 0
    """How many there are in the chunks that are whole."""
    checked: int = 0
    """How many of them were checked again, with a clear answer."""
    undecided: int = 0
    """How many were looked at and left open."""

    @property
    def miss_chance(self) -> float:
        """The chance that one wrong verdict among these deals was missed."""
        return miss_chance(self.deals, self.checked)

    def to_json(self) -> dict[str, object]:
        """The check as plain values."""
        return {
            "verdict": str(self.verdict),
            "deals": self.deals,
            "checked": self.checked,
            "undecided": self.undecided,
            "miss_chance": self.miss_chance,
        }


def miss_chance(members: int, drawn: int) -> float:
    """The chance that `drawn` of so many members, drawn without replacement, do not hold a given one.

    >>> miss_chance(1_000, 250), miss_chance(8, 8), miss_chance(0, 0)
    (0.75, 0.0, 0.0)
    """
    return (members - drawn) / members if members else 0.0


Sample = Mapping[int, Mapping[Verdict, Sequence[int]]]
"""For every chunk and verdict, which of its deals with that verdict were drawn, counted from 0 and in order."""


def draw(records: Sequence[Record], size: int, random: Random) -> Sample:
    """Draw up to `size` deals of each verdict from all chunks together."""
    drawn: dict[int, dict[Verdict, list[int]]] = {record.chunk: {} for record in records}
    for verdict in Verdict:
        members = [getattr(record.counts, verdict) for record in records]
        ends = list(accumulate(members, initial=0))
        for member in sorted(random.sample(range(ends[-1]), min(size, ends[-1]))):
            place = bisect_right(ends, member) - 1
            drawn[records[place].chunk].setdefault(verdict, []).append(member - ends[place])
    return drawn


def drawn_rows(frame: pl.DataFrame, drawn: Mapping[Verdict, Sequence[int]]) -> pl.DataFrame:
    """The rows of a chunk that were drawn."""
    parts = [frame.filter(pl.col("verdict") == str(verdict))[list(places)] for verdict, places in drawn.items()]
    return pl.concat(parts) if parts else frame.clear()
