"""Verifying blocks: deciding them again, and a second opinion on a sample of their deals or on all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl

from boaf.census.blocks.file import BlockFile
from boaf.census.parameters import Parameters
from boaf.census.verify import SAMPLE, Verification, require_sample, second_opinion
from boaf.solvers.batch import Batch
from boaf.solvers.contract import Verdict
from boaf.support.errors import BoafError
from boaf.support.progress import ProgressBar, no_bar


def verify_blocks(
    path: Path | str,
    numbers: Sequence[int],
    *,
    sample: int = SAMPLE,
    seed: int = 0,
    every_deal: bool = False,
    threads: int | None = None,
    bar: ProgressBar = no_bar,
) -> Verification:
    """Decide blocks again, compare them with their lines, and check deals by other means.

    Parameters
    ----------
    path
        The file of blocks.
    numbers
        The blocks, which must be there.
    sample, seed, every_deal, threads, bar
        As `verify_census` takes them; the sample is drawn from each block.

    Returns
    -------
    Verification
        As `verify_census` gives it. Numbers of nodes are not compared if the search of this version takes others.

    Raises
    ------
    BoafError
        If the file is not a file of blocks, is damaged, or lacks one of the blocks.

    Examples
    --------
    >>> from boaf.census.blocks import Blocks, run_blocks
    >>> _ = run_blocks("census.jsonl", Blocks(size=500), chosen=range(2))
    >>> verify_blocks("census.jsonl", [1], sample=50).problems
    []

    """
    require_sample(sample)
    file = BlockFile(path)
    for number in numbers:
        file.blocks.seeds(number)
        if number not in file.done:
            raise BoafError(f"{file.path} does not hold block {number}")
    found = Verification(chunks=len(numbers))
    same_search = file.has_this_search
    counts = [file.done[number].counts for number in numbers]
    deals = sum(each.deals for each in counts)
    drawn = sum(min(sample, each.solvable) + min(sample, each.unsolvable) for each in counts)
    with bar("verifying", deals + (deals if every_deal else drawn), "deals") as progress:
        for number in numbers:
            again, batch = file.blocks.decide(number, threads=threads, progress=progress)
            recorded = file.done[number]
            if not same_search:
                again = replace(again, counts=replace(again.counts, nodes=recorded.counts.nodes))
            for name, value in recorded.to_json().items():
                if again.to_json()[name] != value:
                    found.problems.append(f"block {number}: {name} is {again.to_json()[name]}, not {value}")
            seeds = file.blocks.seeds(number)
            parameters = Parameters(seeds.start, seeds.stop, file.blocks.rows, file.blocks.cols)
            rows = _rows(batch, seeds, None if every_deal else sample, np.random.default_rng([seed, number]), found)
            for _, problem in second_opinion(parameters, rows, found.checks, threads, progress):
                found.problems.append(f"block {number}: {problem}")
    return found


def _rows(
    batch: Batch, seeds: range, sample: int | None, random: np.random.Generator, found: Verification
) -> pl.DataFrame:
    """Up to `sample` deals of each verdict of a block, or all, as rows of a census; they are counted in `found`."""
    frames = []
    for verdict, members in ((Verdict.SOLVABLE, batch.solvable), (Verdict.UNSOLVABLE, batch.unsolvable)):
        places = np.flatnonzero(members)
        found.checks[verdict].deals += len(places)
        if sample is not None and len(places) > sample:
            places = np.sort(random.choice(places, sample, replace=False))
        frames.append(pl.DataFrame({"seed": seeds.start + places, "verdict": [str(verdict)] * len(places)}))
    return pl.concat(frames)
