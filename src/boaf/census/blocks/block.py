"""Every numbered deal of a size, decided block by block, with counts only.

There are 2^31 numbered deals of each size, too many to keep a row of each. A block of 2^20 deals leaves a line of JSON:

| entry      | what                                                                                            |
| ---------- | ----------------------------------------------------------------------------------------------- |
| block      | its number k; the deals are those from k · 2^20 on                                              |
| start      | its first seed                                                                                  |
| deals      | how many deals it has                                                                           |
| solvable   | how many of them are solvable                                                                   |
| unsolvable | how many are not; none is left unknown                                                          |
| reasons    | how many are unsolvable for each reason, as `explain` gives it                                  |
| nodes      | how many nodes the search took                                                                  |
| digest     | SHA-256 of the unsolvable seeds in increasing order, each in decimal and followed by a line feed |

A line is written as soon as its block is decided, so a run that is killed loses the block that it was at, and the same
call goes on from the lines that are there, on whatever machine. The digest pins every single verdict: whoever decides a
block anew, by whatever means, must arrive at the same one. The file beside it, `NAME.recipe.json`, says what the lines
are about, and how many nodes the search takes for the first deals, since another search would take other ones.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from boaf.census.counts import Counts, in_order
from boaf.census.reasons import reasons_of
from boaf.deals import SEEDS, cell_count
from boaf.kernel.dealing import draw_deals
from boaf.prove.conditions import CONDITIONS
from boaf.solvers.batch import Batch, solve_many
from boaf.support.errors import BoafError
from boaf.support.progress import Progress
from boaf.support.schema import mapping, record, text, whole

BLOCK_SIZE = 1 << 20
TABLES = 7
"""The stacks of the endgame tables, which are large for a census; with others the search would take other nodes."""
_PROBE = 10_000
_DEALS = whole(0, SEEDS)
_SHAPE = record(
    block=whole(0, SEEDS - 1),
    start=whole(0, SEEDS - 1),
    deals=whole(1, SEEDS),
    solvable=_DEALS,
    unsolvable=_DEALS,
    reasons=mapping(_DEALS),
    nodes=whole(0, (1 << 63) - 1),
    digest=text(),
)


@dataclass(frozen=True)
class Block:
    """What was found in one block."""

    block: int
    start: int
    counts: Counts
    digest: str

    def to_json(self) -> dict[str, object]:
        """The block as plain values, in the order of a line."""
        counts = self.counts
        return {
            "block": self.block,
            "start": self.start,
            "deals": counts.deals,
            "solvable": counts.solvable,
            "unsolvable": counts.unsolvable,
            "reasons": counts.reasons,
            "nodes": counts.nodes,
            "digest": self.digest,
        }

    @classmethod
    def from_json(cls, values: Any) -> Block:
        """The block that `to_json` gave."""
        _SHAPE(values, "a block")
        counts = Counts(values["solvable"], values["unsolvable"], 0, values["reasons"], values["nodes"])
        if counts.deals != values["deals"]:
            raise BoafError(f"'deals' is {values['deals']}, but the verdicts add up to {counts.deals}")
        if values["reasons"].keys() - CONDITIONS.keys() or sum(values["reasons"].values()) != counts.unsolvable:
            raise BoafError(f"'reasons' do not add up to the {counts.unsolvable} unsolvable deals")
        return cls(values["block"], values["start"], counts, values["digest"])


@dataclass(frozen=True)
class Blocks:
    """How the numbered deals of a size are cut into blocks; the last one may be shorter."""

    rows: int = 4
    cols: int = 4
    size: int = BLOCK_SIZE

    def __post_init__(self) -> None:
        cell_count(self.rows, self.cols)
        if not 1 <= self.size <= BLOCK_SIZE:
            raise BoafError(f"a block holds 1 to {BLOCK_SIZE:,} deals, not {self.size:,}")

    @property
    def numbers(self) -> range:
        """The numbers of all blocks."""
        return range(-(-SEEDS // self.size))

    def seeds(self, block: int) -> range:
        """The seeds of a block."""
        if block not in self.numbers:
            raise BoafError(f"blocks are numbered 0 to {self.numbers[-1]:,}, so there is no block {block:,}")
        return range(block * self.size, min((block + 1) * self.size, SEEDS))

    def recipe(self) -> dict[str, object]:
        """What the lines of a file are about."""
        probe = solve_many(range(_PROBE), self.rows, self.cols, tables=TABLES)
        nodes = int(probe.nodes.sum())
        return {"rows": self.rows, "cols": self.cols, "block_size": self.size, "probe": _PROBE, "probe_nodes": nodes}

    def decide(
        self, block: int, *, threads: int | None = None, progress: Progress | None = None
    ) -> tuple[Block, Batch]:
        """Decide the deals of a block; `progress` counts deals."""
        seeds = self.seeds(block)
        batch = solve_many(seeds, self.rows, self.cols, tables=TABLES, threads=threads, progress=progress)
        unsolvable = np.flatnonzero(batch.unsolvable) + seeds.start
        reasons = reasons_of(draw_deals(unsolvable, self.rows * self.cols), self.rows, self.cols)
        solvable, nodes = int(batch.solvable.sum()), int(batch.nodes.sum())
        counts = Counts(solvable, len(unsolvable), 0, in_order(Counter(reasons)), nodes)
        return Block(block, seeds.start, counts, digest_of(unsolvable.tolist())), batch


def digest_of(seeds: Iterable[int]) -> str:
    """The digest of unsolvable seeds in increasing order."""
    return hashlib.sha256("".join(f"{seed}\n" for seed in seeds).encode()).hexdigest()
