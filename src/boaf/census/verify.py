"""Verifying a census: digests, counts, every stored solution, and a second opinion on a sample or on every deal.

Every chunk is read and compared with its record, and every stored solution is replayed. Then deals are checked again,
all of them or a sample. Damaged chunks can be computed again.

The second opinion does not depend on the search that gave the first. A deal recorded as solvable is so if some solution
can be replayed by the rules; so the quickest search finds one, and it is replayed. A deal recorded as
unsolvable is searched by other algorithms: the standard search of Hoshino & Notarangelo (2019) with a limit and, if
that is reached, collapse sets on boards of up to sixteen cells. If reasons are kept, they are compared with those of
`explain`. A deal recorded as unknown must still be unknown after the same search with the same limit.

A sample has up to a given number of deals of each recorded verdict, drawn without replacement, all deals of a verdict
being equally likely. So a single wrong verdict is missed with the chance 1 − drawn / members.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import polars as pl

from boaf import __version__
from boaf.board import Board
from boaf.census.chunks import ChunkRecord, compute_chunk, tables_for
from boaf.census.directory import CensusDirectory, DamageError
from boaf.census.parameters import Parameters
from boaf.census.solutions import encode_solutions, replays
from boaf.deals import deal
from boaf.kernel.dealing import draw_deals
from boaf.prove.explain import explain
from boaf.solvers.batch import solve_many
from boaf.solvers.contract import Verdict
from boaf.solvers.single import solve
from boaf.support.errors import ParameterError
from boaf.support.progress import Progress, ProgressBar, no_bar
from boaf.support.threads import thread_count, thread_pool

SAMPLE = 10_000
_STANDARD_NODES = 100_000
_COLLAPSE_CELLS = 16
_EXPLAIN_NODES = 200_000
_Problem = tuple[int, str]
"""A seed, and what is wrong with its deal."""


@dataclass
class VerdictCheck:
    """How many of the deals recorded with a verdict were checked again."""

    verdict: Verdict
    deals: int = 0
    """How many there are in the chunks that are whole."""
    checked: int = 0
    """How many of them were checked again, with a clear answer."""
    undecided: int = 0
    """How many were checked without a clear answer."""

    @property
    def miss_chance(self) -> float:
        """The chance that one wrong verdict among these deals was missed."""
        return (self.deals - self.checked) / self.deals if self.deals else 0.0

    def to_json(self) -> dict[str, object]:
        """The check as plain values."""
        return self.__dict__ | {"verdict": str(self.verdict), "miss_chance": self.miss_chance}

    def count(self, verdict: Verdict) -> None:
        """Count a deal with what other algorithms say of it."""
        if verdict is Verdict.UNKNOWN:
            self.undecided += 1
        else:
            self.checked += 1


@dataclass
class Verification:
    """What was checked, and what is wrong."""

    chunks: int = 0
    """How many chunks were read."""
    missing: int = 0
    """How many chunks are not finished."""
    solutions: int = 0
    """How many stored solutions were replayed."""
    checks: dict[Verdict, VerdictCheck] = field(
        default_factory=lambda: {verdict: VerdictCheck(verdict) for verdict in Verdict}
    )
    """How many deals of each verdict were checked again, and the chance that a wrong one was missed."""
    problems: list[str] = field(default_factory=list)
    """What is wrong, each with the name of the file."""
    repaired: list[str] = field(default_factory=list)
    """The files that were computed again."""

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong, or everything was repaired."""
        return len(self.repaired) == len({problem.split(":")[0] for problem in self.problems})

    def to_json(self) -> dict[str, object]:
        """The verification as plain values."""
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
    bar: ProgressBar = no_bar,
) -> Verification:
    """Check digests and counts, replay all stored solutions, and check deals again by other means.

    Parameters
    ----------
    path
        The directory of the census.
    sample
        The most deals of each verdict to check again.
    seed
        The seed of the sample.
    every_deal
        Check every deal; this takes about twice as long as the census did.
    repair
        Whether to compute damaged chunks again.
    threads
        How many threads share the work (default: all cores).
    bar
        Shows the progress: `with bar("verifying", 2000, "deals") as progress`, then `progress(1)` for each deal.

    Returns
    -------
    Verification
        What was checked, every problem that was found, and the chance that the sample has missed one.

    Raises
    ------
    BoafError
        If the directory holds no census. A damaged census is no error: the problems are in the answer.

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
    require_sample(sample)
    thread_count(threads)
    verifier = _Verifier(CensusDirectory(Path(path)), threads)
    chunks = verifier.chunks
    drawn = None if every_deal else draw(verifier.records(), sample, Random(seed))
    picked = sum(len(places) for parts in (drawn or {}).values() for places in parts.values())
    deals = sum(len(verifier.parameters.seeds(chunk)) for chunk in chunks)
    with bar("verifying", deals + picked, "deals") as progress:
        sampled = []
        for chunk in chunks:
            frame = verifier.read(chunk)
            if frame is not None and drawn is None:
                verifier.check(frame, progress)
            else:
                progress(len(verifier.parameters.seeds(chunk)))
            if frame is not None and drawn is not None:
                sampled.append(drawn_rows(frame, drawn[chunk]))
        if sampled:
            verifier.check(pl.concat(sampled), progress)
    if repair:
        verifier.repair()
    return verifier.found


def require_sample(sample: int) -> None:
    """Refuse a negative number of deals."""
    if sample < 0:
        raise ParameterError(f"sample must not be negative, but it is {sample}", "sample")


def draw(records: Sequence[ChunkRecord], size: int, random: Random) -> Mapping[int, Mapping[Verdict, Sequence[int]]]:
    """Draw up to `size` deals of each verdict from all chunks together.

    For each chunk and verdict: which of its deals with that verdict were drawn, counted from 0 and in order.
    """
    drawn: dict[int, dict[Verdict, list[int]]] = {record.chunk: {} for record in records}
    for verdict in Verdict:
        members = [getattr(record.counts, verdict) for record in records]
        ends = list(accumulate(members, initial=0))
        for member in sorted(random.sample(range(ends[-1]), min(size, ends[-1]))):
            place = bisect_right(ends, member) - 1
            drawn[records[place].chunk].setdefault(verdict, []).append(member - ends[place])
    return drawn


def drawn_rows(frame: pl.DataFrame, drawn: Mapping[Verdict, Sequence[int]]) -> pl.DataFrame:
    """The rows of a chunk that were drawn."""
    parts = [frame.filter(pl.col("verdict") == str(verdict))[list(places)] for verdict, places in drawn.items()]
    return pl.concat(parts) if parts else frame.clear()


class _Verifier:
    """A census that is being verified, and what was found so far."""

    def __init__(self, directory: CensusDirectory, threads: int | None) -> None:
        self._directory = directory
        self._threads = threads
        self.parameters = directory.parameters()
        self.chunks = directory.finished(self.parameters)
        self.found = Verification(missing=len(self.parameters.chunks) - len(self.chunks))
        self._damaged: set[int] = set()

    def records(self) -> list[ChunkRecord]:
        """The records that can be read; what they say is not checked yet."""
        records = []
        for chunk in self.chunks:
            with suppress(DamageError):
                records.append(self._directory.record(chunk))
        return records

    def read(self, chunk: int) -> pl.DataFrame | None:
        """The deals of a chunk if they are as its record says, with their solutions replayed."""
        self.found.chunks += 1
        try:
            record, frame = self._directory.load(self.parameters, chunk)
        except DamageError as damage:
            self._object(chunk, [damage.problem])
            return None
        for verdict, check in self.found.checks.items():
            check.deals += getattr(record.counts, verdict)
        if self.parameters.solutions:
            self._object(chunk, self._replay(frame.filter(pl.col("verdict") == str(Verdict.SOLVABLE))))
        return frame

    def _replay(self, solved: pl.DataFrame) -> Iterator[str]:
        solved = solved.drop_nulls("solution")
        rules = self.parameters.rules
        cards = draw_deals(solved["seed"].to_numpy(), self.parameters.rows * self.parameters.cols, rules.deck)
        good = replays(cards, solved["solution"].to_list(), self.parameters.cols, rules)
        self.found.solutions += len(good)
        self.found.checks[Verdict.SOLVABLE].checked += len(good)
        for seed in solved["seed"].filter(~pl.Series(good)).to_list():
            yield f"the solution of deal {seed} does not solve it"

    def check(self, deals: pl.DataFrame, progress: Progress) -> None:
        """Ask for a second opinion on deals, except on those whose solution is stored and was replayed."""
        if self.parameters.solutions:
            replayed = pl.col("verdict") == str(Verdict.SOLVABLE)
            progress(len(deals.filter(replayed)))
            deals = deals.filter(~replayed)
        for seed, problem in second_opinion(self.parameters, deals, self.found.checks, self._threads, progress):
            self._object((seed - self.parameters.start) // self.parameters.chunk_size, [problem])

    def repair(self) -> None:
        """Compute the damaged chunks again."""
        for chunk in sorted(self._damaged):
            self._directory.save(*compute_chunk(self.parameters, chunk, threads=self._threads))
            self.found.repaired.append(self._directory.file(chunk).name)

    def _object(self, chunk: int, problems: Iterable[str]) -> None:
        for problem in problems:
            self.found.problems.append(f"{self._directory.file(chunk).name}: {problem}")
            self._damaged.add(chunk)


def second_opinion(
    parameters: Parameters,
    deals: pl.DataFrame,
    checks: Mapping[Verdict, VerdictCheck],
    threads: int | None,
    progress: Progress,
) -> Iterator[_Problem]:
    """What is wrong with deals of a census, one per row; what was checked is added to `checks`."""
    opinions = {Verdict.SOLVABLE: _of_solvable, Verdict.UNSOLVABLE: _of_unsolvable, Verdict.UNKNOWN: _of_unknown}
    for verdict, opinion in opinions.items():
        yield from opinion(
            parameters, deals.filter(pl.col("verdict") == str(verdict)), checks[verdict], threads, progress
        )


def _of_solvable(
    parameters: Parameters, deals: pl.DataFrame, check: VerdictCheck, threads: int | None, progress: Progress
) -> Iterator[_Problem]:
    """Find solutions, and replay them; if none is found, ask the other algorithms."""
    if deals.is_empty():
        return
    seeds, (rows, cols), rules = deals["seed"].to_numpy(), (parameters.rows, parameters.cols), parameters.rules
    again = partial(solve_many, seeds, rows, cols, solutions=True, max_nodes=parameters.max_nodes, rules=rules)
    batch = again(threads=threads, progress=progress)
    good = batch.solvable.copy()
    cards = draw_deals(seeds[good], rows * cols, rules.deck)
    good[good] = replays(cards, encode_solutions(batch.steps[good], rows * cols), cols, rules)
    check.checked += int(good.sum())
    for seed in seeds[~good].tolist():
        verdict = _by_other_algorithms(deal(seed, rows, cols, rules=rules))
        check.count(verdict)
        if verdict is Verdict.UNSOLVABLE:
            yield seed, _contradiction(seed, verdict, Verdict.SOLVABLE)


def _of_unsolvable(
    parameters: Parameters, deals: pl.DataFrame, check: VerdictCheck, threads: int | None, progress: Progress
) -> Iterator[_Problem]:
    """Ask the other algorithms, and `explain` for the reason if it is kept."""
    rows = deals.to_dicts()
    with thread_pool(threads) as pool:
        for row, (verdict, problem) in zip(rows, pool.map(partial(_of_row, parameters), rows), strict=True):
            check.count(verdict)
            progress(1)
            if problem:
                yield row["seed"], problem


def _of_row(parameters: Parameters, row: dict[str, Any]) -> tuple[Verdict, str | None]:
    """The verdict of other algorithms on a deal recorded as unsolvable, and what is wrong with its row."""
    seed = row["seed"]
    board = deal(seed, parameters.rows, parameters.cols, rules=parameters.rules)
    verdict = _by_other_algorithms(board)
    if verdict is Verdict.SOLVABLE:
        return verdict, _contradiction(seed, verdict, Verdict.UNSOLVABLE)
    if verdict is Verdict.UNSOLVABLE and row.get("reason"):
        proof = explain(board, max_nodes=_EXPLAIN_NODES).proof
        if proof and proof.reason != row["reason"]:
            return verdict, f"deal {seed} is unsolvable for another reason than {row['reason']}"
    return verdict, None


def _of_unknown(
    parameters: Parameters, deals: pl.DataFrame, check: VerdictCheck, threads: int | None, progress: Progress
) -> Iterator[_Problem]:
    """Search again with the limit of the census; another version of boaf may do more within it, so it cannot say."""
    if parameters.version != __version__:
        check.undecided += len(deals)
        progress(len(deals))
        return
    chunks = (deals["seed"] - parameters.start) // parameters.chunk_size
    for chunk in chunks.unique().sort().to_list():
        seeds = deals.filter(chunks == chunk)["seed"].to_numpy()
        batch = solve_many(
            seeds,
            parameters.rows,
            parameters.cols,
            max_nodes=parameters.max_nodes,
            tables=tables_for(len(parameters.seeds(chunk))),
            threads=threads,
            progress=progress,
            rules=parameters.rules,
        )
        check.checked += len(seeds)
        for k in np.flatnonzero(~batch.unknown).tolist():
            yield int(seeds[k]), _contradiction(int(seeds[k]), batch.verdict(k), Verdict.UNKNOWN)


def _by_other_algorithms(board: Board) -> Verdict:
    verdict = solve(board, "standard", max_nodes=_STANDARD_NODES).verdict
    if verdict is Verdict.UNKNOWN and len(board.tops) <= _COLLAPSE_CELLS:
        verdict = solve(board, "collapse").verdict
    return verdict


def _contradiction(seed: int, verdict: Verdict, recorded: Verdict) -> str:
    return f"deal {seed} is {verdict}, not {recorded}"
