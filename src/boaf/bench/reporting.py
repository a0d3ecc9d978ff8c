"""The report on files of results: a table with intervals, paired tests against the first file, and figures.

Everything is paired by board, since all results of a report are on the same set, and compared by the exact sign test:
of the boards that tell the two apart, how many favour each. For solvers these are the boards that both decide with
different numbers of nodes, or processor times. For players and predictors they are the boards on which only one of
them is right, and the test is McNemar's exact one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import comb
from pathlib import Path
from statistics import fmean, median
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boaf.bench.measuring import BenchResult
from boaf.render.figures import Curve, Figure, draw
from boaf.support.errors import BoafError
from boaf.support.intervals import Interval, wilson

_BINS = 10


@dataclass(frozen=True)
class Line:
    """One result in the table."""

    name: str
    kind: str
    boards: int
    rate: Interval
    """Boards decided, solvable boards won, or boards judged correctly."""
    figures: dict[str, float]
    """What else there is to say, by its name."""


@dataclass(frozen=True)
class PairedTest:
    """Whether two results differ: the two-sided p-value; None if no board tells them apart."""

    measure: str
    one: str
    other: str
    better: int
    """On how many boards the first one does better."""
    worse: int
    p: float | None


@dataclass(frozen=True)
class Report:
    """The table and the tests."""

    set: str
    lines: tuple[Line, ...]
    tests: tuple[PairedTest, ...]

    def to_json(self) -> dict[str, Any]:
        """The report as plain values."""
        lines = [asdict(line) | {"rate": line.rate._asdict()} for line in self.lines]
        return {"set": self.set, "lines": lines, "tests": [asdict(test) for test in self.tests]}


def report(results: Sequence[BenchResult]) -> Report:
    """Compare results on one set.

    Parameters
    ----------
    results
        What `measure` or `read_result` gave, all on the same boards; each kind is compared with its first result.

    Returns
    -------
    Report
        A line for each result, and the paired tests.

    Raises
    ------
    BoafError
        If there are no results, they are on different sets, or two have the same name and options.

    Examples
    --------
    >>> from boaf.bench import measure
    >>> found = report([measure("easy", player=player) for player in ("random", "perfect")])
    >>> [line.name for line in found.lines], found.tests[0].better
    (['random', 'perfect'], 0)

    """
    if not results:
        raise BoafError("there are no results to report")
    if len({result.boards for result in results}) > 1:
        names = ", ".join(sorted({result.set for result in results}))
        raise BoafError(f"results on different sets cannot be compared: {names}")
    if len({(result.kind, result.label) for result in results}) < len(results):
        raise BoafError("two of the results have the same name and options")
    tests: list[PairedTest] = []
    for kind in dict.fromkeys(result.kind for result in results):
        first, *others = [result for result in results if result.kind == kind]
        for other in others:
            tests += _solver_tests(first, other) if kind == "solver" else [_mcnemar_test(first, other)]
    return Report(results[0].set, tuple(map(_line, results)), tuple(tests))


def _line(result: BenchResult) -> Line:
    rows = result.rows
    errors = [row.get("error") for row in rows]
    if result.kind == "solver":
        nodes = [row["nodes"] for row in rows]
        figures = {
            "mean nodes": fmean(nodes),
            "median nodes": float(median(nodes)),
            "mean ms": 1000 * fmean(row["seconds"] for row in rows),
            "wrong": errors.count("wrong"),
            "failed": errors.count("failed"),
        }
        rate = wilson(sum(row["verdict"] != "unknown" for row in rows), len(rows))
    elif result.kind == "player":
        figures = {
            "mean score": fmean(row["score"] for row in rows),
            "illegal": errors.count("wrong"),
            "failed": errors.count("failed"),
        }
        winnable = [row for row in rows if row["solvable"]]
        rate = wilson(sum(row["left"] == 1 for row in winnable), len(winnable))
    else:
        probability, truth = _predictions(result)
        bins = np.minimum((probability * _BINS).astype(int), _BINS - 1)
        gaps = [abs(float((probability - truth)[bins == k].sum())) for k in range(_BINS)]
        brier = float(np.mean((probability - truth) ** 2))
        figures = {"Brier score": brier, "calibration error": sum(gaps) / len(rows)}
        rate = wilson(int(_is_right(result).sum()), len(rows))
    return Line(result.label, result.kind, len(rows), rate, figures)


def _predictions(result: BenchResult) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    return np.array([row["probability"] for row in result.rows]), np.array([row["solvable"] for row in result.rows])


def _is_right(result: BenchResult) -> NDArray[np.bool_]:
    """Whether a game was won, or a board judged correctly. Shape (boards,)."""
    if result.kind == "player":
        return np.array([row["left"] == 1 for row in result.rows])
    probability, truth = _predictions(result)
    return np.equal(probability > 0.5, truth)


def _solver_tests(one: BenchResult, other: BenchResult) -> list[PairedTest]:
    both = [pair for pair in zip(one.rows, other.rows, strict=True) if all(row["verdict"] != "unknown" for row in pair)]
    tests = []
    for measure in ("nodes", "seconds"):
        gain = np.array([second[measure] - first[measure] for first, second in both], np.float64)
        tests.append(_sign_test(measure, one, other, int((gain > 0).sum()), int((gain < 0).sum())))
    return tests


def _mcnemar_test(one: BenchResult, other: BenchResult) -> PairedTest:
    first, second = _is_right(one), _is_right(other)
    measure = "won" if one.kind == "player" else "right"
    return _sign_test(measure, one, other, int((first & ~second).sum()), int((second & ~first).sum()))


def _sign_test(measure: str, one: BenchResult, other: BenchResult, better: int, worse: int) -> PairedTest:
    """Test whether each of the boards that differ favours either side with equal chances."""
    differ = better + worse
    tail = sum(comb(differ, k) for k in range(min(better, worse) + 1))
    p = min(2 * tail / 2**differ, 1.0) if differ else None  # whole numbers up to the one division
    return PairedTest(measure, one.label, other.label, better, worse, p)


def draw_report(results: Sequence[BenchResult], path: Path) -> list[Path]:
    """Draw a figure for each kind of result: boards decided, games still going, calibration.

    Parameters
    ----------
    results
        Results on one set, as for `report`.
    path
        Where to draw; the kind is added to the name, and the suffix chooses the format.

    Returns
    -------
    list of Path
        The files: `plot-solver.png` and so on for `plot.png`.

    Raises
    ------
    MissingExtraError
        If matplotlib is not installed.

    Examples
    --------
    >>> from boaf.bench import measure
    >>> [path.name for path in draw_report([measure("easy", player="random")], Path("plot.svg"))]
    ['plot-player.svg']

    """
    figures = {
        "solver": ("Boards decided over time", "seconds of processor time per board", "boards decided", _decided),
        "player": ("Winnable games still going, or won", "decisions", "share of the games", _survival),
        "predictor": ("Calibration", "predicted probability", "share of solvable boards", _calibration),
    }
    written = []
    for kind in dict.fromkeys(result.kind for result in results):
        title, x, y, curve = figures[kind]
        curves = [Curve(result.label, *curve(result)) for result in results if result.kind == kind]
        written.append(path.with_name(f"{path.stem}-{kind}{path.suffix}"))
        draw(Figure(f"{title}: {results[0].set}", x, y, curves), written[-1])
    return written


def _decided(result: BenchResult) -> tuple[list[float], list[float]]:
    seconds = sorted(row["seconds"] for row in result.rows if row["verdict"] != "unknown")
    return seconds, [float(k + 1) for k in range(len(seconds))]


def _survival(result: BenchResult) -> tuple[list[float], list[float]]:
    """After each number of decisions, the share of winnable games that are not over, or won."""
    rows = [row for row in result.rows if row["solvable"]]
    most = max(row["stacks"] for row in rows)
    lasts = np.array([most if row["left"] == 1 else row["stacks"] - row["left"] for row in rows])
    return [float(k) for k in range(most)], [float((lasts >= k).mean()) for k in range(most)]


def _calibration(result: BenchResult) -> tuple[list[float], list[float]]:
    probability, truth = _predictions(result)
    bins = np.minimum((probability * _BINS).astype(int), _BINS - 1)
    used = sorted(set(bins.tolist()))
    return [float(probability[bins == k].mean()) for k in used], [float(truth[bins == k].mean()) for k in used]
