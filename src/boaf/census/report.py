"""What a census says: the share of unsolvable deals, the reasons, and how the unsolvable seeds are spread.

The plot is Figure 4 of papers/004, a histogram of unsolvable seeds. Its red line is the mean number in a bin: if the
shuffler treats all seeds alike, the bins scatter about it like counts of a Poisson variable.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from boaf.census.counts import Counts, total
from boaf.census.directory import CensusDirectory
from boaf.census.parameters import Parameters
from boaf.solve.result import Verdict

BINS = 50


@dataclass(frozen=True)
class Report:
    """What the finished chunks of a census hold."""

    parameters: Parameters
    counts: Counts
    edges: NDArray[np.int64]
    """The first seed of every bin, and the end of the last. Shape (bins + 1,)."""
    bins: NDArray[np.int64]
    """How many unsolvable seeds fall into each bin. Shape (bins,)."""

    @property
    def missing(self) -> int:
        """How many deals are not solved yet."""
        return self.parameters.stop - self.parameters.start - self.counts.deals

    def to_json(self) -> dict[str, object]:
        """The report as plain values."""
        names = ("rows", "cols", "start", "stop")
        shape: dict[str, object] = {name: getattr(self.parameters, name) for name in names}
        share = self.counts.unsolvable_share()._asdict()
        histogram = {"edges": self.edges.tolist(), "unsolvable": self.bins.tolist()}
        return (
            shape
            | {"missing": self.missing}
            | self.counts.to_json()
            | {
                "unsolvable_share": share,
                "histogram": histogram,
            }
        )


def report_census(path: Path | str) -> Report:
    """Read all finished chunks of the census at `path`."""
    directory = CensusDirectory(Path(path))
    parameters = directory.parameters()
    number = min(BINS, parameters.stop - parameters.start)
    span = parameters.stop - parameters.start
    edges = np.array([parameters.start + k * span // number for k in range(number + 1)], np.int64)
    bins = np.zeros(number, np.int64)
    records = directory.records()
    for record in records:
        seeds = directory.frame(record).filter(pl.col("verdict") == str(Verdict.UNSOLVABLE))["seed"].to_numpy()
        bins += np.histogram(seeds, edges)[0]
    counts = total((record.counts for record in records), reasons=parameters.reasons)
    return Report(parameters, counts, edges, bins)
