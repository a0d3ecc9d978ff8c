"""A store belongs to one recipe, and a unit is in it whole or not at all."""

from pathlib import Path

import pytest

from boaf.support.errors import BoafError
from boaf.support.store import ChunkDirectory, LineFile, difference


class Letters(ChunkDirectory):
    content = "alphabet"
    recipe_name = "letters.json"
    remedy = "go elsewhere"


@pytest.fixture
def letters(tmp_path: Path) -> Letters:
    directory = Letters(tmp_path / "a" / "b")
    directory.claim({"first": "a", "chunk_size": 3})
    return directory


def test_a_claim_is_kept_and_can_be_made_again(letters: Letters) -> None:
    letters.claim({"first": "a", "chunk_size": 3})
    assert letters.recipe() == {"first": "a", "chunk_size": 3}


def test_another_recipe_is_refused_with_the_first_difference(letters: Letters) -> None:
    with pytest.raises(BoafError, match=r"b holds another alphabet: chunk size = 3, not 4; go elsewhere$"):
        letters.claim({"first": "a", "chunk_size": 4})


def test_equal_recipes_have_no_difference() -> None:
    assert difference({"a": 1, "b": 2}, {"a": 1}) is None
    assert difference({}, {"a": 1}) == "a = null, not 1"


def test_chunks_of_nobody_are_not_touched(tmp_path: Path) -> None:
    (tmp_path / "chunk-000000.parquet").write_bytes(b"abc")
    with pytest.raises(BoafError, match=r"holds chunks but no letters\.json: go elsewhere"):
        Letters(tmp_path).claim({})


@pytest.mark.parametrize("content", [b"", b"[]", b"{"])
def test_a_damaged_recipe_is_named(letters: Letters, content: bytes) -> None:
    (letters.path / "letters.json").write_bytes(content)
    with pytest.raises(BoafError, match=r"letters\.json is (damaged: it does not say what the alphabet is|not JSON)"):
        letters.recipe()


def test_what_is_not_a_chunk_survives_the_removal(letters: Letters) -> None:
    letters.file(0).write_bytes(b"abc")
    (letters.path / "notes.txt").write_text("mine")
    letters.remove()
    assert [path.name for path in letters.path.iterdir()] == ["notes.txt"]
    (letters.path / "notes.txt").unlink()
    letters.remove()
    assert not letters.path.exists()
    letters.remove()


def test_a_line_that_was_cut_short_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    LineFile(path).append({"a": 1})
    path.write_bytes(path.read_bytes() + b'{"a"')
    file = LineFile(path)
    assert list(file.lines()) == [(f"line 1 of {path}", {"a": 1})]
    assert (file.size, file.rest) == (9, b'{"a"')
    file.append({"a": 2})
    assert path.read_bytes() == b'{"a": 1}\n{"a": 2}\n'


def test_an_endless_line_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_bytes(b"x" * 100_000)
    with pytest.raises(BoafError, match=r"^line 1 of .*lines\.jsonl has more than 65,536 bytes$"):
        list(LineFile(path).lines())


def test_lines_that_cannot_be_read_or_written_are_named(tmp_path: Path) -> None:
    with pytest.raises(BoafError, match=r"^cannot read"):
        list(LineFile(tmp_path).lines())
    with pytest.raises(BoafError, match=r"^cannot write .*; what is finished is kept$"):
        LineFile(tmp_path).append({})


def test_missing_directories_are_made_for_lines(tmp_path: Path) -> None:
    LineFile(tmp_path / "some" / "where" / "lines.jsonl").append({"a": 1})
    assert (tmp_path / "some" / "where" / "lines.jsonl").read_text() == '{"a": 1}\n'
