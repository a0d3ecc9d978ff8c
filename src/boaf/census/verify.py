"""Verifying a census: digests, counts, every stored solution, and a second opinion on a sample of deals.

Every chunk is read and compared with its record and with the manifest, and every stored solution is replayed by the
rules. Then a random sample is solved again by other algorithms: the standard search of Hoshino & Notarangelo (2019)
with a limit and, where that is reached, collapse sets on boards of up to sixteen cells. Half of the sample are
unsolvable deals, as far as there are enough, because a uniform sample would hardly meet one; where reasons are kept,
`explain` is asked for theirs. Damaged chunks can be computed again.
"""

from __future__ import annotations

import io
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from random import Random

import numpy as np
import polars as pl

from boaf.board import Board
from boaf.census.chunks import Record, cards_of_seeds, compute_chunk, record_of
from boaf.census.directory import CensusDirectory, objection
from boaf.census.parameters import Parameters
from boaf.census.solutions import replays
from boaf.deals import deal
from boaf.errors import ParameterError
from boaf.progress import Progress
from boaf.prove.explain import explain
from boaf.solvers.result import Verdict
from boaf.solvers.single import solve

SAMPLE = 1000
_STANDARD_NODES = 100_000
_COLLAPSE_CELLS = 16
_EXPLAIN_NODES = 200_000


@dataclass
class Verification:
    """What was found."""

    chunks: int = 0
    """How many chunks were read."""
    missing: int = 0
    """How many chunks were never finished."""
    solutions: int = 0
    """How many stored solutions were replayed."""
    sampled: int = 0
    """How many deals were solved again."""
    undecided: int = 0
    """How many of these the other algorithms left open."""
    problems: list[str] = field(default_factory=list)
    """What is wrong, each with the name of the chunk's file."""
    repaired: list[str] = field(default_factory=list)
    """The files that were computed again."""

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong, or nothing any more."""
        return len(self.repaired) == len({problem.split(":")[0] for problem in self.problems})

    def to_json(self) -> dict[str, object]:
        """What was found as plain values."""
        return {"sound": self.is_sound} | self.__dict__


def verify_census(
    path: Path | str,
    *,
    sample: int = SAMPLE,
    seed: int = 0,
    repair: bool = False,
    progress: Progress | None = None,
) -> Verification:
    """Check digests and counts, replay all stored solutions, and solve a sample again with other algorithms.

    Parameters
    ----------
    path
        The directory of the census.
    sample
        How many deals to solve again.
    seed
        The seed of the sample.
    repair
        Whether to compute damaged chunks again.
    progress
        Called with the number of chunks finished since its last call.

    Returns
    -------
    Verification
        What was checked, and every problem that was found.

    Raises
    ------
    BoafError
        If the directory holds no census; what is wrong with a census is in the answer.

    Examples
    --------
    >>> from boaf.census import Parameters, run_census
    >>> _ = run_census(Parameters(0, 200, solutions=True), "census")
    >>> found = verify_census("census", sample=10)
    >>> found.is_sound, found.solutions, found.sampled
    (True, 198, 10)

    """
    if sample < 0:
        raise ParameterError(f"sample must not be negative, but it is {sample}", "sample")
    directory = CensusDirectory(Path(path))
    parameters = directory.parameters()
    listed = {record.chunk: record for record in directory.manifest_records()}
    records = {record.chunk: record for record in directory.records()}
    found = Verification(missing=sum(k not in records and k not in listed for k in parameters.chunks))
    drawn = _draw(list(records.values()), sample, Random(seed))
    damaged = []
    for chunk in sorted(records | listed):
        before = len(found.problems)
        name = directory.file(chunk).name
        try:
            frame = _read(directory, parameters, chunk, records.get(chunk), listed.get(chunk))
            found.problems += [f"{name}: {problem}" for problem in _judge(parameters, frame, drawn.get(chunk), found)]
        except _DamageError as damage:
            found.problems.append(f"{name}: {damage}")
        found.chunks += 1
        if len(found.problems) > before:
            damaged.append(chunk)
        if progress:
            progress(1)
    if repair and damaged:
        for chunk in damaged:
            directory.save(*compute_chunk(parameters, chunk))
            found.repaired.append(directory.file(chunk).name)
        directory.write_manifest()
    return found


class _DamageError(Exception):
    """A chunk that cannot be used."""


def _read(
    directory: CensusDirectory, parameters: Parameters, chunk: int, record: Record | None, listed: Record | None
) -> pl.DataFrame:
    """The deals of a chunk, if it is what its record and the manifest say."""
    if record is None:
        raise _DamageError("its record is missing or damaged")
    if not directory.file(chunk).exists():
        raise _DamageError("the file is missing")
    content = directory.read(record)
    if content is None:
        raise _DamageError("its size or its digest is not what the record says")
    if listed is not None and listed != record:
        raise _DamageError("the manifest says otherwise than its record")
    try:
        frame = pl.read_parquet(io.BytesIO(content))
    except (pl.exceptions.PolarsError, OSError):
        raise _DamageError("it is not a Parquet file") from None
    if wrong := objection(parameters, chunk, frame):
        raise _DamageError(wrong)
    if record != record_of(chunk, parameters.seeds(chunk), frame, content):
        raise _DamageError("its counts are not what the record says")
    return frame


def _judge(parameters: Parameters, frame: pl.DataFrame, sample: _Sample | None, found: Verification) -> Iterator[str]:
    """What is wrong with the deals of a chunk."""
    unsolvable = frame.filter(pl.col("verdict") == str(Verdict.UNSOLVABLE))
    if (
        parameters.reasons
        and not (frame["reason"].is_not_null() == (frame["verdict"] == str(Verdict.UNSOLVABLE))).all()
    ):
        yield "reasons stand where they must not, or lack where they must stand"
    if parameters.best_score and unsolvable["best_score"].count() != frame["best_score"].count():
        yield "best scores stand at deals that are not unsolvable"
    if parameters.solutions:
        solved = frame.filter(pl.col("verdict") == str(Verdict.SOLVABLE))
        if frame["solution"].is_not_null().sum() != len(solved) or solved["solution"].has_nulls():
            yield "solutions stand where they must not, or lack where they must stand"
            return
        cards = cards_of_seeds(solved["seed"].to_numpy(), parameters.rows * parameters.cols)
        good = replays(cards, solved["solution"].to_list(), parameters.cols)
        found.solutions += len(good)
        for k in np.flatnonzero(~good).tolist():
            yield f"the solution of deal {solved['seed'][k]} does not solve it"
    if sample:
        rows = [frame.row(k, named=True) for k in sample.deals]
        rows += [unsolvable.row(k, named=True) for k in sample.unsolvable]
        for row in rows:
            yield from _second_opinion(deal(row["seed"], parameters.rows, parameters.cols), row, found)


def _second_opinion(board: Board, row: dict[str, object], found: Verification) -> Iterator[str]:
    """Solve a deal with other algorithms and compare."""
    found.sampled += 1
    if row["verdict"] == Verdict.UNKNOWN:
        found.undecided += 1
        return
    verdict = solve(board, "standard", max_nodes=_STANDARD_NODES).verdict
    if verdict is Verdict.UNKNOWN and len(board.tops) <= _COLLAPSE_CELLS:
        verdict = solve(board, "collapse").verdict
    if verdict is Verdict.UNKNOWN:
        found.undecided += 1
    elif row["verdict"] != verdict:
        yield f"deal {row['seed']} is {verdict}, not {row['verdict']}"
    elif verdict is Verdict.UNSOLVABLE and row.get("reason"):
        explanation = explain(board, max_nodes=_EXPLAIN_NODES)
        proof = explanation.proof
        if explanation.verdict is Verdict.SOLVABLE or (proof and proof.reason != row["reason"]):
            yield f"deal {row['seed']} is unsolvable for another reason than {row['reason']}"


@dataclass
class _Sample:
    """The rows of a chunk that are to be looked at: among all its deals, and among its unsolvable ones."""

    deals: list[int] = field(default_factory=list)
    unsolvable: list[int] = field(default_factory=list)


def _draw(records: Sequence[Record], size: int, random: Random) -> dict[int, _Sample]:
    """A random sample, by chunks; half of it are unsolvable deals if there are enough."""
    drawn = {record.chunk: _Sample() for record in records}
    few = sum(record.counts.unsolvable for record in records)
    rare = min(size // 2, few)
    for record, row in _spread(records, [record.counts.unsolvable for record in records], rare, random):
        drawn[record.chunk].unsolvable.append(row)
    for record, row in _spread(records, [record.counts.deals for record in records], size - rare, random):
        drawn[record.chunk].deals.append(row)
    return drawn


def _spread(records: Sequence[Record], weights: list[int], size: int, random: Random) -> Iterator[tuple[Record, int]]:
    """Members of chunks with so many members each, drawn from all of them together without replacement."""
    ends = list(accumulate(weights))
    everything = ends[-1] if ends else 0
    for member in sorted(random.sample(range(everything), min(size, everything))):
        place = bisect_right(ends, member)
        yield records[place], member - (ends[place] - weights[place])
