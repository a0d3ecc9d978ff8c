"""Solvers side by side on the same boards, by number of stacks."""

from __future__ import annotations

import warnings
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from statistics import fmean, median
from typing import Any

from boaf.board import Board
from boaf.plugins.names import name_of
from boaf.solvers.contract import Limits, Result, Solver, Verdict
from boaf.solvers.single import find_solver, solve
from boaf.support.errors import BoafError, PluginError, require
from boaf.support.progress import Progress, no_progress


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
    agreement: float | None
    """The share of these on which no other solver came to another verdict; None if there are none."""
    wrong: int = 0
    """On how many boards a plug-in gave a verdict that is wrong."""
    failed: int = 0
    """On how many boards a plug-in failed, was late, or gave an answer that is none."""


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
    errors: dict[str, dict[int, PluginError]] = field(default_factory=dict)
    """What went wrong with plug-ins, by solver and then by the number of the board."""
    interrupted: bool = False

    def to_json(self) -> dict[str, Any]:
        """Rows and results as plain values."""
        boards = [
            {"board": text, "stacks": stacks, "results": [self._plain(name, index) for name in self.results]}
            for index, (text, stacks) in enumerate(self.boards)
        ]
        return {"rows": [asdict(row) for row in self.rows], "boards": boards}

    def _plain(self, solver: str, index: int) -> dict[str, Any]:
        result, error = self.results[solver][index], self.errors.get(solver, {}).get(index)
        values = {"solver": solver, "verdict": str(result.verdict), "nodes": result.nodes, "seconds": result.seconds}
        return values | ({"error": str(error), "wrong": error.is_wrong} if error else {})

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
    solvers: Sequence[str | Solver],
    *,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    progress: Progress = no_progress,
) -> Comparison:
    """Solve every board with every solver and compare what it took.

    Parameters
    ----------
    boards
        The boards.
    solvers
        Names of solvers or plug-ins, as for `boaf.solve`.
    max_nodes, max_seconds
        Limits for each board and solver.
    progress
        Called with the number of boards finished since the last call.

    Returns
    -------
    Comparison
        Rows by number of stacks and solver, and every result. A plug-in that fails on a board, or gives a wrong
        verdict, is reported there; the comparison goes on. After an interrupt (Ctrl-C), the boards finished until then.

    Raises
    ------
    BoafError
        If a solver is unknown or named twice, or there are no boards.

    Examples
    --------
    >>> import boaf
    >>> found = boaf.compare([boaf.deal(1), boaf.deal(10)], ["endgame", "compatible"])
    >>> [(row.solver, row.boards, row.decided) for row in found.rows]
    [('endgame', 2, 1.0), ('compatible', 2, 1.0)]

    """
    for solver in solvers:
        find_solver(solver)
    found = {name_of(solver): solver for solver in solvers}
    if len(found) < len(solvers):
        raise BoafError("a solver is named twice")
    finished: list[tuple[str, int]] = []
    results: dict[str, list[Result]] = {name: [] for name in found}
    errors: dict[str, dict[int, PluginError]] = {name: {} for name in found}
    interrupted = False
    try:
        for index, board in enumerate(boards):
            for name, solver in found.items():
                limits = Limits(max_nodes, max_seconds)
                try:
                    result = solve(board, solver, max_nodes=max_nodes, max_seconds=max_seconds)
                except PluginError as error:
                    errors[name][index] = error
                    result = Result(Verdict.UNKNOWN, (), 0, limits.seconds, name)
                results[name].append(result)
            finished.append((board.text(), board.stack_count))
            progress(1)
    except KeyboardInterrupt:
        interrupted = True
    if not finished and not interrupted:
        raise BoafError("there are no boards to compare solvers on")
    results = {name: column[: len(finished)] for name, column in results.items()}
    errors = {name: {k: error for k, error in of_one.items() if k < len(finished)} for name, of_one in errors.items()}
    return Comparison(tuple(_rows(finished, results, errors)), finished, results, errors, interrupted)


def _rows(
    boards: Sequence[tuple[str, int]], results: dict[str, list[Result]], errors: dict[str, dict[int, PluginError]]
) -> list[Row]:
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
            wrong = [errors[solver][index].is_wrong for index in indices if index in errors[solver]]
            decided = [index for index in indices if column[index].verdict is not Verdict.UNKNOWN]
            nodes, seconds = [result.nodes for result in chosen], fmean(result.seconds for result in chosen)
            shares = (
                len(decided) / len(chosen),
                fmean(len(verdicts[index]) == 1 for index in decided) if decided else None,
            )
            counts = sum(wrong), len(wrong) - sum(wrong)
            rows.append(Row(stacks, solver, len(chosen), fmean(nodes), median(nodes), seconds, *shares, *counts))
    return rows
