"""What a census says: the share of unsolvable deals, the reasons, their best scores, and how their seeds are spread.

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

from boaf.census.counts import Counts, total
from boaf.census.directory import CensusDirectory
from boaf.census.parameters import Parameters
from boaf.solvers.result import Verdict

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
    best_scores: dict[int, int] | None
    """How many unsolvable deals have each best score, highest first; None where nobody asked."""

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
                "best_scores": self.best_scores,
                "unsolvable_share": share,
                "histogram": histogram,
            }
        )


def report_census(path: Path | str) -> Report:
    """Say how many deals of a census are unsolvable, why, and how their seeds are spread.

    Parameters
    ----------
    path
        The directory of the census; chunks that are not finished are left out.

    Returns
    -------
    Report
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
    number = min(BINS, parameters.stop - parameters.start)
    span = parameters.stop - parameters.start
    edges = np.array([parameters.start + k * span // number for k in range(number + 1)], np.int64)
    bins = np.zeros(number, np.int64)
    directory.require_manifest(parameters)
    found, scores = [], Counter[int]()
    for chunk in directory.finished(parameters):
        if not (loaded := directory.load(parameters, chunk)):
            continue
        record, frame = loaded
        found.append(record.counts)
        unsolvable = frame.filter(pl.col("verdict") == str(Verdict.UNSOLVABLE))
        bins += np.histogram(unsolvable["seed"].to_numpy(), edges)[0]
        if parameters.best_score:
            scores.update(unsolvable["best_score"].drop_nulls().to_list())
    counts = total(found, reasons=parameters.reasons)
    best_scores = dict(sorted(scores.items(), reverse=True)) if parameters.best_score else None
    return Report(parameters, counts, edges, bins, best_scores)
