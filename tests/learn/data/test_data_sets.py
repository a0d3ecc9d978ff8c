"""Data sets: what is in them, that they can be made again, written, read, interrupted and continued."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import boaf
from boaf.kernel.dealing import EMPTY, cards_of
from boaf.learn.data import (
    Balanced,
    DataSet,
    Interesting,
    NumberedDeals,
    RandomStates,
    Recipe,
    balanced_deals,
    interesting_states,
    make,
    numbered_deals,
    random_states,
    read,
    write,
)
from boaf.support.errors import BoafError
from tests.learn.data.helpers import damaged, require_same

UNSOLVABLE = [10, 190, 397, 520, 1163, 1264, 1309, 1646]
"""Those below 2,000."""


def test_random_states_are_random_boards_with_the_oracles_labels(states: DataSet) -> None:
    assert states.cards.shape == (3000, 16)
    for k in range(300):
        board = boaf.random_board(k)
        assert states.board(k) == board
        if board.stack_count <= 9:
            assert states.solvable[k] == (boaf.solve(board, "oracle").verdict == "solvable")
    np.testing.assert_array_equal(states.seeds, np.arange(3000))


def test_the_number_of_stacks_is_uniform(states: DataSet) -> None:
    stacks = (states.cards != EMPTY).sum(axis=1)
    found = np.bincount(stacks, minlength=17)[1:]
    expected = len(states) / 16
    assert ((found - expected) ** 2 / expected).sum() < 37.7  # chi squared, 15 degrees of freedom, 0.1 %


def test_other_seeds_give_other_states(states: DataSet) -> None:
    others = random_states(500, seed=1)
    assert others.seeds[0] == 1 << 32
    assert others.board(7) == boaf.random_board((1 << 32) + 7)
    assert not set(states.seeds.tolist()) & set(others.seeds.tolist())
    assert random_states(5, seed=-1).board(3) == boaf.random_board(-(1 << 32) + 3)


def test_states_of_other_shapes() -> None:
    data = random_states(200, rows=3, cols=5)
    assert (data.rows, data.cols, data.cards.shape) == (3, 5, (200, 15))
    assert data.board(11) == boaf.random_board(11, 3, 5)


def test_numbered_deals_have_their_seeds_and_labels() -> None:
    data = numbered_deals(-5, 2000)
    assert data.seeds[0] == -5
    np.testing.assert_array_equal(data.cards[0], cards_of(boaf.deal(-5)))
    unsolvable = data.seeds[~data.solvable]
    assert [seed for seed in unsolvable if seed >= 0] == UNSOLVABLE


def test_the_balanced_set_has_all_unsolvable_deals_and_as_many_others(split: DataSet) -> None:
    assert sorted(split.seeds[~split.solvable]) == UNSOLVABLE
    assert int(split.solvable.sum()) == len(UNSOLVABLE)
    assert len(set(split.seeds.tolist())) == len(split)
    assert split.parts is not None
    for label in (True, False):
        assert np.bincount(split.parts[split.solvable == label]).tolist() == [4, 3, 1]
    for k in range(len(split)):
        assert split.board(k) == boaf.deal(int(split.seeds[k]))
    assert [len(split.part(name)) for name in ("train", "validation", "test")] == [8, 6, 2]
    assert set(balanced_deals(0, 2000, seed=2).seeds) != set(split.seeds)


def test_the_balanced_split_has_the_papers_counts() -> None:
    """Sang & Yoon (2019) have 1,863 deals of each class: 931, 560 and 372."""
    fake = numbered_deals(0, 1863)
    data = Balanced(-500_000, 500_000).assemble([fake])
    assert data.parts is not None
    assert np.bincount(data.parts[~data.solvable]).tolist() == [931, 560, 372]
    assert np.bincount(data.parts[data.solvable]).tolist() == [931, 560, 372]


def test_interesting_states_are_solvable_deals_and_all_children_of_states_with_a_mistake(walks: DataSet) -> None:
    assert np.unique(walks.seeds).tolist() == list(range(12))
    assert not walks.solvable[walks.seeds == 10].any(), "an unsolvable deal has no walk"
    for seed in (0, 11):
        states = walks.take(np.flatnonzero(walks.seeds == seed))
        assert states.board(0) == boaf.deal(seed)
        stacks = (states.cards != EMPTY).sum(axis=1)
        for number in np.unique(stacks[1:]):
            labels = states.solvable[stacks == number]
            assert 0 < labels.sum() < len(labels)
            assert (np.diff(labels.astype(int)) <= 0).all(), "the solvable children come first"


def test_the_moves_to_interesting_states_lead_to_them(walks: DataSet, tmp_path: Path) -> None:
    moves = interesting_states(12, moves=True)
    states = walks.take(np.flatnonzero((walks.cards == EMPTY).any(axis=1)))
    assert len(moves) == len(states)
    for k in range(0, len(moves), 7):
        board = moves.board(k)
        board.push(moves.move(k))
        assert (board.tops, moves.solvable[k], moves.seeds[k]) == (
            states.board(k).tops,
            states.solvable[k],
            states.seeds[k],
        )
    write(moves, tmp_path / "moves.csv")
    require_same(read(tmp_path / "moves.csv"), moves)


class Interrupted(Exception):
    pass


def interrupt_after(chunks: int, recipe: Recipe, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the recipe fail after this many chunks."""
    original, made = type(recipe).chunk, iter(range(chunks))

    def chunk(self: Any, number: int, before: DataSet | None, progress: Any) -> DataSet:
        if next(made, None) is None:
            raise Interrupted
        return original(self, number, before, progress)

    monkeypatch.setattr(type(recipe), "chunk", chunk)


@pytest.mark.parametrize(
    ("recipe", "size"),
    [(RandomStates(700), 200), (NumberedDeals(0, 500), 120), (Interesting(9), 2), (Balanced(0, 2000), 300)],
    ids=lambda part: getattr(part, "kind", ""),
)
def test_the_same_call_goes_on_after_an_interruption(
    recipe: Recipe, size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(recipe), "chunk_size", size)
    expected = make(recipe, tmp_path / "expected.parquet")
    assert expected.computed == recipe.total
    file = tmp_path / "data.parquet"
    with monkeypatch.context() as patch:
        interrupt_after(3, recipe, patch)
        with pytest.raises(Interrupted):
            make(recipe, file)
    assert not file.exists()
    made = make(recipe, file)
    assert made.computed == recipe.total - 3 * size
    require_same(made.data, expected.data)
    assert file.read_bytes() == (tmp_path / "expected.parquet").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data.parquet", "expected.parquet"]
    require_same(make(recipe, file).data, expected.data)
    assert make(recipe, file).computed == 0


def test_the_size_of_chunks_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = interesting_states(7)
    monkeypatch.setattr(Interesting, "chunk_size", 3)
    require_same(interesting_states(7), whole)


def test_a_damaged_chunk_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recipe = RandomStates(700)
    monkeypatch.setattr(RandomStates, "chunk_size", 200)
    with monkeypatch.context() as patch:
        interrupt_after(3, recipe, patch)
        with pytest.raises(Interrupted):
            make(recipe, tmp_path / "data.csv")
    chunk = tmp_path / "data.csv.chunks" / "chunk-000001.parquet"
    chunk.write_bytes(damaged(chunk.read_bytes(), "flip"))
    assert make(recipe, tmp_path / "data.csv").computed == 300


def test_another_recipe_is_refused_and_nothing_is_touched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recipe = RandomStates(300)
    monkeypatch.setattr(RandomStates, "chunk_size", 100)
    with monkeypatch.context() as patch:
        interrupt_after(2, recipe, patch)
        with pytest.raises(Interrupted):
            make(recipe, tmp_path / "data.csv")
    with pytest.raises(BoafError, match=r"data\.csv\.chunks holds another data set: seed = 0, not 1; delete it or"):
        make(replace(recipe, seed=1), tmp_path / "data.csv")
    assert make(recipe, tmp_path / "data.csv").computed == 100
    before = (tmp_path / "data.csv").read_bytes()
    with pytest.raises(BoafError, match=r"data\.csv holds another data set: count = 300, not 301; delete it or"):
        make(RandomStates(301), tmp_path / "data.csv")
    with pytest.raises(BoafError, match=r'kind = "states", not "deals"'):
        make(NumberedDeals(0, 300), tmp_path / "data.csv")
    (tmp_path / "data.csv.recipe.json").unlink()
    with pytest.raises(BoafError, match=r"data\.csv exists already and has no recipe: delete it or"):
        make(recipe, tmp_path / "data.csv")
    assert (tmp_path / "data.csv").read_bytes() == before


def test_a_range_without_unsolvable_deals_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BoafError, match="all of the 9 deals are solvable"):
        make(Balanced(0, 9), tmp_path / "data.parquet")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("make_recipe", "message"),
    [
        (lambda: RandomStates(0), "count must be from 1 to"),
        (lambda: RandomStates(5, seed=1 << 40), "seed must lie between"),
        (lambda: RandomStates(5, rows=9, cols=9), "a 9 × 9 board has 81 cells"),
        (lambda: NumberedDeals(5, 5), "start must be below stop"),
        (lambda: NumberedDeals(0, (1 << 31) + 1), "there are only 2\\^31"),
        (lambda: Interesting(0), "stop must be from 1 to"),
    ],
)
def test_impossible_recipes_are_refused(make_recipe: Any, message: str) -> None:
    with pytest.raises(BoafError, match=message):
        make_recipe()


def test_a_data_set_without_parts_says_so(states: DataSet, split: DataSet) -> None:
    with pytest.raises(BoafError, match="not split"):
        states.part("train")
    with pytest.raises(BoafError, match="there is no part 'dev': choose from train, validation, test"):
        split.part("dev")


@pytest.mark.parametrize("recipe", [RandomStates(20, 3, 2, 3), NumberedDeals(-9, 9), Interesting(2), Balanced(0, 40)])
def test_the_command_of_a_recipe_makes_the_same_data_set(
    recipe: Recipe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from boaf.cli import main

    monkeypatch.chdir(tmp_path)
    make(recipe, "one.parquet")
    assert main([*recipe.command.split()[1:], "--out", "other.parquet"]) == 0
    assert Path("one.parquet").read_bytes() == Path("other.parquet").read_bytes()


def test_a_file_keeps_its_recipe_whatever_its_command_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(NumberedDeals, "command", "boaf dataset deals --start 0 --stop 9")
    before = make(NumberedDeals(0, 9), tmp_path / "deals.csv").data.recipe
    monkeypatch.undo()
    again = make(NumberedDeals(0, 9), tmp_path / "deals.csv")
    assert (again.computed, again.data.recipe) == (0, before)


def test_progress_counts_every_unit() -> None:
    counted: list[int] = []
    random_states(2500, progress=counted.append)
    assert sum(counted) == 2500
    assert RandomStates(2500).total == 2500
