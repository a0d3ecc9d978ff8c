"""docs/probability.md is what the records say."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

import boaf
from boaf.census.blocks import Blocks, report_blocks, run_blocks
from boaf.probability.grid import SIZES, file_of, read_size
from boaf.probability.small_boards import find_every_deal

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "results"


@pytest.fixture
def pages(tool: Callable[[str], ModuleType]) -> ModuleType:
    return tool("make_probability")


def test_the_page_is_made_of_the_records(pages: ModuleType) -> None:
    page = (ROOT / "docs" / "probability.md").read_text()
    texts = pages.texts_of(RESULTS)
    assert all(f"<!-- made: {name} -->" in page for name in texts)
    assert pages.filled(page, texts) == page, "python tools/make_probability.py makes it again"
    page = (ROOT / "docs" / "census.md").read_text()
    assert "<!-- made: all -->" in page
    assert pages.filled(page, pages.census_texts(RESULTS)) == page, "python tools/make_probability.py makes it again"


@pytest.mark.parametrize("place", SIZES, ids=lambda place: f"{place[0]}x{place[1]}")
def test_the_samples_agree_with_what_is_exact(pages: ModuleType, place: tuple[int, int]) -> None:
    size, every = read_size(file_of(RESULTS / "grid", *place)), find_every_deal(RESULTS / "exact", *place)
    assert (size.start, size.unknown) == (0, 0)
    assert size.deals >= 100_000
    for found, hands in ((size.odd_bird, size.hands.odd_bird), (size.flocks, size.hands.flocks)):
        if size.deals * hands > 10 * size.hands.hands:
            assert abs(pages.deviation(found, size.deals, hands / size.hands.hands)) < 3
    if every is not None:
        assert abs(pages.deviation(size.solvable, size.deals, float(every.chance))) < 3


def test_the_first_million_deals_are_those_of_the_census() -> None:
    """1,880 of them are unsolvable (Hoshino & Notarangelo 2019); the sample of 4 × 4 holds them and more."""
    size = read_size(file_of(RESULTS / "grid", 4, 4))
    assert size.deals >= 1_000_000
    assert size.best_scores is not None
    assert sum(size.best_scores.values()) == size.unsolvable


def test_all_numbered_deals_take_the_place_of_the_sample_once_they_are_complete(
    pages: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, blocks = tmp_path / "census-4x4.jsonl", Blocks(size=2000)
    assert pages._all_numbered_deals(path) == {}
    part = run_blocks(path, blocks, chosen=range(1))
    assert pages._all_numbered_deals(path) == {}
    whole = replace(part, finished=len(blocks.numbers))
    monkeypatch.setattr(pages, "report_blocks", lambda _path: whole)
    size = pages._all_numbered_deals(path)[4, 4]
    assert (size.start, size.stop, size.solvable, size.unsolvable) == (0, 2**31, 1992, 8)


@pytest.mark.parametrize(("rows", "cols", "least"), [(4, 4, 0), (1, 5, 1), (5, 5, 10), (6, 6, 24), (4, 9, 24)])
def test_a_line_of_many_cards_holds_a_suit_twice(pages: ModuleType, rows: int, cols: int, least: int) -> None:
    assert pages.least_pairs(rows, cols) == least


def test_the_boards_of_the_hunt_have_as_few_pairs_as_it_says(pages: ModuleType) -> None:
    for size in json.loads((RESULTS / "hunt.json").read_text())["sizes"]:
        assert pages.least_pairs(size["rows"], size["cols"]) <= size["fewest_pairs"] < size["mean_pairs_of_deals"]
        for text in size["unsolvable"] + size["unknown"] + size["by_beam"]:
            board = boaf.Board(text)
            assert (board.rows, board.cols) == (size["rows"], size["cols"])
            assert len(board.legal_moves) >= 2 * size["fewest_pairs"]


def test_the_boards_of_the_hunt_among_weak_hands_are_solved_by_their_moves(tool: Callable[[str], ModuleType]) -> None:
    hunt = tool("hunt_weak")
    assert len(hunt.WEAK) == 94
    for size in json.loads((RESULTS / "hunt-weak.json").read_text())["sizes"]:
        for text, moves in (size["by_sat"] | size["by_beam"]).items():
            board = boaf.Board(text)
            assert (board.rows, board.cols) == (size["rows"], size["cols"])
            assert board.is_solved_by(map(boaf.Move.parse, moves.split()))
        for text in size["unsolvable"]:
            assert boaf.solve(boaf.Board(text)).verdict == "unsolvable"


@pytest.mark.thorough
def test_the_boards_of_the_hunt_are_solved_by_beam_search() -> None:
    for size in json.loads((RESULTS / "hunt.json").read_text())["sizes"]:
        for text in size["by_beam"]:
            assert boaf.solve(boaf.Board(text), "beam").verdict == "solvable"


@pytest.mark.parametrize("page", ["README.md", "docs/findings.md", "docs/questions.md"])
def test_pages_have_the_count_of_the_census(page: str) -> None:
    found = report_blocks(RESULTS / "census-4x4.jsonl")
    assert not found.missing
    assert f"{found.counts.unsolvable:,}" in (ROOT / page).read_text()
    assert f"{2**31:,}" in (ROOT / page).read_text()
