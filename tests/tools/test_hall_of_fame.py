"""The most remarkable deals."""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import boaf
from boaf.census import fame as module
from boaf.census.fame import SEARCHES, find_fame, read_fame
from boaf.cli import main
from boaf.errors import BoafError

RESISTING = [104, 1920, 2454]
"""Solvable deals that a search of 1,000 nodes leaves undecided."""
ROOT = Path(__file__).parents[2]


def test_the_lists_hold_what_they_say(tmp_path: Path) -> None:
    fame = find_fame(0, 3000, places=2, searched=3, max_nodes=100)
    solutions = {seed: boaf.count_solutions(boaf.deal(seed)).solutions for seed in RESISTING}
    assert [(entry.value, entry.seed) for entry in fame.fewest_solutions] == sorted(
        (number, seed) for seed, number in solutions.items()
    )[:2]
    batch = boaf.solve_many(range(3000), tables=7)
    assert fame.resisting == len(RESISTING) == (batch.solvable & (batch.nodes > 1000)).sum()
    assert [entry.value for entry in fame.longest_search] == sorted(batch.nodes[RESISTING], reverse=True)[:2]
    (largest,) = fame.largest_family
    assert boaf.solve(boaf.deal(largest.seed), "collapse").nodes == largest.value
    assert list(fame.searches) == list(SEARCHES)
    for name, found in fame.searches.items():
        nodes = {seed: boaf.solve(boaf.deal(seed), name, max_nodes=100) for seed in range(3)}
        decided = {seed: result.nodes for seed, result in nodes.items() if result.verdict != "unknown"}
        assert found.open == 3 - len(decided)
        assert (found.hardest.value if found.hardest else 0) == max(decided.values(), default=0)
    ratings = {seed: boaf.rate(boaf.deal(seed)).score for seed in RESISTING}
    assert [entry.value for entry in fame.most_lost] == sorted(ratings.values(), reverse=True)[:2]
    assert all(solutions[entry.seed] == entry.solutions for entry in fame.most_lost)
    fame.write(tmp_path / "fame.json")
    assert read_fame(tmp_path / "fame.json") == fame
    (tmp_path / "fame.json").write_text((tmp_path / "fame.json").read_text().replace("104", "105"))
    with pytest.raises(BoafError, match="is not as it was written"):
        read_fame(tmp_path / "fame.json")


def test_a_file_resumes_and_a_longer_range_goes_on_from_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "fame.json"
    wanted = find_fame(0, 3000, places=2, searched=1, max_nodes=10)
    monkeypatch.setattr(module, "_BLOCK", 1000)
    find_fame(0, 1500, places=2, searched=1, max_nodes=10, out=out)
    decided: list[range] = []
    monkeypatch.setattr(
        module, "solve_many", lambda seeds, **rest: decided.append(seeds) or boaf.solve_many(seeds, **rest)
    )
    assert find_fame(0, 3000, places=2, searched=1, max_nodes=10, out=out) == wanted == read_fame(out)
    assert decided == [range(1500, 2500), range(2500, 3000)]
    with pytest.raises(BoafError, match="no part of what is asked for"):
        find_fame(0, 2000, places=2, out=out)


def test_the_page_has_what_was_found(tool: Callable[[str], ModuleType]) -> None:
    fame = read_fame(ROOT / "results" / "hall-of-fame.json")
    page = (ROOT / "docs" / "hall-of-fame.md").read_text()
    pages = tool("make_hall_of_fame")
    assert pages.filled(page, pages.texts_of(fame)) == page
    for entry in fame.fewest_solutions[:3]:
        assert boaf.count_solutions(boaf.deal(entry.seed)).solutions == entry.value


def test_bad_input_gets_one_clear_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["census", "fame", "5", "5"]) == 2
    assert capsys.readouterr().err.startswith("boaf: START must be below STOP")
