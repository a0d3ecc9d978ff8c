"""`boaf dataset` and `boaf features` as a user meets them."""

import hashlib
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import boaf
from boaf.cli import main
from boaf.learn.board_features import FEATURES, KNOWN_FEATURES, features
from boaf.learn.data import read


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(list(arguments))
    return status, *capsys.readouterr()


def test_features_are_shown_with_their_definitions(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "features", "1")
    assert status == 0
    lines = out.splitlines()[4:]
    assert [line.split()[0] for line in lines] == list(FEATURES)
    assert all(line.endswith(FEATURES[line.split()[0]]) for line in lines)
    assert next(line for line in lines if line.startswith("spanning_trees ")).split()[1] == "568,571,010"


def test_all_features_include_the_relaxations(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "features", "1264", "--all")
    assert status == 0
    lines = out.splitlines()[4:]
    assert [line.split()[0] for line in lines] == list(KNOWN_FEATURES)
    assert all(line.endswith(KNOWN_FEATURES[line.split()[0]]) for line in lines)
    values = {line.split()[0]: line.split()[1] for line in lines}
    assert (values["given_up"], values["open_moves"]) == ("1", "0")  # it cannot be solved


def test_the_documentation_defines_every_feature() -> None:
    text = (Path(__file__).parents[2] / "docs" / "data.md").read_text(encoding="utf-8")
    assert [name for name in KNOWN_FEATURES if f"`{name}`" not in text] == []


def test_features_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "features", "1", "2H 3H / -- 3D", "--json")
    assert status == 0
    first, second = (json.loads(line) for line in out.splitlines())
    assert first == {"board": boaf.deal(1).text(), "features": features(boaf.deal(1))}
    assert second["features"]["stacks"] == 3


def test_interesting_states_as_csv_are_the_challenges(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "dataset", "interesting", "--stop", "100", "--out", "interesting.csv", "--json")
    assert status == 0
    assert (json.loads(out)["boards"], json.loads(out)["solvable"]) == (11_862, 5_719)
    content = Path("interesting.csv").read_bytes()
    assert hashlib.md5(content).hexdigest() == "db131c2d3b21f1a8c8e37f976fba3bea"


def test_a_data_set_is_described(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "dataset", "balanced", "--seeds", "-100", "900", "--out", "b.parquet")
    assert (status, err) == (0, "")
    assert out.splitlines()[0].startswith("b.parquet: ")
    assert [line.split()[0] for line in out.splitlines()[1:]] == ["train", "validation", "test"]
    again = run(capsys, "dataset", "balanced", "--seeds", "-100", "900", "--out", "b.parquet")[1]
    assert again == out + "the file was there already\n"
    answer = json.loads(run(capsys, "dataset", "balanced", "--seeds", "-100", "900", "--out", "b.parquet", "--json")[1])
    data = read("b.parquet")
    assert answer.pop("seconds") >= 0
    assert answer == {
        "file": "b.parquet",
        "kind": "balanced",
        "boards": len(data),
        "solvable": len(data) // 2,
        "unsolvable": len(data) // 2,
        "parts": {
            name: {"boards": len(part), "solvable": len(part) // 2, "unsolvable": len(part) // 2}
            for name in ("train", "validation", "test")
            for part in [data.part(name)]
        },
        "computed": 0,
        "recipe": data.recipe,
    }


def test_every_command_explains_itself_with_an_example_that_works(capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["features"], *(["dataset", kind] for kind in ("states", "deals", "interesting", "balanced"))):
        status, out, _ = run(capsys, *command, "--help")
        assert status == 0
        (example,) = [line.strip() for line in out.splitlines() if line.strip().startswith("Example: ")]
        words = shlex.split(example.removeprefix("Example: "))
        assert words[: len(command) + 1] == ["boaf", *command]
        assert main(words[1:]) == 0


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (
            ["states", "--count", "5", "--out", "x.txt"],
            "boaf: x.txt: the name of a data set must end in .parquet or .csv",
        ),
        (["states", "--count", "5"], "boaf: Missing option '--out'"),
        (["states", "--count", "0", "--out", "x.csv"], "boaf: --count must be from 1 to"),
        (["deals", "--seeds", "5", "4", "--out", "x.csv"], "boaf: --seeds 5 4: START must be below STOP"),
        (["deals", "--seeds", "0", "4", "-r", "9", "-c", "9", "--out", "x.csv"], "boaf: a 9 × 9 board has"),
        (["interesting", "--stop", "-3", "--out", "x.csv"], "boaf: --stop must be from 1"),
        (["balanced", "--seeds", "0", "5", "--out", "x.csv"], "boaf: all of the 5 deals are solvable"),
        (["states", "--count", "5", "--out", "/dev/null/x.csv"], "boaf: cannot write to /dev/null/x.csv.chunks: "),
    ],
)
def test_bad_input_gets_one_clear_line(
    arguments: list[str], line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = run(capsys, "dataset", *arguments)
    assert (status, out) == (2, "")
    assert err.startswith(line)
    assert len(err.splitlines()) == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_an_interrupt_keeps_what_is_finished(tmp_path: Path) -> None:
    program = (
        "import sys; from boaf.cli import main; from boaf.learn.data.recipes import RandomStates; "
        "RandomStates.chunk_size = 1000; sys.exit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", program, "dataset", "states", "--count", "50000000", "--out", "states.parquet"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=os.environ) as process:
        chunks = tmp_path / "states.parquet.chunks"
        while not (chunks / "chunk-000000.parquet").exists() and process.poll() is None:
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "interrupted\n")
    assert not (tmp_path / "states.parquet").exists()
    assert len(read(chunks / "chunk-000000.parquet")) == 1000
