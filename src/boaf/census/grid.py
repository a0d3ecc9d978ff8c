"""The chance that a deal can be solved, by board size: question 1 of the challenge (Neller, 2018).

With cards dealt at random, an r × c board is as likely to be solvable as a c × r board: reflecting a board in its
diagonal exchanges rows and columns, to which the rules are blind. Numbered deals fill the board row by row, so the two
are different samples of the same chance, and both are counted.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from boaf.cards import STANDARD
from boaf.census.counts import Counts
from boaf.deals import require_deals
from boaf.errors import ParameterError
from boaf.progress import Progress
from boaf.solvers.batch import solve_many

SIDES = range(2, 8)
SIZES = (*((r, c) for r in SIDES for c in SIDES if r * c <= len(STANDARD)), (4, 13))
"""The sizes that are counted: every r, c from 2 to 7, and 4 × 13, which takes the whole deck."""
DEALS = 1000
MAX_NODES = 1_000_000
"""The most nodes that a deal may take before its verdict is `unknown`."""
_BLOCK = 1_000_000
"""How many deals are in memory at a time."""


@dataclass(frozen=True)
class Size:
    """What was found for one board size."""

    rows: int
    cols: int
    counts: Counts

    def to_json(self) -> dict[str, object]:
        """The counts and the share of solvable deals with its interval, as plain values."""
        share, low, high = self.counts.solvable_share()
        counts = {name: value for name, value in self.counts.to_json().items() if name != "reasons"}
        return {"rows": self.rows, "cols": self.cols} | counts | {"share": share, "low": low, "high": high}


def count_grid(
    deals: int = DEALS,
    start: int = 0,
    *,
    max_nodes: int = MAX_NODES,
    threads: int | None = None,
    progress: Progress | None = None,
) -> list[Size]:
    """Count the solvable deals of every size of `SIZES`.

    Parameters
    ----------
    deals
        How many deals of each size, from the seed `start` on.
    start
        The first seed.
    max_nodes
        The most nodes that a deal may take before its verdict is `unknown`.
    threads
        How many threads share the work (default: all cores).
    progress
        Called with the number of deals finished since its last call.

    Returns
    -------
    list[Size]
        The counts of each size, in the order of `SIZES`.

    Raises
    ------
    BoafError
        If there are no deals to solve.

    Examples
    --------
    >>> grid = count_grid(20)
    >>> grid[0].rows, grid[0].cols, grid[0].counts.solvable
    (2, 2, 3)

    """
    if deals < 1:
        raise ParameterError(f"deals must be at least 1, but it is {deals}", "deals")
    require_deals(start, start + deals, 1, 1)
    found = []
    for rows, cols in SIZES:
        counts: Counter[str] = Counter()
        for first in range(start, start + deals, _BLOCK):
            seeds = range(first, min(first + _BLOCK, start + deals))
            batch = solve_many(seeds, rows, cols, max_nodes=max_nodes, threads=threads, progress=progress)
            counts.update({str(verdict): number for verdict, number in batch.counts.items()})
            counts["nodes"] += int(batch.nodes.sum())
        found.append(Size(rows, cols, Counts(**counts, reasons=None)))
    return found
