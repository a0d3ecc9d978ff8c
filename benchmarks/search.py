"""The search on deals 0 … 99,999 and on larger boards, as ratios to Hoshino & Notarangelo's ordering.

The reference is a depth-first search that orders moves by the heuristic of Hoshino & Notarangelo (2019) ("Solving with
Search"), the sum of card pairs, position pairs and legal moves, with its two penalty tests, without endgame tables and
without restarts, and that gives up after 100 nodes, much as there. Its nodes per deal are therefore a lower bound.
Times depend on the machine, so look at the ratio.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np

from boaf.kernel.position import MAX_CELLS
from boaf.solvers.batch import Batch, run_searches, seed_array, seed_reader
from boaf.solvers.contract import Limits, Verdict
from boaf.solvers.descent import RULES, new_search
from boaf.solvers.ordering import FEATURES

SIZES = ((4, 4, 100_000), (5, 5, 10_000), (6, 6, 2_000), (7, 7, 1_000), (4, 13, 1_000))
REFERENCE_NODES = 100
_TABLES = 7


@dataclass(frozen=True)
class Measurement:
    """What one search did on a range of deals."""

    search: str
    deals: int
    solvable: int
    unsolvable: int
    unknown: int
    nodes_per_deal: float
    no_wrong_turn: float
    """The share of deals solved with the fewest nodes possible."""
    deals_per_second: float


@dataclass(frozen=True)
class Benchmark:
    """Our search and the reference on the same deals."""

    ours: Measurement
    reference: Measurement

    def to_json(self) -> dict[str, Any]:
        """The measurements and their ratios as plain values."""
        return {
            "ours": asdict(self.ours),
            "reference": asdict(self.reference),
            "speed_ratio": self.ours.deals_per_second / self.reference.deals_per_second,
            "node_ratio": self.ours.nodes_per_deal / self.reference.nodes_per_deal,
        }


def measure(deals: int, rows: int, cols: int) -> Benchmark:
    """Run both searches over the deals 0 … deals − 1 on all cores."""
    papers_sum = np.zeros((MAX_CELLS + 1, len(FEATURES)), np.int64)
    papers_sum[:, :3] = 1
    rules = RULES["compatibility"] | RULES["position"]
    searches = {
        "endgame": (_TABLES, partial(new_search, rows, cols, _TABLES), Limits()),
        "heuristic of Hoshino & Notarangelo (2019)": (
            1,
            partial(new_search, rows, cols, 1, rules=rules, weights=papers_sum, slack=REFERENCE_NODES),
            Limits(REFERENCE_NODES),
        ),
    }
    read, warm_up = seed_reader(seed_array(range(deals)), rows, cols), min(deals, 2000)
    for _, make, limits in searches.values():
        run_searches(read, warm_up, make, limits)
    measurements = []
    for name, (tables, make, limits) in searches.items():
        started = perf_counter()
        batch = run_searches(read, deals, make, limits)
        measurements.append(_measurement(name, batch, rows * cols - tables, perf_counter() - started))
    return Benchmark(*measurements)


def _measurement(name: str, batch: Batch, fewest: int, seconds: float) -> Measurement:
    return Measurement(
        name,
        len(batch),
        batch.counts[Verdict.SOLVABLE],
        batch.counts[Verdict.UNSOLVABLE],
        batch.counts[Verdict.UNKNOWN],
        float(batch.nodes.mean()),
        float(np.mean(batch.solvable & (batch.nodes == fewest))),
        len(batch) / seconds,
    )


def main() -> None:
    """Print one JSON object for each board size."""
    for rows, cols, deals in SIZES:
        print(json.dumps({"rows": rows, "cols": cols} | measure(deals, rows, cols).to_json()), flush=True)


if __name__ == "__main__":
    main()
