"""Edited and damaged files of a census: run, report and verify refuse them alike."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from boaf.census.directory import read_census
from boaf.census.parameters import Parameters
from boaf.census.report import report_census
from boaf.census.run import run_census
from boaf.census.verify import verify_census
from boaf.cli import main
from boaf.support.errors import BoafError
from tests.census.helpers import SMALL, contents, forge, verdict_of

RECORD = "chunk-000003.json"


def edit(path: Path, name: str, value: object) -> None:
    """Change an entry of a JSON file; `chunks.3.solvable` names one inside others."""
    values = place = json.loads(path.read_text())
    *way, last = (int(part) if part.isdigit() else part for part in name.split("."))
    for part in way:
        place = place[part]
    place[last] = value
    path.write_text(json.dumps(values))


def everyone_refuses(directory: Path, parameters: Parameters, message: str) -> None:
    """One line from run and report, which change nothing; verify lists the problem."""
    before = contents(directory)
    looks: list[Callable[[], object]] = [
        lambda: run_census(parameters, directory),
        lambda: report_census(directory),
    ]
    for look in looks:
        with pytest.raises(BoafError, match=message) as caught:
            look()
        assert len(str(caught.value).splitlines()) == 1
    assert contents(directory) == before
    assert not verify_census(directory, sample=0).is_sound


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("chunk", 2), ("start", 1501), ("deals", 507), ("unsolvable", 2), ("nodes", 1), ("bytes", 17),
        ("sha256", "0" * 64), ("reasons", {"odd-bird": 7}), ("solvable", "499"), ("solvable", None),
        ("unsolvable", 1.5), ("unknown", False), ("reasons", []), ("extra", 1), ("nodes", 1 << 63),
    ],
)  # fmt: skip
def test_an_edited_record_is_refused(copy: Path, name: str, value: Any) -> None:
    edit(copy / RECORD, name, value)
    everyone_refuses(copy, SMALL, r"is damaged: .*; verify the census and repair it")


def test_what_was_edited_is_repaired(copy: Path, undisturbed: Path) -> None:
    edit(copy / RECORD, "solvable", 506)
    found = verify_census(copy, sample=0, repair=True)
    assert found.is_sound
    assert found.repaired == ["chunk-000003.parquet"]
    assert contents(copy) == contents(undisturbed)


def test_counts_that_add_up_are_refused_too(copy: Path) -> None:
    edit(copy / RECORD, "solvable", 507)
    edit(copy / RECORD, "deals", 507 + json.loads((copy / RECORD).read_text())["unsolvable"])
    everyone_refuses(copy, SMALL, r"chunk-000003\.parquet is damaged: its counts differ from the record")


def test_the_manifest_of_an_earlier_version_is_ignored(copy: Path) -> None:
    before = report_census(copy).to_json()
    (copy / "manifest.json").write_text("[]")
    assert report_census(copy).to_json() == before
    assert run_census(SMALL, copy).solved == 0
    assert verify_census(copy, sample=0).is_sound


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("chunk_size", 500.0), ("stop", 1e9), ("chunk_size", True), ("reasons", "no"), ("version", 5), ("rows", "4"),
        ("version", "1\n2"), ("max_nodes", -1), ("stop", 0), ("chunk_size", 0), ("rows", 53), ("format", 2),
        ("format", 0), ("best_score", 1), ("extra", 1), ("cols", 14),
    ],
)  # fmt: skip
def test_edited_parameters_are_refused(copy: Path, name: str, value: Any) -> None:
    edit(copy / "census.json", name, value)
    for look in (lambda: run_census(SMALL, copy), lambda: report_census(copy), lambda: verify_census(copy)):
        with pytest.raises(BoafError, match=r"census\.json cannot be used: ") as caught:
            look()  # type: ignore[no-untyped-call]
        assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(("name", "value"), [("stop", 2200), ("max_nodes", 9), ("reasons", False), ("start", 1)])
def test_parameters_that_are_not_those_of_the_chunks_are_refused(copy: Path, name: str, value: Any) -> None:
    edit(copy / "census.json", name, value)
    with pytest.raises(BoafError, match="damaged"):
        report_census(copy)
    with pytest.raises(BoafError, match="damaged"):
        run_census(replace(SMALL, **{name: value}), copy)
    assert not verify_census(copy, sample=0).is_sound


def test_a_later_format_is_named(copy: Path) -> None:
    edit(copy / "census.json", "format", 2)
    with pytest.raises(BoafError, match="its format is 2, but this version of boaf reads format 1"):
        report_census(copy)


@pytest.mark.parametrize("text", ["[" * 100_000, " " * (2 << 20)])
def test_what_is_no_census_is_refused_in_one_line(copy: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    for name in (RECORD, "census.json"):
        (copy / name).write_text(text)
        run = ["0", "2300", "--out", str(copy), "--chunk-size", "500", "--solutions", "--reasons"]
        for command in (run, ["report", str(copy)]):
            assert main(["census", *command]) == 2
            assert len(capsys.readouterr().err.splitlines()) == 1
        assert main(["census", "verify", str(copy), "--sample", "0"]) == 2
        assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("damage", ["truncate", "flip", "delete", "empty"])
def test_a_damaged_chunk_is_refused_until_it_is_repaired(copy: Path, undisturbed: Path, damage: str) -> None:
    file = copy / "chunk-000003.parquet"
    content = file.read_bytes()
    if damage == "delete":
        file.unlink()
    else:
        flipped = content[:100] + bytes([content[100] ^ 1]) + content[101:]
        file.write_bytes({"truncate": content[: len(content) // 2], "flip": flipped, "empty": b""}[damage])
    everyone_refuses(copy, SMALL, r"chunk-000003\.parquet is damaged")
    with pytest.raises(BoafError, match="is damaged"):
        read_census(copy)
    assert verify_census(copy, sample=0, repair=True).repaired == ["chunk-000003.parquet"]
    assert contents(copy) == contents(undisturbed)


def test_a_chunk_beyond_the_range_is_of_another_census(copy: Path) -> None:
    (copy / "chunk-000009.json").write_bytes((copy / RECORD).read_bytes())
    for look in (report_census, verify_census, read_census):
        with pytest.raises(BoafError, match=r"chunk-000009\.json is of another census"):
            look(copy)


def test_unknown_without_a_limit_is_a_fault(copy: Path, undisturbed: Path) -> None:
    forge(copy, 0, verdict_of([10], "unknown"))
    everyone_refuses(copy, SMALL, "deal 10 is unknown, though no limit was set that could leave it open")
    assert verify_census(copy, repair=True).is_sound
    assert contents(copy) == contents(undisturbed)


def test_unknown_with_a_limit_must_be_unknown_again(tmp_path: Path) -> None:
    parameters = Parameters(0, 100, max_nodes=12)
    counts = run_census(parameters, tmp_path).counts
    found = verify_census(tmp_path)
    assert found.is_sound
    assert found.checks["unknown"].checked == counts.unknown > 0  # type: ignore[index]
    forge(tmp_path, 0, verdict_of([1], "unknown"))
    assert verify_census(tmp_path).problems == ["chunk-000000.parquet: deal 1 is solvable, not unknown"]


@pytest.mark.parametrize("shape", [(1, 1), (1, 2), (2, 2)])
def test_small_boards_are_verified_with_and_without_solutions(tmp_path: Path, shape: tuple[int, int]) -> None:
    for solutions in (False, True):
        directory = tmp_path / str(solutions)
        counts = run_census(Parameters(0, 20, *shape, solutions=solutions), directory).counts
        found = verify_census(directory, every_deal=True)
        assert found.is_sound
        assert sum(check.checked for check in found.checks.values()) == counts.deals == 20
