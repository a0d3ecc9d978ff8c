"""Standard output that is full, closed or no longer read; encodings that lack characters; no NaN in JSON."""

import errno
import io
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

import boaf
from boaf.cli import app, main
from boaf.support.files import json_text

BOARD = "7H 6C / -- 6H"
COMMANDS = {
    "deal": "deal 1",
    "solve": f"solve '{BOARD}'",
    "analyze": f"analyze '{BOARD}'",
    "explain": f"explain '{BOARD}' --json",
    "check": f"check '{BOARD}' 7H-6C",
    "page": "page {out}",
    "rate boards": "rate 1",
    "rate calibrate": f"rate calibrate {Path(__file__).parent.parent / 'data' / 'results.json'}",
    "generate": "generate --seed 1",
    "match": "match --player random --seeds 0 2",
    "grade": f"grade {Path(__file__).parents[2] / 'examples' / 'course' / '6_proofs' / 'model.py'} --boards 1",
    "features": f"features '{BOARD}' --json",
    "predict": f"predict '{BOARD}'",
    "dataset states": "dataset states --count 5 --out {out}.parquet",
    "dataset deals": "dataset deals --seeds 0 5 --out {out}.parquet",
    "dataset interesting": "dataset interesting --stop 1 --out {out}.csv",
    "dataset moves": "dataset moves --seeds 0 3 --out {out}.parquet",
    "dataset balanced": "dataset balanced --seeds 0 20 --out {out}.parquet",
    "train printed-tree": "train printed-tree --out {out}",
    "train linear-regression": "train linear-regression --data states:50 --folds 0",
    "train neural": "train neural --data states:60 --epochs 1 --layers 1 --no-convolution --out {out}",
    "compare": "compare --seeds 0 1 --solver endgame",
    "census run": "census run 0 5 --out {out}",
    "census verify": "census verify {census} --sample 1",
    "census report": "census report {census}",
    "census grid": "census grid --seeds 0 1 --max-nodes 1 --json",
    "census exact": "census exact",
    "census list": "census list 0 300",
    "census all": "census all --out {out} --block-size 3 --blocks 0 1",
    "sat encode": "sat encode example",
    "sat play": "sat play example",
    "sat cnf": f"sat cnf '{BOARD}'",
    "sat prove": f"sat prove '{BOARD}'",
    "bench run": "bench run easy --solver endgame --out {out}",
    "bench report": "bench report {results}",
    "export": f"export '{BOARD}'",
}
"""A quick call of every command that answers; the commands of `train` that fit a classifier are one."""
ALIKE = {"reproduce", "play", "train grid-search"}
"""Commands that would take too long here, and the server; their answers go the same way."""
FULL = "boaf: cannot write to standard output: No space left on device\n"


class Broken(io.TextIOBase):
    """A stream that takes nothing."""

    encoding = "utf-8"

    def __init__(self, reason: int) -> None:
        self.reason = reason

    def write(self, _text: str) -> int:
        raise OSError(self.reason, os.strerror(self.reason))


def leaves() -> set[str]:
    """The names of all commands, `census run` for those of a group."""
    found = set()
    context = click.Context(app)
    for name in app.list_commands(context):
        command = app.get_command(context, name)
        found |= {f"{name} {below}" for below in getattr(command, "commands", {})} or {name}
    return found


def test_every_command_is_here() -> None:
    from boaf.learn.classifiers import CLASSIFIERS

    classifiers = {f"train {name}" for name in CLASSIFIERS}
    assert leaves() - classifiers == set(COMMANDS) - classifiers | ALIKE


@pytest.fixture(scope="module")
def census(tmp_path_factory) -> Path:  # type: ignore[no-untyped-def]
    directory: Path = tmp_path_factory.mktemp("census")
    assert main(["census", "run", "0", "5", "--out", str(directory)]) == 0
    assert main(["bench", "easy", "--player", "random", "--out", str(directory)]) == 0
    return directory


@pytest.mark.parametrize(
    "command", [pytest.param(name, marks=pytest.mark.slow if name.startswith("train") else ()) for name in COMMANDS]
)
def test_a_full_disk_gets_one_line(capsys, monkeypatch, tmp_path, census, command: str) -> None:  # type: ignore[no-untyped-def]
    capsys.readouterr()
    monkeypatch.setattr(sys, "stdout", Broken(errno.ENOSPC))
    words = shlex.split(
        COMMANDS[command].format(out=tmp_path / "out", census=census, results=census / "easy-player-random.json")
    )
    assert main(words) == 2
    assert capsys.readouterr().err == FULL


def test_help_on_a_full_disk_gets_one_line(capsys, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(sys, "stdout", Broken(errno.ENOSPC))
    for words in (["--help"], ["--version"], ["census", "--help"], ["solve", "--help"]):
        assert main(words) == 2
        assert capsys.readouterr().err == FULL


def test_a_reader_who_has_seen_enough_ends_a_command_in_silence(capsys, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(sys, "stdout", Broken(errno.EPIPE))
    for words in (["deal", "1", "2"], ["deal", "1", "--json"], ["--help"], ["sat", "encode", "example"]):
        assert main(words) == 141
        assert capsys.readouterr().err == ""


def test_messages_that_nobody_can_read_change_no_status(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    for broken in (Broken(errno.ENOSPC), Broken(errno.EPIPE), None):
        monkeypatch.setattr(sys, "stderr", broken)
        assert main(["deal", "x"]) == 2


SHELL = {
    "deal 1 2 3 > /dev/full": (2, FULL),
    "deal 1 >&-": (2, "boaf: cannot write to standard output: it is closed\n"),
    "deal 1 2 3 <&- 2>&- | tail -1": (0, ""),
    "check - <&-": (2, "boaf: cannot read standard input: it is closed\n"),
    "deal x <&- 2>/dev/full >&-": (2, ""),
    f"deal {' '.join(map(str, range(3000)))} | head -1": (141, ""),
}


@pytest.mark.slow
@pytest.mark.parametrize(("command", "expected"), SHELL.items(), ids=[command[:40] for command in SHELL])
def test_a_real_shell_sees_the_same(command: str, expected: tuple[int, str]) -> None:
    script = f"set -o pipefail; {shlex.quote(sys.executable)} -m boaf {command}"
    run = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == expected


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [("utf-8", "a 9 × 9 board"), ("latin-1", "a 9 × 9 board"), ("ascii", "a 9 x 9 board")],
)
def test_messages_are_readable_in_every_encoding(monkeypatch, encoding: str, shown: str) -> None:  # type: ignore[no-untyped-def]
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(written, encoding=encoding, write_through=True))
    assert main(["deal", "1", "--rows", "9", "--cols", "9"]) == 2
    assert shown in written.getvalue().decode(encoding)


def test_answers_are_readable_in_every_encoding(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    written = io.BytesIO()
    stream = io.TextIOWrapper(written, encoding="ascii", write_through=True)
    monkeypatch.setattr(sys, "stdout", stream)
    assert main(["solve", "2H 9C", "--best-score"]) == 0
    assert main(["census", "run", "--help"]) == 0
    text = written.getvalue().decode("ascii")
    assert "2 = 1^2 + 1^2" in text
    assert "START ... STOP - 1" in text
    assert stream.errors == "strict"  # as it was before


def test_json_has_null_where_python_has_nan() -> None:
    values = {"p": float("nan"), "rows": [1, (2.5, float("inf"))], "text": "NaN"}
    assert json.loads(json_text(values)) == {"p": None, "rows": [1, [2.5, None]], "text": "NaN"}


@pytest.mark.slow
def test_a_comparison_of_one_board_is_json(capsys, tmp_path) -> None:  # type: ignore[no-untyped-def]
    words = shlex.split("compare --seeds 0 1 --solver endgame --solver heuristic --json --plot")
    assert main([*words, str(tmp_path / "figure.svg")]) == 0
    found = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert {test["p"] for test in found["tests"]} == {None}


def test_no_command_writes_json_by_itself() -> None:
    commands = Path(boaf.__file__).parent / "cli"
    assert not [path.name for path in commands.glob("*.py") if "json.dump" in path.read_text()]
