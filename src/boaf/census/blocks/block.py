"""Every numbered deal of a size, decided block by block, with counts only.

There are 2^31 numbered deals of each size, too many to keep a row of each. A block of 2^20 deals is one line of JSON:

| entry      | what                                                                                            |
| ---------- | ----------------------------------------------------------------------------------------------- |
| block      | its number k; its first deal is k · 2^20                                                        |
| start      | its first seed                                                                                  |
| deals      | the number of its deals                                                                         |
| solvable   | the number of solvable deals                                                                    |
| unsolvable | the number of unsolvable deals; no deal is unknown                                              |
| reasons    | the number of unsolvable deals by reason, as `explain` gives it                                 |
| nodes      | the number of nodes that the search took                                                        |
| digest     | SHA-256 of the unsolvable seeds in increasing order, each in decimal and followed by a line feed |

A line is written as soon as its block is decided, so a run that is killed loses only the block in progress, and the
same call resumes it on any machine. The digest pins every single verdict: deciding a block again, by whatever
means, must give the same one. A second file, `NAME.recipe.json`, has the size of the boards and of the blocks, and the
number of nodes that the search takes for the first deals, since another search would take a different number.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

from boaf.census.chunks import Counts, in_order
from boaf.census.reasons import reasons_of
from boaf.deals import SEEDS, cell_count
from boaf.kernel.dealing import draw_deals
from boaf.prove.conditions import CONDITIONS
from boaf.solvers.batch import Batch, solve_many
from boaf.support.errors import BoafError
from boaf.support.files import digest_of
from boaf.support.progress import Progress, no_progress
from boaf.support.schema import mapping, record, text, whole

BLOCK_SIZE = 1 << 20
TABLES = 7
"""The stacks of the endgame tables; the number of nodes depends on them."""
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
class BlockRecord:
    """One decided block: its counts, and the digest of its unsolvable seeds."""

    block: int
    start: int
    counts: Counts
    digest: str

    def to_json(self) -> dict[str, object]:
        """The block as plain values, in the order of a line."""
        counts = self.counts.to_json()
        del counts["unknown"]
        return {"block": self.block, "start": self.start, **counts, "digest": self.digest}

    @classmethod
    def from_json(cls, values: Any) -> BlockRecord:
        """The block that `to_json` gave."""
        _SHAPE(values, "a block")
        counts = Counts.from_json(values)
        if values["reasons"].keys() - CONDITIONS.keys() or sum(values["reasons"].values()) != counts.unsolvable:
            raise BoafError(f"'reasons' do not add up to the {counts.unsolvable} unsolvable deals")
        return cls(values["block"], values["start"], counts, values["digest"])


@dataclass(frozen=True)
class Blocks:
    """How the numbered deals of a size are divided into blocks; the last one may be shorter."""

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
        """What a file of these blocks depends on."""
        probe = solve_many(range(_PROBE), self.rows, self.cols, tables=TABLES)
        nodes = int(probe.nodes.sum())
        return {"rows": self.rows, "cols": self.cols, "block_size": self.size, "probe": _PROBE, "probe_nodes": nodes}

    def decide(
        self, block: int, *, threads: int | None = None, progress: Progress = no_progress
    ) -> tuple[BlockRecord, Batch]:
        """Decide the deals of a block; `progress` counts deals."""
        seeds = self.seeds(block)
        batch = solve_many(seeds, self.rows, self.cols, tables=TABLES, threads=threads, progress=progress)
        unsolvable = np.flatnonzero(batch.unsolvable) + seeds.start
        reasons = reasons_of(draw_deals(unsolvable, self.rows * self.cols), self.rows, self.cols)
        solvable, nodes = int(batch.solvable.sum()), int(batch.nodes.sum())
        counts = Counts(solvable, len(unsolvable), 0, in_order(Counter(reasons)), nodes)
        digest = digest_of("".join(f"{seed}\n" for seed in unsolvable.tolist()))
        return BlockRecord(block, seeds.start, counts, digest), batch
