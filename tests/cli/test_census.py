"""`boaf census` as a user meets it."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from boaf.cli import main
from boaf.cli.census import census as group
from boaf.cli.census import with_default_command


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["census", *arguments])
    return status, *capsys.readouterr()


@pytest.fixture
def census(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    out = str(tmp_path / "census")
    assert run(capsys, "0", "600", "--out", out, "--reasons", "--solutions", "--chunk-size", "200")[0] == 0
    return out


def test_the_summary_has_the_share_and_its_interval(census: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["run", "0", "600", "--out", census, "--reasons", "--solutions", "--chunk-size", "200"]
    status, out, _ = run(capsys, *arguments)
    assert status == 0
    assert out.startswith("4 × 4, deals 0 … 599: 600 deals (600 were there) in ")
    assert "\nunsolvable                    4\n" in out
    assert out.endswith("unsolvable share  0.67 %, 95 % interval 0.26 % … 1.70 %\n")


def test_the_summary_comes_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, err = run(capsys, "-3", "300", "--out", str(tmp_path), "--rows", "3", "--json")
    answer = json.loads(out)
    assert err == ""
    assert (answer["rows"], answer["cols"], answer["start"], answer["stop"], answer["deals"]) == (3, 4, -3, 300, 303)
    assert answer["reasons"] is None
    assert set(answer) == {
        "rows", "cols", "start", "stop", "deals", "solvable", "unsolvable", "unknown", "reasons", "nodes", "seconds",
    }  # fmt: skip


def test_a_limit_gives_status_three(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "0", "50", "--out", str(tmp_path), "--max-nodes", "9")
    assert status == 3
    assert "unknown ones counted both ways" in out


def test_verify_says_that_all_is_well(census: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "verify", census, "--sample", "10")
    assert status == 0
    assert out == (
        "3 chunks read, 596 solutions replayed\n"
        "recorded as solvable: 596 of 596 checked again, so none is unsolvable\n"
        "recorded as unsolvable: 4 of 4 checked again, so none is solvable\n"
        "all is well\n"
    )


def test_verify_says_what_a_sample_can_miss(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "0", "600", "--out", str(tmp_path))[0] == 0
    status, out, _ = run(capsys, "verify", str(tmp_path), "--sample", "2")
    assert status == 0
    assert out == (
        "1 chunk read, 0 solutions replayed\n"
        "recorded as solvable: 2 of 596 checked again; "
        "if one of these deals is unsolvable, it was missed with a chance of 99.7 %\n"
        "recorded as unsolvable: 2 of 4 checked again; "
        "if one of these deals is solvable, it was missed with a chance of 50.0 %\n"
        "no fault was found; --all checks every deal\n"
    )
    status, out, _ = run(capsys, "verify", str(tmp_path), "--all", "--json")
    assert status == 0
    assert json.loads(out)["checks"] == [
        {"verdict": "solvable", "deals": 596, "checked": 596, "undecided": 0, "miss_chance": 0.0},
        {"verdict": "unsolvable", "deals": 4, "checked": 4, "undecided": 0, "miss_chance": 0.0},
        {"verdict": "unknown", "deals": 0, "checked": 0, "undecided": 0, "miss_chance": 0.0},
    ]


@pytest.mark.slow
def test_verify_names_and_repairs_a_damaged_chunk(census: str, capsys: pytest.CaptureFixture[str]) -> None:
    (Path(census) / "chunk-000001.parquet").write_bytes(b"rot")
    status, out, _ = run(capsys, "verify", census, "--json")
    assert status == 2
    assert json.loads(out)["problems"] == ["chunk-000001.parquet: its size or its digest differs from the record"]
    status, out, _ = run(capsys, "verify", census, "--repair")
    assert status == 0
    assert "repaired: chunk-000001.parquet\nall is well\n" in out


def test_report_shows_reasons_and_draws(census: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "report", census, "--plot", str(tmp_path / "plot.png"))
    assert status == 0
    assert "odd-bird" in out
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")
    assert json.loads(run(capsys, "report", census, "--json")[1])["missing"] == 0


def test_report_shows_the_best_scores(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "0", "1300", "--out", str(tmp_path), "--best-score")[0] == 0
    status, out, _ = run(capsys, "report", str(tmp_path))
    assert status == 0
    assert out.endswith(
        "best score     unsolvable deals     share\n"
        "       226                    5   83.33 %\n"
        "       198                    1   16.67 %\n"
    )
    assert json.loads(run(capsys, "report", str(tmp_path), "--json")[1])["best_scores"] == {"226": 5, "198": 1}


def test_reports_of_several_sizes_stand_side_by_side(
    census: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = str(tmp_path / "other")
    run(capsys, "0", "100", "--out", other, "--rows", "3", "--cols", "3")
    _, out, _ = run(capsys, "report", census, other)
    assert [line.split("  ")[0] for line in out.splitlines()[-3:]] == ["size", "3 × 3", "4 × 4"]
    assert run(capsys, "report", census, other, "--plot", "x.png")[0] == 2


@pytest.mark.slow
def test_every_command_explains_itself_with_an_example_that_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for command in ("run", "verify", "report", "grid", "exact"):
        status, out, _ = run(capsys, command, "--help")
        assert status == 0
        (example,) = [line.strip() for line in out.splitlines() if line.strip().startswith("Example: ")]
        words = shlex.split(example.removeprefix("Example: "))
        assert words[:3] == ["boaf", "census", command]
        assert main(words[1:]) == 0


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["5", "4", "--out", "x"], "boaf: START must be below STOP, but START is 5 and STOP is 4"),
        (["0", "2147483649", "--out", "x"], "boaf: there are only 2^31 = 2,147,483,648 numbered deals"),
        (["0", "5", "--out", "x", "--rows", "9", "--cols", "9"], "boaf: a 9 × 9 board has 81 cells"),
        (["0", "5", "--out", "x", "--shard", "3/2"], "boaf: shard '3/2': write it as i/n"),
        (["0", "5", "--out", "x", "--threads", "0"], "boaf: Invalid value for '--threads': "),
        (["0", "5", "--out", "/dev/null"], "boaf: cannot write to /dev/null: "),
        (["0", "5"], "boaf: Missing option '--out'"),
        (["0", "5", "--out", "x", "--max-nodes", "-1"], "boaf: --max-nodes must not be negative, but it is -1"),
        (["verify", "x"], "boaf: x holds no census: there is no census.json"),
        (["report", "x"], "boaf: x holds no census: there is no census.json"),
        (["grid", "--seeds", "5", "5"], "boaf: --seeds 5 5: START must be below STOP"),
    ],
)
def test_bad_input_gets_one_clear_line(
    arguments: list[str], line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert err.startswith(line)
    assert len(err.splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_other_parameters_are_refused(census: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(capsys, "0", "700", "--out", census, "--reasons", "--solutions", "--chunk-size", "200")
    assert status == 2
    assert err == f"boaf: {census} holds another census: stop = 600, not 700; choose another directory\n"


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        (["0", "9"], ["run", "0", "9"]),
        (["-9", "9"], ["run", "-9", "9"]),
        (["--out", "x", "0", "9"], ["run", "--out", "x", "0", "9"]),
        (["run", "0", "9"], ["run", "0", "9"]),
        (["verify", "x"], ["verify", "x"]),
        (["--help"], ["--help"]),
        ([], []),
    ],
)
def test_run_is_the_default_command(given: list[str], meant: list[str]) -> None:
    assert with_default_command(given) == meant


def test_the_defaults_are_those_of_the_library() -> None:
    from boaf.census.blocks.file import BLOCK_SIZE
    from boaf.census.parameters import CHUNK_SIZE

    defaults = {option.name: option.default for name in ("run", "all") for option in group.commands[name].params}
    assert (defaults["chunk_size"], defaults["block_size"]) == (CHUNK_SIZE, BLOCK_SIZE)


@pytest.mark.slow
def test_an_interrupt_is_clean_and_keeps_chunks(tmp_path: Path) -> None:
    code = "import sys; from boaf.cli import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "census", "0", "1000000", "--out", str(tmp_path), "--chunk-size", "1000"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=os.environ) as process:
        while not list(tmp_path.glob("chunk-*.json")) and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert err == "interrupted\n"
    assert not list(tmp_path.glob(".*"))
