"""A census of a million deals with reasons, next to Hoshino & Notarangelo's pair of searches in the same run.

The pair is its heuristic search of 100 steps, then its standard search of 5.5 million steps on what is left. It runs
on a sample of the same deals, on the same cores, and it gives no reasons and writes no files. Times depend on the
machine and on what else it does, so look at the ratios; the one by processor time is the steadier.
"""

from __future__ import annotations

import json
import os
import tempfile
from time import perf_counter, process_time
from typing import Any

import numpy as np

from boaf.census.parameters import Parameters
from boaf.census.run import run_census
from boaf.kernel.dealing import draw_deals
from boaf.solvers.paper_searches import CHOICES
from boaf_papers.framework.runs import run_depth_first
from boaf_papers.hoshino_notarangelo import HEURISTIC_STEPS, STANDARD_STEPS

DEALS = 1_000_000
SAMPLE = 20_000
WARM_UP = 3_000


def main() -> None:
    """Print one JSON object."""
    for deals in (WARM_UP, DEALS):
        ours = census(deals)
    for deals in (WARM_UP // 10, SAMPLE):
        theirs = pair(deals)
    ratios = {
        f"ratio_by_{kind}": ours[f"deals_per_{kind}"] / theirs[f"deals_per_{kind}"]
        for kind in ("second", "processor_second")
    }
    print(json.dumps({"cores": os.cpu_count(), "census": ours, "hoshino_notarangelo": theirs} | ratios))


def census(deals: int) -> dict[str, Any]:
    """The census of the deals 0 … deals − 1 with reasons."""
    with tempfile.TemporaryDirectory() as directory:
        started, spent = perf_counter(), process_time()
        counts = run_census(Parameters(0, deals, reasons=True), directory).counts
        return _rates(deals, perf_counter() - started, process_time() - spent) | counts.to_json()


def pair(deals: int) -> dict[str, Any]:
    """The two searches of Hoshino & Notarangelo (2019) on the deals 0 … deals − 1."""
    boards = draw_deals(np.arange(deals), 16)
    started, spent = perf_counter(), process_time()
    left = boards[run_depth_first(boards, CHOICES["heuristic"], HEURISTIC_STEPS, lambda _: None).unknown]
    unknown = int(np.sum(run_depth_first(left, CHOICES["standard"], STANDARD_STEPS, lambda _: None).unknown))
    return _rates(deals, perf_counter() - started, process_time() - spent) | {"unknown": unknown}


def _rates(deals: int, seconds: float, processor_seconds: float) -> dict[str, Any]:
    return {
        "deals": deals,
        "seconds": seconds,
        "deals_per_second": deals / seconds,
        "deals_per_processor_second": deals / processor_seconds,
    }


if __name__ == "__main__":
    main()
