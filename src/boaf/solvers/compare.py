"""Solvers side by side on the same boards, by number of stacks."""

from __future__ import annotations

import warnings
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from statistics import fmean, median
from typing import Any

from boaf.board import Board
from boaf.solvers.contract import Result, Verdict
from boaf.solvers.single import find_solver, solve
from boaf.support.errors import BoafError, require
from boaf.support.progress import Progress


@dataclass(frozen=True)
class Row:
    """What one solver did on the boards with a given number of stacks."""

    stacks: int
    solver: str
    boards: int
    mean_nodes: float
    median_nodes: float
    mean_seconds: float
    decided: float
    """The share of boards decided within the limits."""
    agreement: float
    """The share of these on which no other solver came to another verdict."""


@dataclass(frozen=True)
class WelchTest:
    """Whether two solvers differ in the mean of a measure: Welch's t and its two-sided p-value.

    Both are None if there is no test: for fewer than two boards, or if neither solver's values differ.
    """

    measure: str
    one: str
    other: str
    t: float | None
    p: float | None


@dataclass(frozen=True)
class Comparison:
    """All rows, by stacks and solver, and the boards and results they are made of."""

    rows: tuple[Row, ...]
    boards: list[tuple[str, int]]
    """The text of each board, and its number of stacks."""
    results: dict[str, list[Result]]
    """The results of each solver, in the order of the boards."""
    interrupted: bool = False

    def to_json(self) -> dict[str, Any]:
        """Rows and results as plain values."""
        boards = [
            {"board": text, "stacks": stacks, "results": [_plain(results[index]) for results in self.results.values()]}
            for index, (text, stacks) in enumerate(self.boards)
        ]
        return {"rows": [asdict(row) for row in self.rows], "boards": boards}

    def welch_tests(self) -> list[WelchTest]:
        """Welch's t-test between every two solvers, on nodes and on time; Araki et al. (2019) say only "a T-test"."""
        stats = require("scipy.stats", "research")
        tests = []
        for measure in ("nodes", "seconds"):
            for one, other in combinations(self.results, 2):
                samples = [[getattr(result, measure) for result in self.results[name]] for name in (one, other)]
                t = p = None
                if any(len(set(sample)) > 1 for sample in samples):
                    with warnings.catch_warnings():
                        warnings.simplefilter("ignore")  # SciPy's, of values that are equal for one of the two
                        t, p = map(float, stats.ttest_ind(*samples, equal_var=False))
                tests.append(WelchTest(measure, one, other, t, p))
        return tests


def compare(
    boards: Iterable[Board],
    solvers: Sequence[str],
    *,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Solve every board with every solver; the limits hold for each board.

    After an interrupt (Ctrl-C), the comparison of the boards that were finished by then.
    """
    if len(set(solvers)) < len(solvers):
        raise BoafError("a solver is named twice")
    for solver in solvers:
        find_solver(solver)
    finished: list[tuple[str, int]] = []
    results: dict[str, list[Result]] = {solver: [] for solver in solvers}
    interrupted = False
    try:
        for board in boards:
            found = [solve(board, solver, max_nodes=max_nodes, max_seconds=max_seconds) for solver in solvers]
            for solver, result in zip(solvers, found, strict=True):
                results[solver].append(result)
            finished.append((board.text(), board.stack_count))
            if progress:
                progress(1)
    except KeyboardInterrupt:
        interrupted = True
    if not finished and not interrupted:
        raise BoafError("there are no boards to compare solvers on")
    results = {solver: column[: len(finished)] for solver, column in results.items()}
    return Comparison(tuple(_rows(finished, results)), finished, results, interrupted)


def _plain(result: Result) -> dict[str, Any]:
    return {
        "solver": result.solver,
        "verdict": str(result.verdict),
        "nodes": result.nodes,
        "seconds": result.seconds,
    }


def _rows(boards: Sequence[tuple[str, int]], results: dict[str, list[Result]]) -> list[Row]:
    by_stacks: dict[int, list[int]] = defaultdict(list)
    for index, (_, stacks) in enumerate(boards):
        by_stacks[stacks].append(index)
    verdicts = [
        {result.verdict for result in column} - {Verdict.UNKNOWN} for column in zip(*results.values(), strict=True)
    ]
    rows = []
    for stacks, indices in sorted(by_stacks.items()):
        for solver, column in results.items():
            chosen = [column[index] for index in indices]
            decided = [index for index in indices if column[index].verdict is not Verdict.UNKNOWN]
            rows.append(
                Row(
                    stacks,
                    solver,
                    len(chosen),
                    fmean(result.nodes for result in chosen),
                    median(result.nodes for result in chosen),
                    fmean(result.seconds for result in chosen),
                    len(decided) / len(chosen),
                    fmean(len(verdicts[index]) == 1 for index in decided) if decided else 1.0,
                )
            )
    return rows
