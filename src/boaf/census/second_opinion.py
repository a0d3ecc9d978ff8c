"""A second opinion on deals of a census, by means that do not rest on the search that was first asked.

A deal that is recorded as solvable is one if some solution can be replayed by the rules, whoever found it; so one is
found, by the quickest search there is, and replayed. A deal that is recorded as unsolvable is searched by other
algorithms: the standard search of Hoshino & Notarangelo (2019) with a limit and, where that is reached, collapse sets
on boards of up to sixteen cells; where reasons are kept, `explain` is asked for that of the deal. Where the census had
a limit, a deal that is recorded as unknown must still be unknown after the same search.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np
import polars as pl

from boaf import __version__
from boaf.board import Board
from boaf.census.chunks import cards_of_seeds, tables_for
from boaf.census.parameters import Parameters
from boaf.census.sampling import Check
from boaf.census.solutions import encode_solutions, replays
from boaf.deals import deal
from boaf.prove.explain import explain
from boaf.solvers.batch import solve_many
from boaf.solvers.result import Verdict
from boaf.solvers.single import solve
from boaf.support.progress import Progress
from boaf.support.threads import thread_pool

_STANDARD_NODES = 100_000
_COLLAPSE_CELLS = 16
_EXPLAIN_NODES = 200_000
Checks = Mapping[Verdict, Check]
Problem = tuple[int, str]
"""A seed, and what is wrong with its deal."""


def second_opinion(
    parameters: Parameters, deals: pl.DataFrame, checks: Checks, threads: int | None, progress: Progress
) -> Iterator[Problem]:
    """What is wrong with deals of a census, one per row; what was done is added to `checks`."""
    parts = {verdict: deals.filter(pl.col("verdict") == str(verdict)) for verdict in Verdict}
    yield from _of_solvable(parameters, parts[Verdict.SOLVABLE], checks[Verdict.SOLVABLE], threads, progress)
    yield from _of_unsolvable(parameters, parts[Verdict.UNSOLVABLE], checks[Verdict.UNSOLVABLE], threads, progress)
    yield from _of_unknown(parameters, parts[Verdict.UNKNOWN], checks[Verdict.UNKNOWN], threads, progress)


def _of_solvable(
    parameters: Parameters, deals: pl.DataFrame, check: Check, threads: int | None, progress: Progress
) -> Iterator[Problem]:
    """Find solutions, and replay them; where none is found, ask the other algorithms."""
    if deals.is_empty():
        return
    seeds, (rows, cols) = deals["seed"].to_numpy(), (parameters.rows, parameters.cols)
    batch = solve_many(
        seeds, rows, cols, solutions=True, max_nodes=parameters.max_nodes, threads=threads, progress=progress
    )
    good = batch.solvable.copy()
    cards = cards_of_seeds(seeds[good], rows * cols)
    good[good] = replays(cards, encode_solutions(batch.steps[good], rows * cols), cols)
    check.checked += int(good.sum())
    for seed in seeds[~good].tolist():
        verdict = _by_other_algorithms(deal(seed, rows, cols))
        _count(check, verdict)
        if verdict is Verdict.UNSOLVABLE:
            yield seed, _contradiction(seed, verdict, Verdict.SOLVABLE)


def _of_unsolvable(
    parameters: Parameters, deals: pl.DataFrame, check: Check, threads: int | None, progress: Progress
) -> Iterator[Problem]:
    """Ask the other algorithms, and for the reason where it is kept."""
    rows = deals.to_dicts()
    with thread_pool(threads) as pool:
        for row, (verdict, problem) in zip(rows, pool.map(partial(_of_row, parameters), rows), strict=True):
            _count(check, verdict)
            progress(1)
            if problem:
                yield row["seed"], problem


def _of_row(parameters: Parameters, row: dict[str, Any]) -> tuple[Verdict, str | None]:
    """What a deal is that is recorded as unsolvable, and what is wrong with its row."""
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
    parameters: Parameters, deals: pl.DataFrame, check: Check, threads: int | None, progress: Progress
) -> Iterator[Problem]:
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


def _count(check: Check, verdict: Verdict) -> None:
    if verdict is Verdict.UNKNOWN:
        check.undecided += 1
    else:
        check.checked += 1


def _contradiction(seed: int, verdict: Verdict, recorded: Verdict) -> str:
    return f"deal {seed} is {verdict}, not {recorded}"
