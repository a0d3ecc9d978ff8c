"""The chance of a solution by board size: what is counted, what is kept, and what follows from it."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

import boaf
from boaf.probability import grid as grid_module
from boaf.probability.grid import SIZES, Size, count_grid, read_size
from boaf.solvers import solve
from boaf.support.errors import BoafError
from boaf.support.intervals import wilson


def counts(size: Size) -> Size:
    return replace(size, processor_seconds=0)


def test_the_grid_has_every_size_that_was_asked_about_once() -> None:
    assert len(set(SIZES)) == len(SIZES) == 22
    assert {(2, 2), (2, 7), (7, 7), (4, 13)} <= set(SIZES)
    assert all(rows <= cols for rows, cols in SIZES)


def test_the_grid_counts_solvable_deals() -> None:
    for size in count_grid(30):
        assert size.deals == size.solvable + size.unsolvable + size.unknown == 30
        if size.rows * size.cols <= 6:
            deals = [boaf.deal(seed, size.rows, size.cols) for seed in range(30)]
            assert size.solvable == sum(solve(deal, "oracle").verdict == "solvable" for deal in deals)
            reasons = Counter(boaf.explain(deal).proof.reason for deal in deals if not boaf.solve(deal).moves)  # type: ignore[union-attr]
            assert (size.odd_bird, size.flocks) == (reasons["odd-bird"], reasons["multiple-flocks"])


def test_no_deals_are_refused() -> None:
    with pytest.raises(BoafError, match=r"^deals must be at least 1"):
        count_grid(0)


def test_a_board_and_its_reflection_are_one_size() -> None:
    (wide,), (tall,) = (count_grid(50, sizes=[size]) for size in ((2, 4), (4, 2)))
    assert counts(wide) == counts(tall)


def test_the_interval_is_that_of_the_rest_alone() -> None:
    size = Size(4, 4, 0, 1_000_000, 1, 998_120, 1484, 287, 109)
    apart = 18_021_684_138 / 10_363_194_502_115
    chance, rest = size.unsolvable_chance(), wilson(109, 998_229)
    assert tuple(chance) == pytest.approx(tuple(apart + (1 - apart) * share for share in rest), rel=1e-12)
    plain = wilson(1880, 1_000_000)
    assert 4 * (chance.high - chance.low) < plain.high - plain.low


def test_unknown_deals_are_counted_both_ways() -> None:
    decided, not_decided = (
        Size(4, 4, 0, 1000, 1, 990, other=10 - open_ones, unknown=open_ones) for open_ones in (0, 4)
    )
    assert not_decided.unsolvable_chance().low < decided.unsolvable_chance().low
    assert not_decided.unsolvable_chance().high == decided.unsolvable_chance().high


def test_several_flocks_need_no_search() -> None:
    (limited,), (free,) = (count_grid(200, sizes=[(3, 3)], max_nodes=nodes) for nodes in (0, None))
    assert limited.unknown
    assert (limited.odd_bird, limited.flocks) == (free.odd_bird, free.flocks)
    assert limited.unsolvable >= free.odd_bird + free.flocks


def test_the_best_scores_are_those_of_every_unsolvable_deal() -> None:
    (size,) = count_grid(60, sizes=[(3, 3)], best_scores=True)
    best = [boaf.best_score(boaf.deal(seed, 3, 3)).score for seed in range(60)]
    assert size.best_scores == Counter(score for score in best if score < 81)


def test_a_directory_resumes_where_it_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grid_module, "_BLOCK", 30)
    sizes, at_once = [(2, 3), (3, 3)], count_grid(100, -7, sizes=[(2, 3), (3, 3)], best_scores=True)
    first = count_grid(40, -7, sizes=sizes, best_scores=True, directory=tmp_path)
    assert [size.stop for size in first] == [33, 33]
    assert [*map(counts, count_grid(100, -7, sizes=sizes, directory=tmp_path))] == [*map(counts, at_once)]
    assert [*map(counts, count_grid(5, -7, sizes=sizes, directory=tmp_path))] == [*map(counts, at_once)]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["2x3.json", "3x3.json"]


def test_what_is_finished_stays_when_a_run_is_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grid_module, "_BLOCK", 30)
    solve_many, calls = grid_module.solve_many, []

    def interrupted(*arguments, **options):  # type: ignore[no-untyped-def]
        calls.append(arguments)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return solve_many(*arguments, **options)

    monkeypatch.setattr(grid_module, "solve_many", interrupted)
    with pytest.raises(KeyboardInterrupt):
        count_grid(100, sizes=[(2, 3)], directory=tmp_path)
    assert read_size(tmp_path / "2x3.json").stop == 60
    (resumed,), (at_once,) = (count_grid(100, sizes=[(2, 3)], directory=place) for place in (tmp_path, None))
    assert counts(resumed) == counts(at_once)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"start": 3}, r"2x3\.json holds other deals: start = 0, not 3; choose another directory"),
        ({"best_scores": True}, r"2x3\.json holds no best scores: choose another directory"),
    ],
)
def test_a_directory_of_other_deals_is_refused(tmp_path: Path, options: dict[str, int], message: str) -> None:
    count_grid(10, sizes=[(2, 3)], directory=tmp_path)
    with pytest.raises(BoafError, match=message):
        count_grid(**{"deals": 20, "sizes": [(2, 3)], "directory": tmp_path, **options})  # type: ignore[arg-type]


def test_a_limit_matters_only_where_it_was_reached(tmp_path: Path) -> None:
    count_grid(10, sizes=[(3, 3)], directory=tmp_path / "decided", max_nodes=10**6)
    (grown,), (at_once,) = (count_grid(20, sizes=[(3, 3)], directory=place) for place in (tmp_path / "decided", None))
    assert counts(grown) == counts(at_once)
    count_grid(50, sizes=[(3, 3)], directory=tmp_path / "open", max_nodes=0)
    with pytest.raises(BoafError, match=r"3x3\.json holds other deals: max nodes = 0, not null"):
        count_grid(60, sizes=[(3, 3)], directory=tmp_path / "open")


def test_an_edited_record_is_refused(tmp_path: Path) -> None:
    count_grid(10, sizes=[(2, 3)], directory=tmp_path)
    file = tmp_path / "2x3.json"
    file.write_text(file.read_text().replace('"stop": 10', '"stop": 11'))
    with pytest.raises(BoafError, match=r"2x3\.json is not as it was written"):
        count_grid(10, sizes=[(2, 3)], directory=tmp_path)


def test_a_record_says_what_computed_it(tmp_path: Path) -> None:
    import json

    count_grid(10, sizes=[(2, 3)], directory=tmp_path)
    record = json.loads((tmp_path / "2x3.json").read_text())
    assert record["made_by"]["versions"]["boaf"] == boaf.__version__
    assert (record["start"], record["stop"], record["best_scores"]) == (0, 10, None)
