"""A file of blocks (`block`), and the run that fills it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from boaf.cards import STANDARD
from boaf.census.blocks.block import BLOCK_SIZE, BlockRecord, Blocks
from boaf.census.chunks import Counts, total
from boaf.deals import SEEDS
from boaf.support.errors import BoafError
from boaf.support.files import create_file, json_bytes, read_json
from boaf.support.intervals import Interval
from boaf.support.progress import ProgressBar, no_bar
from boaf.support.schema import record, whole
from boaf.support.store import LineFile, difference, require_same

_RECIPE_SHAPE = record(
    rows=whole(1, len(STANDARD)),
    cols=whole(1, len(STANDARD)),
    block_size=whole(1, BLOCK_SIZE),
    probe=whole(1, SEEDS),
    probe_nodes=whole(0, 1 << 62),
)


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
    """Decide the blocks that a file lacks; the same call resumes a run that was interrupted.

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
