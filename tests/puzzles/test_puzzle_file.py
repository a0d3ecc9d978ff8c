"""Files of puzzles: the same bytes whatever the number of threads and however often the run was interrupted."""

import json
from pathlib import Path

import pytest

import boaf
from boaf.cli import main
from boaf.puzzles import generation

WORDS = ["generate", "--difficulty", "1", "--difficulty", "3", "--count", "3", "--rows", "3", "--cols", "4"]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("puzzles") / "puzzles.jsonl"
    assert main([*WORDS, "--threads", "1", "--out", str(path)]) == 0
    return path.read_bytes()


def test_several_difficulties_stand_in_the_order_of_their_draws(whole: bytes) -> None:
    head, *puzzles = map(json.loads, whole.splitlines())
    assert head["recipe"]["difficulties"] == [1, 3]
    assert sorted(puzzle["difficulty"] for puzzle in puzzles) == [1, 1, 1, 3, 3, 3]
    assert [puzzle["draw"] for puzzle in puzzles] == sorted(puzzle["draw"] for puzzle in puzzles)
    for level in (1, 3):
        expected = boaf.generate(level, 3, 3, 4)
        found = [puzzle["board"] for puzzle in puzzles if puzzle["difficulty"] == level]
        assert found == [puzzle.board.text() for puzzle in expected]


def test_threads_change_nothing(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    assert main([*WORDS, "--threads", "3", "--out", str(path)]) == 0
    assert path.read_bytes() == whole


@pytest.mark.parametrize("kept", [0, 10, 200, 1200, -1])
def test_a_file_that_was_cut_off_is_completed(
    whole: bytes, tmp_path: Path, kept: int, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "puzzles.jsonl"
    path.write_bytes(whole[:kept])
    assert main([*WORDS, "--out", str(path), "--json"]) == 0
    assert path.read_bytes() == whole
    answer = json.loads(capsys.readouterr().out)
    assert (answer["file"], answer["puzzles"]) == (str(path), 6)
    assert main([*WORDS, "--out", str(path)]) == 0
    assert capsys.readouterr().out == f"6 puzzles in {path}, 0 of them made now\n"


def test_annealed_puzzles_resume_too(tmp_path: Path) -> None:
    words = ["generate", "--difficulty", "2", "--difficulty", "4", "-r", "3", "-c", "3", "--count", "2"]
    words += ["--method", "annealing", "--out"]
    first, second = tmp_path / "first", tmp_path / "second"
    assert main([*words, str(first), "--threads", "2"]) == 0
    lines = first.read_bytes().splitlines(keepends=True)
    second.write_bytes(b"".join(lines[:3]))
    assert main([*words, str(second), "--threads", "1"]) == 0
    assert second.read_bytes() == first.read_bytes()


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda text: text.replace('"difficulty": 3', '"difficulty": 1', 1), "is not as it was written"),
        (lambda text: text.replace('"count": 3', '"count": 4'), "holds other puzzles: count = 4, not 3"),
        (lambda text: "\n".join(text.split("\n")[:2] + text.split("\n")[3:]), "is not as it was written"),
        (lambda _text: "my diary\n", "is not JSON"),
        (lambda _text: "[]\n", "is not a file of puzzles"),
        (lambda _text: "x" * 100_000, "has more than 65,536 bytes"),
        (lambda _text: '{"recipe": {}}\n', "holds other puzzles"),
    ],
)
def test_an_edited_or_foreign_file_is_refused_and_left_alone(
    whole: bytes, tmp_path: Path, change, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "puzzles.jsonl"
    path.write_text(change(whole.decode()))
    before = path.read_bytes()
    assert main([*WORDS, "--out", str(path)]) == 2
    err = capsys.readouterr().err
    assert complaint in err
    assert err.count("\n") == 1
    assert path.read_bytes() == before


def test_ctrl_c_keeps_the_finished_puzzles(
    whole: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from boaf.puzzles import generation

    made = generation.stream

    def two_and_stop(*arguments, **options):  # type: ignore[no-untyped-def]
        for number, puzzle in enumerate(made(*arguments, **options)):
            if number == 2:
                raise KeyboardInterrupt
            yield puzzle

    monkeypatch.setattr(generation, "stream", two_and_stop)
    path = tmp_path / "puzzles.jsonl"
    assert main([*WORDS, "--out", str(path)]) == 130
    assert path.read_bytes() == b"".join(whole.splitlines(keepends=True)[:3])
    assert main([*WORDS, "--json"]) == 130
    shown = capsys.readouterr()
    assert len(json.loads(shown.out.splitlines()[-1])["puzzles"]) == 2
    assert main([*WORDS, "--out", "-"]) == 130
    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line)["difficulty"] for line in lines] == [
        json.loads(line)["difficulty"] for line in whole.splitlines()[1:3]
    ]
    assert shown.err.endswith("interrupted\n")


@pytest.mark.parametrize("content", [b"notes without an end of line", b'{"recipe"', b"{", b"\0" * 10])
def test_a_foreign_file_of_one_line_is_not_overwritten(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    expected = 0 if b'{"recipe": '.startswith(content) else 2
    assert main([*WORDS, "--out", str(path)]) == expected
    assert expected == 0 or path.read_bytes() == content


def test_a_puzzle_of_another_difficulty_is_refused(whole: bytes, tmp_path: Path, capsys) -> None:  # type: ignore[no-untyped-def]
    path, lines, check = tmp_path / "puzzles.jsonl", [], ""
    for values in map(json.loads, whole.splitlines()):
        del values["check"]
        changed = values | ({"difficulty": 2} if "difficulty" in values else {})
        check = generation._digest(check, changed)
        lines.append(json.dumps(changed | {"check": check}))
    path.write_text("\n".join([*lines, ""]))
    assert main([*WORDS, "--out", str(path)]) == 2
    assert "line 2 of" in capsys.readouterr().err


def test_no_file_is_made_for_puzzles_that_do_not_exist(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    assert main(["generate", "-r", "1", "-c", "1", "--out", str(path)]) == 2
    assert not path.exists()
