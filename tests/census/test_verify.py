"""What `verify` finds and mends, and what `report` and `grid` count."""

from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from boaf.census.chunks import REASON_TYPE
from boaf.census.parameters import Shard
from boaf.census.report import report_census
from boaf.census.run import run_census
from boaf.census.verify import verify_census
from boaf.render.figures import draw_histogram
from boaf.solvers.single import solve
from boaf.support.errors import BoafError
from tests.census.helpers import SMALL, UNSOLVABLE, contents, forge, verdict_of


def test_a_sound_census_is_sound(undisturbed: Path) -> None:
    found = verify_census(undisturbed, sample=40)
    assert found.is_sound
    assert not found.problems
    assert (found.chunks, found.missing, found.solutions) == (5, 0, 2292)
    assert {verdict: check.checked for verdict, check in found.checks.items()} == {
        "solvable": 2292,
        "unsolvable": 8,
        "unknown": 0,
    }


def test_truncated_and_corrupted_chunks_are_named_and_repaired(copy: Path, undisturbed: Path) -> None:
    names = [f"chunk-{chunk:06}" for chunk in range(5)]
    content = (copy / f"{names[0]}.parquet").read_bytes()
    (copy / f"{names[0]}.parquet").write_bytes(content[:-7])
    content = (copy / f"{names[1]}.parquet").read_bytes()
    (copy / f"{names[1]}.parquet").write_bytes(content[:50] + b"rot" + content[53:])
    (copy / f"{names[2]}.parquet").unlink()
    (copy / f"{names[3]}.json").write_text("{}")
    text = (copy / f"{names[4]}.json").read_text()
    (copy / f"{names[4]}.json").write_text(text.replace('"solvable": 300', '"solvable": 299'))
    found = verify_census(copy, sample=0)
    assert [problem.split(":")[0] for problem in found.problems] == [f"{name}.parquet" for name in names]
    assert not found.is_sound
    mended = verify_census(copy, sample=0, repair=True)
    assert mended.is_sound
    assert len(mended.repaired) == 5
    assert contents(copy) == contents(undisturbed)
    assert not verify_census(copy, sample=0).problems


def test_a_wrong_solution_is_found(copy: Path) -> None:
    forge(copy, 4, pl.col("solution").reverse())
    found = verify_census(copy, sample=0, repair=True)
    assert len(found.problems) > 250
    assert found.problems[0] == "chunk-000004.parquet: the solution of deal 2000 does not solve it"
    assert found.repaired == ["chunk-000004.parquet"]
    assert found.is_sound


def test_reasons_and_solutions_must_fit_the_verdicts(copy: Path) -> None:
    forge(copy, 4, verdict_of([2100], "unsolvable"))
    assert verify_census(copy, sample=0).problems == ["chunk-000004.parquet: a reason is missing or unexpected"]
    forge(
        copy, 4, pl.when(pl.col("seed") == 2100).then(pl.lit("search", REASON_TYPE)).otherwise("reason").alias("reason")
    )
    assert verify_census(copy, sample=0).problems == ["chunk-000004.parquet: a solution is missing or unexpected"]
    with pytest.raises(BoafError, match="a solution is missing or unexpected"):
        report_census(copy)


def test_a_wrong_verdict_is_found_by_the_sample(tmp_path: Path) -> None:
    run_census(replace(SMALL, solutions=False, reasons=False), tmp_path)
    forge(tmp_path, 0, verdict_of([11], "unsolvable"))
    assert verify_census(tmp_path, sample=20).problems == ["chunk-000000.parquet: deal 11 is solvable, not unsolvable"]


def test_a_wrong_reason_is_found_by_the_sample(copy: Path) -> None:
    forge(
        copy, 0, pl.when(pl.col("seed") == 10).then(pl.lit("search", REASON_TYPE)).otherwise("reason").alias("reason")
    )
    assert verify_census(copy, sample=20).problems == [
        "chunk-000000.parquet: deal 10 is unsolvable for another reason than search"
    ]


def test_the_other_algorithms_are_others(undisturbed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = set()

    def spy(board, solver, **limits):  # type: ignore[no-untyped-def]
        asked.add(solver)
        return solve(board, solver, **limits)

    monkeypatch.setattr("boaf.census.verify.solve", spy)
    monkeypatch.setattr("boaf.census.verify._STANDARD_NODES", 10)
    verify_census(undisturbed, sample=8)
    assert asked == {"standard", "collapse"}


def test_unfinished_chunks_are_no_damage(tmp_path: Path) -> None:
    run_census(SMALL, tmp_path, shard=Shard(1, 2))
    found = verify_census(tmp_path, sample=5)
    assert found.is_sound
    assert (found.chunks, found.missing) == (3, 2)


def test_a_directory_without_a_census_is_refused(tmp_path: Path) -> None:
    for look in (verify_census, report_census):
        with pytest.raises(BoafError, match=r"holds no census: there is no census\.json"):
            look(tmp_path)
    with pytest.raises(BoafError, match=r"^sample must not be negative"):
        verify_census(tmp_path, sample=-1)


def test_a_report_counts_unsolvable_seeds_by_bins(undisturbed: Path) -> None:
    report = report_census(undisturbed)
    assert report.missing == 0
    assert report.counts.unsolvable == len(UNSOLVABLE) == report.bins.sum()
    assert [int(report.edges[k]) for k in report.bins.nonzero()[0]] == [46 * (seed // 46) for seed in UNSOLVABLE]


def test_a_report_of_a_damaged_census_names_the_chunk(copy: Path) -> None:
    (copy / "chunk-000001.parquet").write_bytes(b"")
    with pytest.raises(BoafError, match=r"chunk-000001\.parquet is damaged: .*; verify the census and repair it"):
        report_census(copy)


def test_the_histogram_is_drawn(undisturbed: Path, tmp_path: Path) -> None:
    report = report_census(undisturbed)
    draw_histogram(report, tmp_path / "histogram.svg")
    assert (tmp_path / "histogram.svg").read_text().lstrip().startswith("<?xml")
    with pytest.raises(BoafError, match="cannot draw"):
        draw_histogram(report, tmp_path / "histogram.nonsense")
