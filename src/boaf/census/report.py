"""The report of a census: the share of unsolvable deals, by reason and best score, and how their seeds are spread.

The plot is Figure 4 of Sang & Yoon (2019), a histogram of unsolvable seeds. Its red line is the mean number in a bin:
if the shuffler treats all seeds alike, the bins scatter about it like counts of a Poisson variable.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from boaf.census.chunks import Counts, total
from boaf.census.directory import CensusDirectory
from boaf.census.parameters import Parameters
from boaf.solvers.contract import Verdict

BINS = 50


@dataclass(frozen=True)
class CensusReport:
    """What the finished chunks of a census hold."""

    parameters: Parameters
    counts: Counts
    edges: NDArray[np.int64]
    """The first seed of every bin, and the end of the last. Shape (bins + 1,)."""
    bins: NDArray[np.int64]
    """How many unsolvable seeds fall into each bin. Shape (bins,)."""
    best_scores: dict[int, int] | None
    """How many unsolvable deals have each best score, highest first; None if they were not asked for."""

    @property
    def missing(self) -> int:
        """How many deals are not solved yet."""
        return self.parameters.stop - self.parameters.start - self.counts.deals

    def to_json(self) -> dict[str, object]:
        """The report as plain values."""
        found = self.parameters.place() | {"missing": self.missing} | self.counts.to_json()
        return found | {
            "best_scores": self.best_scores,
            "unsolvable_share": self.counts.unsolvable_share()._asdict(),
            "histogram": {"edges": self.edges.tolist(), "unsolvable": self.bins.tolist()},
        }


def report_census(path: Path | str) -> CensusReport:
    """Count the unsolvable deals of a census, by reason, by best score and by seed.

    Parameters
    ----------
    path
        The directory of the census; chunks that are not finished are left out.

    Returns
    -------
    CensusReport
        The counts, the histogram of the unsolvable seeds and, where they were kept, the best scores.

    Raises
    ------
    BoafError
        If the directory holds no census, or a damaged one.

    Examples
    --------
    >>> from boaf.census import Parameters, run_census
    >>> _ = run_census(Parameters(0, 2000, reasons=True), "census")
    >>> report_census("census").counts.reasons
    {'odd-bird': 6, 'multiple-flocks': 1, 'collapse': 1}

    """
    directory = CensusDirectory(Path(path))
    parameters = directory.parameters()
    span = parameters.stop - parameters.start
    number = min(BINS, span)
    edges = np.array([parameters.start + k * span // number for k in range(number + 1)], np.int64)
    bins = np.zeros(number, np.int64)
    found, scores = [], Counter[int]()
    for chunk in directory.finished(parameters):
        record, frame = directory.load(parameters, chunk)
        found.append(record.counts)
        unsolvable = frame.filter(pl.col("verdict") == str(Verdict.UNSOLVABLE))
        bins += np.histogram(unsolvable["seed"].to_numpy(), edges)[0]
        if parameters.best_score:
            scores.update(unsolvable["best_score"].drop_nulls().to_list())
    counts = total(found, reasons=parameters.reasons)
    best_scores = dict(sorted(scores.items(), reverse=True)) if parameters.best_score else None
    return CensusReport(parameters, counts, edges, bins, best_scores)
