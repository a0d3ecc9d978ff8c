"""Verifying a census: digests, counts, every stored solution, and a second opinion on a sample or on every deal.

Every chunk is read and compared with its record and with the manifest, and every stored solution is replayed by the
rules. Then deals are checked again (`second_opinion`): a random sample of those with each verdict (`sampling`), or all.
What a sample can miss is part of the answer. Damaged chunks can be computed again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import polars as pl

from boaf.census.chunks import Record, cards_of_seeds, compute_chunk
from boaf.census.directory import MANIFEST, CensusDirectory, DamageError
from boaf.census.parameters import Parameters
from boaf.census.sampling import Check, draw, drawn_rows
from boaf.census.second_opinion import second_opinion
from boaf.census.solutions import replays
from boaf.solvers.result import Verdict
from boaf.support.errors import ParameterError
from boaf.support.progress import Progress, Watch
from boaf.support.threads import thread_count

SAMPLE = 10_000


@dataclass
class Verification:
    """What was found."""

    chunks: int = 0
    """How many chunks were read."""
    missing: int = 0
    """How many chunks were never finished."""
    solutions: int = 0
    """How many stored solutions were replayed."""
    checks: dict[Verdict, Check] = field(default_factory=lambda: {verdict: Check(verdict) for verdict in Verdict})
    """How many deals of each verdict were checked again, and the chance that a wrong one was missed."""
    problems: list[str] = field(default_factory=list)
    """What is wrong, each with the name of the file."""
    repaired: list[str] = field(default_factory=list)
    """The files that were made again."""

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong, or nothing any more."""
        return len(self.repaired) == len({problem.split(":")[0] for problem in self.problems})

    def to_json(self) -> dict[str, object]:
        """What was found as plain values."""
        checks = [check.to_json() for check in self.checks.values()]
        return {"sound": self.is_sound} | self.__dict__ | {"checks": checks}


def verify_census(
    path: Path | str,
    *,
    sample: int = SAMPLE,
    seed: int = 0,
    every_deal: bool = False,
    repair: bool = False,
    threads: int | None = None,
    watch: Watch | None = None,
) -> Verification:
    """Check digests and counts, replay all stored solutions, and check deals again by other means.

    Parameters
    ----------
    path
        The directory of the census.
    sample
        How many deals of each verdict to check again, if there are so many.
    seed
        The seed of the sample.
    every_deal
        Check every deal; this takes about twice as long as the census did.
    repair
        Whether to compute damaged chunks again.
    threads
        How many threads share the work (default: all cores).
    watch
        Given the number of deals to read and to check, returns a context manager that yields a function to report
        progress to.

    Returns
    -------
    Verification
        What was checked, every problem that was found, and what the sample can have missed.

    Raises
    ------
    BoafError
        If the directory holds no census; what is wrong with a census is in the answer.

    Examples
    --------
    >>> from boaf.census import Parameters, run_census
    >>> _ = run_census(Parameters(0, 200), "census")
    >>> found = verify_census("census", sample=50)
    >>> found.is_sound, [(check.checked, check.deals) for check in found.checks.values()]
    (True, [(50, 198), (2, 2), (0, 0)])
    >>> round(found.checks["solvable"].miss_chance, 2)
    0.75

    """
    if sample < 0:
        raise ParameterError(f"sample must not be negative, but it is {sample}", "sample")
    thread_count(threads)
    verifier = _Verifier(CensusDirectory(Path(path)), threads)
    chunks = verifier.chunks
    drawn = None if every_deal else draw(verifier.records(), sample, Random(seed))
    picked = sum(len(places) for parts in (drawn or {}).values() for places in parts.values())
    deals = sum(len(verifier.parameters.seeds(chunk)) for chunk in chunks)
    with watch(deals + picked) if watch else nullcontext() as progress:
        done = progress or _unwatched
        sampled = []
        for chunk in chunks:
            frame = verifier.read(chunk)
            if frame is not None and drawn is None:
                verifier.check(frame, done)
            else:
                done(len(verifier.parameters.seeds(chunk)))
            if frame is not None and drawn is not None:
                sampled.append(drawn_rows(frame, drawn[chunk]))
        if sampled:
            verifier.check(pl.concat(sampled), done)
    if repair:
        verifier.repair()
    return verifier.found


def _unwatched(_: int) -> None:
    pass


class _Verifier:
    """A census that is being verified, and what was found so far."""

    def __init__(self, directory: CensusDirectory, threads: int | None) -> None:
        self._directory = directory
        self._threads = threads
        self.parameters = directory.parameters()
        self.found = Verification()
        self._damaged: set[int] = set()
        try:
            self._listed = directory.manifest_records(self.parameters)
        except DamageError as damage:
            self._listed = {}
            self.found.problems.append(f"{damage.file}: {damage.problem}")
        self.chunks = sorted({*directory.finished(self.parameters), *self._listed})
        self.found.missing = len(self.parameters.chunks) - len(self.chunks)

    def records(self) -> list[Record]:
        """The records that can be read; what they say is not checked yet."""
        records = []
        for chunk in self.chunks:
            with suppress(DamageError):
                records.append(self._directory.record(chunk))
        return [record for record in records if record]

    def read(self, chunk: int) -> pl.DataFrame | None:
        """The deals of a chunk if it is what its record and the manifest say, its solutions replayed."""
        self.found.chunks += 1
        try:
            loaded = self._directory.load(self.parameters, chunk)
        except DamageError as damage:
            self._object(chunk, [damage.problem])
            return None
        if loaded is None:
            self._object(chunk, ["its record is missing"])
            return None
        record, frame = loaded
        if self._listed.get(chunk, record) != record:
            self._object(chunk, ["the manifest says otherwise than its record"])
            return None
        for verdict, check in self.found.checks.items():
            check.deals += getattr(record.counts, verdict)
        self._object(chunk, _misplaced(self.parameters, frame))
        if self.parameters.solutions:
            self._object(chunk, self._replay(frame.filter(pl.col("verdict") == str(Verdict.SOLVABLE))))
        return frame

    def _replay(self, solved: pl.DataFrame) -> Iterator[str]:
        solved = solved.drop_nulls("solution")
        cards = cards_of_seeds(solved["seed"].to_numpy(), self.parameters.rows * self.parameters.cols)
        good = replays(cards, solved["solution"].to_list(), self.parameters.cols)
        self.found.solutions += len(good)
        self.found.checks[Verdict.SOLVABLE].checked += len(good)
        for seed in solved["seed"].filter(~pl.Series(good)).to_list():
            yield f"the solution of deal {seed} does not solve it"

    def check(self, deals: pl.DataFrame, progress: Progress) -> None:
        """Ask for a second opinion on deals, but for those whose solution is stored and was replayed."""
        if self.parameters.solutions:
            replayed = pl.col("verdict") == str(Verdict.SOLVABLE)
            progress(len(deals.filter(replayed)))
            deals = deals.filter(~replayed)
        for seed, problem in second_opinion(self.parameters, deals, self.found.checks, self._threads, progress):
            self._object((seed - self.parameters.start) // self.parameters.chunk_size, [problem])

    def repair(self) -> None:
        """Compute the damaged chunks again, and assemble the manifest."""
        if not self.found.problems:
            return
        for chunk in sorted(self._damaged):
            self._directory.save(*compute_chunk(self.parameters, chunk, threads=self._threads))
            self.found.repaired.append(self._directory.file(chunk).name)
        self._directory.write_manifest()
        if any(problem.startswith(MANIFEST) for problem in self.found.problems):
            self.found.repaired.append(MANIFEST)

    def _object(self, chunk: int, problems: Iterable[str]) -> None:
        for problem in problems:
            self.found.problems.append(f"{self._directory.file(chunk).name}: {problem}")
            self._damaged.add(chunk)


def _misplaced(parameters: Parameters, frame: pl.DataFrame) -> Iterator[str]:
    """What does not fit the verdicts of a chunk."""
    unsolvable, solvable = (frame["verdict"] == str(verdict) for verdict in (Verdict.UNSOLVABLE, Verdict.SOLVABLE))
    if parameters.reasons and not (frame["reason"].is_not_null() == unsolvable).all():
        yield "reasons stand where they must not, or lack where they must stand"
    if parameters.best_score:
        scored = frame["best_score"].is_not_null()
        if (scored & ~unsolvable).any():
            yield "best scores stand at deals that are not unsolvable"
        if parameters.max_nodes is None and (unsolvable & ~scored).any():
            yield "best scores lack where they must stand"
    if parameters.solutions and not (frame["solution"].is_not_null() == solvable).all():
        yield "solutions stand where they must not, or lack where they must stand"
