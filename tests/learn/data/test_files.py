"""Files of data sets: what is written can be read, and what is damaged or foreign is refused."""

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import boaf
from boaf.learn.data import Balanced, DataSet, LabelledMoves, make, numbered_deals, read, write
from boaf.learn.data.files import recipe_file, texts_of
from boaf.support.errors import BoafError
from tests.learn.data.helpers import damaged, require_same


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
    data = make(LabelledMoves(0, 3), tmp_path / "moves.parquet").data
    frame = pandas.read_parquet(tmp_path / "moves.parquet")
    assert len(frame) == len(data)
    assert frame["solvable"].sum() == data.solvable.sum()
    query = f"SELECT count(*), sum(solvable::int) FROM '{tmp_path / 'moves.parquet'}'"
    assert duckdb.sql(query).fetchall() == [(len(data), int(data.solvable.sum()))]
