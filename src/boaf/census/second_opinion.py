"""A second opinion on deals of a census, which does not depend on the search that gave the first.

A deal recorded as solvable is so if some solution can be replayed by the rules, whoever found it. So the quickest
search finds one, and it is replayed. A deal recorded as unsolvable is searched by other algorithms: the standard search
of Hoshino & Notarangelo (2019) with a limit and, if that is reached, collapse sets on boards of up to sixteen cells. If
reasons are kept, they are compared with those of `explain`. A deal recorded as unknown must still be unknown after the
same search with the same limit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import polars as pl

from boaf import __version__
from boaf.board import Board
from boaf.census.chunks import tables_for
from boaf.census.parameters import Parameters
from boaf.census.solutions import encode_solutions, replays
from boaf.deals import deal
from boaf.kernel.dealing import draw_deals
from boaf.prove.explain import explain
from boaf.solvers.batch import solve_many
from boaf.solvers.contract import Verdict
from boaf.solvers.single import solve
from boaf.support.progress import Progress
from boaf.support.threads import thread_pool

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
    seeds, (rows, cols) = deals["seed"].to_numpy(), (parameters.rows, parameters.cols)
    batch = solve_many(
        seeds, rows, cols, solutions=True, max_nodes=parameters.max_nodes, threads=threads, progress=progress
    )
    good = batch.solvable.copy()
    cards = draw_deals(seeds[good], rows * cols)
    good[good] = replays(cards, encode_solutions(batch.steps[good], rows * cols), cols)
    check.checked += int(good.sum())
    for seed in seeds[~good].tolist():
        verdict = _by_other_algorithms(deal(seed, rows, cols))
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
    board = deal(seed, parameters.rows, parameters.cols)
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
