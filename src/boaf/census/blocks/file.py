"""A file of blocks, and the run that fills it: every numbered deal of a size, decided, with counts only.

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
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from boaf.cards import STANDARD
from boaf.census.chunks import Counts, in_order, total
from boaf.census.reasons import reasons_of
from boaf.deals import SEEDS, cell_count
from boaf.kernel.dealing import draw_deals
from boaf.prove.conditions import CONDITIONS
from boaf.solvers.batch import Batch, solve_many
from boaf.support.errors import BoafError
from boaf.support.files import create_file, digest_of, json_bytes, read_json
from boaf.support.intervals import Interval
from boaf.support.progress import Progress, ProgressBar, no_bar, no_progress
from boaf.support.schema import mapping, record, text, whole
from boaf.support.store import LineFile, difference, require_same

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
_RECIPE_SHAPE = record(
    rows=whole(1, len(STANDARD)),
    cols=whole(1, len(STANDARD)),
    block_size=whole(1, BLOCK_SIZE),
    probe=whole(1, SEEDS),
    probe_nodes=whole(0, 1 << 62),
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


class BlockFile:
    """A file of blocks, one per line, in any order; `done` are those that it holds."""

    def __init__(self, path: Path | str) -> None:
        self._file = LineFile(Path(path))
        self.path = self._file.path
        self.recipe_path = self.path.with_suffix(".recipe.json")
        self.done: dict[int, BlockRecord] = {}
        if self.path.exists() and self.path.stat().st_size:
            self._read(self.blocks)

    def _read(self, blocks: Blocks) -> None:
        for where, values in self._file.lines():
            try:
                block = BlockRecord.from_json(values)
                seeds = blocks.seeds(block.block)
            except BoafError as error:
                raise BoafError(f"{where}: {error}") from None
            if (block.start, block.counts.deals) != (seeds.start, len(seeds)):
                raise BoafError(f"{where}: block {block.block} does not have these seeds")
            if block.block in self.done:
                raise BoafError(f"{where}: block {block.block} occurs twice")
            self.done[block.block] = block

    @property
    def blocks(self) -> Blocks:
        """What the file is about."""
        return Blocks(self._recipe["rows"], self._recipe["cols"], self._recipe["block_size"])

    @property
    def has_this_search(self) -> bool:
        """Whether the search of this version takes as many nodes as the one that wrote the file."""
        return difference(self._recipe, self.blocks.recipe()) is None

    def claim(self, blocks: Blocks) -> None:
        """Make this a file of such blocks; refuse if it is one of others."""
        recipe = blocks.recipe()
        create_file(self.recipe_path, json_bytes(recipe))
        require_same(f"{self.path} holds other blocks", self._recipe, recipe, "choose another name")

    def append(self, block: BlockRecord) -> None:
        """Add a block."""
        self._file.append(block.to_json())
        self.done[block.block] = block

    def summary(self) -> BlockSummary:
        """The counts of all blocks that are there."""
        counts = total((block.counts for block in self.done.values()), reasons=True)
        return BlockSummary(self.blocks, len(self.done), counts)

    @cached_property
    def _recipe(self) -> dict[str, Any]:
        if not self.recipe_path.exists():
            if not self.path.exists():
                raise BoafError(f"there is no file {self.path}")
            raise BoafError(f"{self.path} is not a file of blocks: there is no {self.recipe_path.name} next to it")
        recipe: dict[str, Any] = read_json(self.recipe_path)
        _RECIPE_SHAPE(recipe, f"the recipe {self.recipe_path}")
        return recipe


@dataclass(frozen=True)
class BlockSummary:
    """What a file of blocks holds."""

    blocks: Blocks
    finished: int
    """How many blocks are decided."""
    counts: Counts

    @property
    def share(self) -> Interval:
        """The share of solvable deals; if all blocks are there it is exact, and the interval is that point."""
        share = self.counts.solvable_share()
        return share if self.missing else Interval(share.share, share.share, share.share)

    @property
    def missing(self) -> int:
        """How many blocks are still to be decided."""
        return len(self.blocks.numbers) - self.finished

    def to_json(self) -> dict[str, object]:
        """The summary as plain values."""
        place: dict[str, object] = {"rows": self.blocks.rows, "cols": self.blocks.cols}
        done = {"blocks": self.finished, "missing": self.missing}
        return place | done | self.counts.to_json() | {"solvable_share": self.share._asdict()}


def run_blocks(
    path: Path | str,
    blocks: Blocks | None = None,
    *,
    chosen: range | None = None,
    threads: int | None = None,
    bar: ProgressBar = no_bar,
) -> BlockSummary:
    """Decide the missing blocks of a file; the same call resumes an interrupted run.

    Parameters
    ----------
    path
        The file, which is made if it is not there.
    blocks
        The size of the boards and of the blocks.
    chosen
        The numbers of the blocks to decide (default: all).
    threads, bar
        As `run_census` takes them.

    Returns
    -------
    BlockSummary
        What the file holds after the run.

    Raises
    ------
    BoafError
        If the file holds other blocks or those of another search, is damaged, or cannot be written to.

    Examples
    --------
    >>> run_blocks("census.jsonl", Blocks(size=500), chosen=range(2)).counts.unsolvable
    4

    """
    blocks = blocks or Blocks()
    numbers = blocks.numbers if chosen is None else chosen
    if numbers:
        blocks.seeds(numbers[0]), blocks.seeds(numbers[-1])
    file = BlockFile(path)
    file.claim(blocks)
    missing = [number for number in numbers if number not in file.done]
    if missing:
        with bar("solving", sum(len(blocks.seeds(number)) for number in missing), "deals") as progress:
            for number in missing:
                file.append(blocks.decide(number, threads=threads, progress=progress)[0])
    return file.summary()


def report_blocks(path: Path | str) -> BlockSummary:
    """Add up the blocks of a file.

    Parameters
    ----------
    path
        The file that `run_blocks` wrote.

    Returns
    -------
    BlockSummary
        The counts of all blocks that are there, and how many are missing.

    Raises
    ------
    BoafError
        If the file is not a file of blocks, or is damaged.

    Examples
    --------
    >>> _ = run_blocks("census.jsonl", Blocks(size=500), chosen=range(2))
    >>> report_blocks("census.jsonl").missing
    4294966

    """
    return BlockFile(path).summary()
