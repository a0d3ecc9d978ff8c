"""Verifying blocks (`blocks`): deciding them anew, and a second opinion on a sample of their deals or on all."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl

from boaf.census.blocks.file import BlockFile
from boaf.census.parameters import Parameters
from boaf.census.second_opinion import second_opinion
from boaf.census.verify import SAMPLE, Verification
from boaf.solvers.batch import Batch
from boaf.solvers.result import Verdict
from boaf.support.errors import BoafError, ParameterError
from boaf.support.progress import Progress, Watch


def verify_blocks(
    path: Path | str,
    numbers: Sequence[int],
    *,
    sample: int = SAMPLE,
    seed: int = 0,
    every_deal: bool = False,
    threads: int | None = None,
    watch: Watch | None = None,
) -> Verification:
    """Decide blocks anew, compare them with their lines, and check deals again by other means.

    Parameters
    ----------
    path
        The file of blocks.
    numbers
        The blocks, which must be there.
    sample
        How many deals of each verdict to check again in every block, if there are so many.
    seed
        The seed of the sample.
    every_deal
        Check every deal.
    threads
        How many threads share the work (default: all cores).
    watch
        Given the number of deals to decide and to check, returns a context manager that yields a function to report
        progress to.

    Returns
    -------
    Verification
        What was checked, every problem that was found, and what the sample can have missed. If the search takes other
        numbers of nodes by now, these are not compared.

    Raises
    ------
    BoafError
        If the file is none of blocks, is damaged, or lacks one of the blocks.

    Examples
    --------
    >>> from boaf.census.blocks import Blocks, run_blocks
    >>> _ = run_blocks("census.jsonl", Blocks(size=500), chosen=range(2))
    >>> verify_blocks("census.jsonl", [1], sample=50).problems
    []

    """
    if sample < 0:
        raise ParameterError(f"sample must not be negative, but it is {sample}", "sample")
    file = BlockFile(path)
    for number in numbers:
        file.blocks.seeds(number)
        if number not in file.done:
            raise BoafError(f"{file.path} does not hold block {number}")
    found = Verification(chunks=len(numbers))
    same_search = file.has_this_search
    deals = sum(file.done[number].counts.deals for number in numbers)
    checked = deals if every_deal else sum(_drawn(file, number, sample) for number in numbers)
    with watch(deals + checked) if watch else nullcontext() as progress:
        for number in numbers:
            again, batch = file.blocks.decide(number, threads=threads, progress=progress)
            recorded = file.done[number]
            if not same_search:
                again = replace(again, counts=replace(again.counts, nodes=recorded.counts.nodes))
            for name, value in recorded.to_json().items():
                if again.to_json()[name] != value:
                    found.problems.append(f"block {number}: {name} is {again.to_json()[name]}, not {value}")
            _check(file, number, batch, None if every_deal else sample, seed, found, threads, progress)
    return found


def _drawn(file: BlockFile, number: int, sample: int) -> int:
    counts = file.done[number].counts
    return min(sample, counts.solvable) + min(sample, counts.unsolvable)


def _check(
    file: BlockFile,
    number: int,
    batch: Batch,
    sample: int | None,
    seed: int,
    found: Verification,
    threads: int | None,
    progress: Progress | None,
) -> None:
    """Ask for a second opinion on deals of a block; on all of them if there is no size of a sample."""
    seeds = file.blocks.seeds(number)
    random = np.random.default_rng([seed, number])
    frames = []
    for verdict, members in ((Verdict.SOLVABLE, batch.solvable), (Verdict.UNSOLVABLE, batch.unsolvable)):
        places = np.flatnonzero(members)
        found.checks[verdict].deals += len(places)
        if sample is not None and len(places) > sample:
            places = np.sort(random.choice(places, sample, replace=False))
        frames.append(pl.DataFrame({"seed": seeds.start + places, "verdict": [str(verdict)] * len(places)}))
    parameters = Parameters(seeds.start, seeds.stop, file.blocks.rows, file.blocks.cols)
    done = progress or (lambda _: None)
    for _, problem in second_opinion(parameters, pl.concat(frames), found.checks, threads, done):
        found.problems.append(f"block {number}: {problem}")
