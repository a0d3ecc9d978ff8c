"""How well the search does, compared with the ordering of Hoshino & Notarangelo (2019) in the same run.

The reference is a depth-first search that orders moves by the heuristic of Hoshino & Notarangelo (2019) ("Solving with
Search"), the sum of card pairs, position pairs and legal moves, with its two penalty tests, without endgame tables and
without restarts, and that gives up after 100 nodes, much as there. Its nodes per deal are therefore a lower bound.
Times depend on the machine, so look at the ratio.

The signature depends on nothing but the search: the nodes that it takes for a fixed set of boards. Two versions of
the sources with the same signature search in the same way, even if one of them is faster.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np

from boaf.kernel.position import MAX_CELLS
from boaf.solvers.batch import Batch, run_searches, seed_array, seed_reader, solve_many
from boaf.solvers.contract import Limits, Verdict
from boaf.solvers.descent import RULES, new_search
from boaf.solvers.ordering import FEATURES
from boaf.support.errors import ParameterError
from boaf.support.progress import Progress

REFERENCE_NODES = 100
MOST_DEALS = 100_000_000
_TABLES = 7
_SIGNED = {(4, 4): 10_000, (3, 4): 500, (5, 5): 500, (7, 7): 300}
"""How many deals of each size the signature is made of."""
_SIGNED_NODES = 1000
"""The most nodes for each of them, so that a signature takes seconds even if the search is slow."""


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


def measure(deals: int, rows: int = 4, cols: int = 4, progress: Progress | None = None) -> Benchmark:
    """Run both searches over the deals 0 … deals − 1 on all cores; `progress` counts to twice that number."""
    if not 1 <= deals <= MOST_DEALS:
        raise ParameterError(f"deals must be from 1 to {MOST_DEALS:,}, not {deals:,}", "deals")
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
        batch = run_searches(read, deals, make, limits, progress=progress)
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


@dataclass(frozen=True)
class Signature:
    """How many nodes the search takes for a fixed set of boards."""

    sizes: dict[tuple[int, int], int]
    """The nodes for the deals of each size, rows and columns."""

    @property
    def nodes(self) -> int:
        """The nodes in all."""
        return sum(self.sizes.values())

    def to_json(self) -> dict[str, Any]:
        """The signature as plain values."""
        sizes = [
            {"rows": rows, "cols": cols, "deals": _SIGNED[rows, cols], "nodes": nodes}
            for (rows, cols), nodes in self.sizes.items()
        ]
        return {"nodes": self.nodes, "sizes": sizes}


def signature(threads: int | None = None) -> Signature:
    """The signature of the search, which is the same for any number of threads."""
    return Signature(
        {
            (rows, cols): int(
                solve_many(
                    range(deals), rows, cols, max_nodes=_SIGNED_NODES, tables=_TABLES, threads=threads
                ).nodes.sum()
            )
            for (rows, cols), deals in _SIGNED.items()
        }
    )
