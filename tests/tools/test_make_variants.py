"""docs/variants.md is what the record says."""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import boaf


@pytest.fixture
def pages(tool: Callable[[str], ModuleType]) -> ModuleType:
    return tool("make_variants")


def test_the_page_is_made_of_the_record(pages: ModuleType) -> None:
    page, cells = pages.PAGE.read_text(), pages.cells_of(pages.RECORD)
    assert list(cells) == pages.PLACES
    assert pages.filled(page, pages.texts_of(cells)) == page, "python tools/make_variants.py makes it again"


def test_the_record_counts_every_deal_once(pages: ModuleType) -> None:
    for place, counts in pages.cells_of(pages.RECORD).items():
        assert counts["solvable"] + counts["unsolvable"] == place.deals
        assert counts["unknown"] == 0


def test_a_run_adds_what_the_record_lacks(pages: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    places = [pages.Place("wrap", 2, 2, 20), pages.Place("adjacent", 2, 3, 20)]
    pages.compute(places[:1], path)
    first = pages.cells_of(path)
    pages.compute(places, path)
    found = pages.cells_of(path)
    assert found[places[0]] == first[places[0]]
    for place, counts in found.items():
        deals = [boaf.deal(seed, place.rows, place.cols, rules=place.rules) for seed in range(place.deals)]
        assert counts["solvable"] == sum(boaf.solve(board, "oracle").verdict == "solvable" for board in deals)
