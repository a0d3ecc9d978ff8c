"""The most remarkable deals."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import boaf
from boaf.support.errors import BoafError

RESISTING = [104, 1920, 2454]
"""Solvable deals that a search of 1,000 nodes leaves undecided."""
ROOT = Path(__file__).parents[2]


@pytest.fixture
def hall(tool: Callable[[str], ModuleType]) -> ModuleType:
    return tool("hall_of_fame")


def test_the_lists_hold_what_they_say(hall: ModuleType, tmp_path: Path) -> None:
    fame = hall.find_fame(0, 3000, places=2, searched=3, max_nodes=100)
    solutions = {seed: boaf.count_solutions(boaf.deal(seed)).solutions for seed in RESISTING}
    assert [(entry.value, entry.seed) for entry in fame.fewest_solutions] == sorted(
        (number, seed) for seed, number in solutions.items()
    )[:2]
    batch = boaf.solve_many(range(3000), tables=7)
    assert fame.resisting == len(RESISTING) == (batch.solvable & (batch.nodes > 1000)).sum()
    assert [entry.value for entry in fame.longest_search] == sorted(batch.nodes[RESISTING], reverse=True)[:2]
    (largest,) = fame.largest_family
    assert boaf.solve(boaf.deal(largest.seed), "collapse").nodes == largest.value
    assert list(fame.searches) == list(hall.SEARCHES)
    for name, found in fame.searches.items():
        nodes = {seed: boaf.solve(boaf.deal(seed), name, max_nodes=100) for seed in range(3)}
        decided = {seed: result.nodes for seed, result in nodes.items() if result.verdict != "unknown"}
        assert found.open == 3 - len(decided)
        assert (found.hardest.value if found.hardest else 0) == max(decided.values(), default=0)
    ratings = {seed: boaf.rate(boaf.deal(seed)).score for seed in RESISTING}
    assert [entry.value for entry in fame.most_lost] == sorted(ratings.values(), reverse=True)[:2]
    assert all(solutions[entry.seed] == entry.solutions for entry in fame.most_lost)
    fame.write(tmp_path / "fame.json")
    assert hall.read_fame(tmp_path / "fame.json") == fame
    (tmp_path / "fame.json").write_text((tmp_path / "fame.json").read_text().replace("104", "105"))
    with pytest.raises(BoafError, match="is not as it was written"):
        hall.read_fame(tmp_path / "fame.json")


def test_a_file_resumes_and_a_longer_range_goes_on_from_it(
    hall: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "fame.json"
    wanted = hall.find_fame(0, 3000, places=2, searched=1, max_nodes=10)
    monkeypatch.setattr(hall, "_BLOCK", 1000)
    hall.find_fame(0, 1500, places=2, searched=1, max_nodes=10, out=out)
    decided: list[range] = []
    monkeypatch.setattr(
        hall, "solve_many", lambda seeds, **rest: decided.append(seeds) or boaf.solve_many(seeds, **rest)
    )
    assert hall.find_fame(0, 3000, places=2, searched=1, max_nodes=10, out=out) == wanted == hall.read_fame(out)
    assert decided == [range(1500, 2500), range(2500, 3000)]
    with pytest.raises(BoafError, match="no part of what is asked for"):
        hall.find_fame(0, 2000, places=2, out=out)


def test_the_page_has_what_was_found(hall: ModuleType, tool: Callable[[str], ModuleType]) -> None:
    fame = hall.read_fame(ROOT / "results" / "hall-of-fame.json")
    page = (ROOT / "docs" / "hall-of-fame.md").read_text()
    pages = tool("make_hall_of_fame")
    assert pages.filled(page, pages.texts_of(fame)) == page
    for entry in fame.fewest_solutions[:3]:
        assert boaf.count_solutions(boaf.deal(entry.seed)).solutions == entry.value


def test_the_script_prints_the_lists_and_resumes_from_its_file(tmp_path: Path) -> None:
    options = ["3000", "--places", "2", "--searched", "2", "--max-nodes", "100", "--out", str(tmp_path / "fame.json")]
    printed = run("0", *options, "--json").stdout
    assert json.loads(printed)["fewest_solutions"] == [{"seed": 2454, "value": 24}, {"seed": 104, "value": 28}]
    assert run("0", *options, "--json").stdout == printed
    assert "fewest solutions\n        2454          24\n" in run("0", *options).stdout


def test_bad_input_gets_one_clear_line() -> None:
    found = run("5", "5")
    assert found.returncode == 2
    assert found.stderr.startswith("hall_of_fame: start must be below stop")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tools" / "hall_of_fame.py"), *arguments]
    return subprocess.run(command, check=False, capture_output=True, text=True)
