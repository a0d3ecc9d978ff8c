"""Time per node of the papers' depth-first searches, as ratios to the bare `endgame` search loop in the same run."""

from __future__ import annotations

import json
from collections.abc import Callable
from time import process_time

import numpy as np
from numpy.typing import NDArray

from boaf.kernel.dealing import Cards, draw_deals
from boaf.solvers.batch import run_searches, seed_array, seed_reader
from boaf.solvers.contract import Limits
from boaf.solvers.depth_first import Choices, search_many
from boaf.solvers.descent import new_search
from boaf.solvers.paper_searches import CHOICES, ordered_choices

DEALS = 2_000
MAX_NODES = 2_000
SEARCHES = {**CHOICES, "ordered": ordered_choices()}


def time_per_node(search: Callable[[], NDArray[np.int64]]) -> float:
    """Seconds of processor time for each node, once compiled."""
    search()
    started = process_time()
    nodes = search()
    return (process_time() - started) / float(nodes.sum())


def _nodes_of(deals: Cards, choices: Choices) -> Callable[[], NDArray[np.int64]]:
    return lambda: search_many(deals, 4, 4, choices, MAX_NODES).nodes


def main() -> None:
    """Print one JSON object: the ratio of each search."""
    deals = draw_deals(np.arange(DEALS), 16)
    reader = seed_reader(seed_array(range(DEALS)), 4, 4)
    bare = time_per_node(
        lambda: run_searches(reader, DEALS, lambda: new_search(4, 4, 6), Limits(max_nodes=100), threads=1).nodes
    )
    ratios = {name: round(time_per_node(_nodes_of(deals, choices)) / bare, 3) for name, choices in SEARCHES.items()}
    print(json.dumps({"time per node : endgame": ratios}))


if __name__ == "__main__":
    main()
