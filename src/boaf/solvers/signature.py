"""The signature of the search: the nodes that it takes for a fixed set of boards.

It depends on nothing but the search. Two versions of the sources with the same signature search in the same way, even
if one of them is faster.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from boaf.solvers.batch import solve_many

_TABLES = 7
_SIGNED = {(4, 4): 10_000, (3, 4): 500, (5, 5): 500, (7, 7): 300}
"""How many deals of each size the signature is made of."""
_SIGNED_NODES = 1000
"""The most nodes for each of them, so that a signature takes seconds even if the search is slow."""


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
    sizes = {}
    for (rows, cols), deals in _SIGNED.items():
        batch = solve_many(range(deals), rows, cols, max_nodes=_SIGNED_NODES, tables=_TABLES, threads=threads)
        sizes[rows, cols] = int(batch.nodes.sum())
    return Signature(sizes)
