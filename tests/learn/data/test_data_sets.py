"""Data sets: what is in them, that they can be made again, written, read, interrupted and continued."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import boaf
from boaf.kernel.dealing import EMPTY, cards_of
from boaf.learn.data import (
    Balanced,
    DataSet,
    Interesting,
    Moves,
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
from boaf.learn.data.files import recipe_file, texts_of
from boaf.support.errors import BoafError

UNSOLVABLE = [10, 190, 397, 520, 1163, 1264, 1309, 1646]
"""Those below 2,000."""


def require_same(one: DataSet, other: DataSet) -> None:
    assert (one.rows, one.cols, one.recipe) == (other.rows, other.cols, other.recipe)
    for name in ("cards", "solvable", "seeds", "parts"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
    assert (one.cards.dtype, one.solvable.dtype, one.seeds.dtype) == (np.uint8, np.bool_, np.int64)


@pytest.fixture(scope="module")
def states() -> DataSet:
    return random_states(3000)


@pytest.fixture(scope="module")
def walks() -> DataSet:
    return interesting_states(12)


@pytest.fixture(scope="module")
def split() -> DataSet:
    return balanced_deals(0, 2000, seed=1)


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


def test_the_challenges_own_file_can_be_read(walks: DataSet, tmp_path: Path) -> None:
    """It has no heading and no recipe; a new deal is the only board without an empty cell."""
    write(walks, tmp_path / "interesting.csv")
    (tmp_path / "interesting.csv.recipe.json").unlink()
    found = read(tmp_path / "interesting.csv")
    np.testing.assert_array_equal(found.seeds, walks.seeds)
    np.testing.assert_array_equal(found.cards, walks.cards)
    assert found.recipe == {"kind": "csv"}


@pytest.mark.parametrize("suffix", [".parquet", ".csv"])
def test_what_is_written_can_be_read(
    states: DataSet, split: DataSet, walks: DataSet, suffix: str, tmp_path: Path
) -> None:
    for name, data in {"states": states, "split": split, "walks": walks}.items():
        write(data, tmp_path / (name + suffix))
        require_same(read(tmp_path / (name + suffix)), data)


def test_anyone_can_read_the_files(split: DataSet, tmp_path: Path) -> None:
    file = tmp_path / "split.parquet"
    write(split, file)
    frame = pl.read_parquet(file)
    assert frame.columns == ["board", "solvable", "seed", "part"]
    assert frame["board"][0] == texts_of(split.cards[:1])[0]
    assert boaf.Board(frame["board"][0]) == boaf.deal(frame["seed"][0])
    facts = json.loads(pl.read_parquet_metadata(file)["boaf"])
    assert facts["recipe"] == {
        "kind": "balanced", "start": 0, "stop": 2000, "rows": 4, "cols": 4, "seed": 1,
        "generator": Balanced.generator, "boaf": boaf.__version__,
        "command": "boaf dataset balanced --seeds 0 2000 --rows 4 --cols 4 --seed 1",
    }  # fmt: skip
    write(split, tmp_path / "split.csv")
    assert (tmp_path / "split.csv").read_text().startswith("board,solvable,seed,part\n")


def damaged(content: bytes, how: str) -> bytes:
    if how == "cut":
        return content[: len(content) // 2]
    if how == "empty":
        return b""
    if how == "other":
        return b"PK\x03\x04" + bytes(range(256))
    middle = len(content) // 3
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


@pytest.mark.parametrize("suffix", [".parquet", ".csv"])
@pytest.mark.parametrize("how", ["cut", "empty", "other", "flip"])
def test_a_damaged_file_is_refused(states: DataSet, suffix: str, how: str, tmp_path: Path) -> None:
    file = tmp_path / f"states{suffix}"
    write(states, file)
    file.write_bytes(damaged(file.read_bytes(), how))
    with pytest.raises(BoafError, match=r"states\.\w+ is not a data set, or is damaged: ") as refused:
        read(file)
    assert len(str(refused.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ('"TH5HKSTC",1\n"TH5HKSXY",0\n', "row 2 has 'XY' in place of a card"),
        ('"TH5HKSTC",1\n"TH5HKSTH",0\n', "row 2 has a card twice"),
        ('"TH5HKSTC",1\n"--------",0\n', "row 2 has no card"),
        ('"TH5HKSTC",1\n"TH5HKS",0\n', "a board does not have 4 cells of two characters"),
        ('"TH5HKSTC",1\n"TH5H--TC",2\n', "a label is neither 0 nor 1"),
        ('"TH5HKSTC",\n', "a label is neither 0 nor 1"),
        ('"TH5HKSTC",yes\n', "it cannot be read"),
        ("name,age\nx,1\n", "it cannot be read"),
        ("board,solvable,colour\nTH5HKSTC,1,red\n", "it cannot be read"),
    ],
)
def test_a_foreign_csv_is_refused_with_the_reason(content: str, reason: str, tmp_path: Path) -> None:
    file = tmp_path / "foreign.csv"
    file.write_text(content)
    with pytest.raises(BoafError) as refused:
        read(file)
    assert str(refused.value) == f"{file} is not a data set, or is damaged: {reason}"


def test_a_foreign_parquet_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "foreign.parquet"
    pl.DataFrame({"board": ["TH5HKSTC"], "solvable": [True]}).write_parquet(file)
    with pytest.raises(BoafError, match="it was not written by boaf"):
        read(file)
    with pytest.raises(BoafError, match=r"cannot read .*: No such file"):
        read(tmp_path / "none.parquet")
    with pytest.raises(BoafError, match=r"must end in \.parquet or \.csv"):
        read(tmp_path / "states.txt")


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
    with pytest.raises(
        BoafError, match=r"data\.csv\.chunks holds another data set: its seed is 0, not 1; delete it or"
    ):
        make(replace(recipe, seed=1), tmp_path / "data.csv")
    assert make(recipe, tmp_path / "data.csv").computed == 100
    before = (tmp_path / "data.csv").read_bytes()
    with pytest.raises(BoafError, match=r"data\.csv holds another data set: its count is 300, not 301; delete it or"):
        make(RandomStates(301), tmp_path / "data.csv")
    with pytest.raises(BoafError, match=r"its kind is 'states', not 'deals'"):
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


def test_a_bit_that_has_fallen_over_is_noticed_before_the_file_is_opened(tmp_path: Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    """Polars ends the process on some of these files, and says so in many lines on others."""
    path = tmp_path / "d.parquet"
    write(numbered_deals(0, 20), path)
    content = path.read_bytes()
    monkeypatch.setattr("polars.read_parquet", lambda *_: pytest.fail("it was opened"))
    monkeypatch.setattr("polars.read_parquet_metadata", lambda *_: pytest.fail("it was opened"))
    for place in range(0, len(content), 7):
        path.write_bytes(content[:place] + bytes([content[place] ^ 16]) + content[place + 1 :])
        with pytest.raises(BoafError, match=r"is not a data set, or is damaged: it(s digest| was not)"):
            read(path)


def test_a_size_that_the_boards_were_not_labelled_for_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "d.csv"
    write(numbered_deals(0, 20), path)
    recipe = recipe_file(path)
    recipe.write_text(recipe.read_text().replace('"rows": 4', '"rows": 2', 1).replace('"cols": 4', '"cols": 8', 1))
    with pytest.raises(BoafError, match="its digest does not match its content"):
        read(path)


def test_pandas_and_duckdb_read_what_is_written(tmp_path: Path) -> None:
    pandas, duckdb = pytest.importorskip("pandas"), pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    data = make(Moves(0, 3), tmp_path / "moves.parquet").data
    frame = pandas.read_parquet(tmp_path / "moves.parquet")
    assert len(frame) == len(data)
    assert frame["solvable"].sum() == data.solvable.sum()
    query = f"SELECT count(*), sum(solvable::int) FROM '{tmp_path / 'moves.parquet'}'"
    assert duckdb.sql(query).fetchall() == [(len(data), int(data.solvable.sum()))]
