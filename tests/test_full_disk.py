"""A file system that is really full: one line, status 2, nothing half written, and the same command resumes."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from boaf.census.directory import CensusDirectory
from boaf.census.run import run_census
from boaf.cli import main
from boaf.learn.data import read
from boaf.learn.prediction import load
from tests.census.helpers import SMALL, contents

pytestmark = pytest.mark.slow

ROOM = 48 << 10
"""The bytes of the small file system, which counts in pages of four kilobytes."""


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A directory on a file system of its own with little room; `enlarge` gives it more."""
    directory = tmp_path / "small"
    directory.mkdir()
    if sys.platform != "linux" or not shutil.which("mount"):
        pytest.skip("only Linux has tmpfs")
    command = ["mount", "-t", "tmpfs", "-o", f"size={ROOM}", "none", str(directory)]
    if (mounted := subprocess.run(command, capture_output=True, text=True, check=False)).returncode:
        pytest.skip(f"no file system can be mounted here: {mounted.stderr.strip()}")
    try:
        yield directory
    finally:
        subprocess.run(["umount", "--lazy", str(directory)], check=True)


def enlarge(directory: Path) -> None:
    subprocess.run(["mount", "-o", "remount,size=16m", str(directory)], check=True)


def fill(directory: Path) -> None:
    """Leave no room except for what has no content, such as directories."""
    with (directory / "ballast").open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))


def fails_in_one_line(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    capsys.readouterr()
    assert main(list(words)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    (line,) = err.splitlines()
    assert line.startswith("boaf: cannot write ")
    assert "No space left on device" in line
    return line


def parts_left(directory: Path) -> list[Path]:
    """What a write that failed may have left behind."""
    return [path for path in directory.rglob("*") if ".part-" in path.name]


def test_a_census_keeps_finished_chunks_and_resumes(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run_census(SMALL, tmp_path / "undisturbed")
    place = small / "census"
    words = ["census", "0", "2300", "--out", str(place), "--chunk-size", "500", "--solutions", "--reasons"]
    assert fails_in_one_line(capsys, *words).endswith("; finished chunks are kept")
    directory = CensusDirectory(place)
    finished = directory.finished(SMALL)
    assert 0 < len(finished) < 5
    assert all(directory.is_done(chunk) for chunk in finished)
    assert not parts_left(small)
    fails_in_one_line(capsys, *words)
    enlarge(small)
    assert main(words) == 0
    assert contents(place) == contents(tmp_path / "undisturbed")


def test_a_census_cannot_begin_where_nothing_fits(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fill(small)
    fails_in_one_line(capsys, "census", "0", "100", "--out", str(small / "census"))
    assert list((small / "census").iterdir()) == []


@pytest.mark.parametrize("suffix", ["parquet", "csv"])
def test_a_data_set_is_there_as_a_whole_or_not_at_all(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], suffix: str
) -> None:
    words = ["dataset", "states", "--count", "3000", "--out"]
    place = small / f"states.{suffix}"
    fails_in_one_line(capsys, *words, str(place))
    assert not place.exists()
    assert not parts_left(small)
    enlarge(small)
    assert main([*words, str(place)]) == 0
    assert main([*words, str(tmp_path / place.name)]) == 0
    assert place.read_bytes() == (tmp_path / place.name).read_bytes()
    assert len(read(place)) == 3000
    assert not (small / f"{place.name}.chunks").exists()


def model(place: Path) -> list[str]:
    return ["train", "decision-tree", "--data", "states:300", "--folds", "0", "--out", str(place)]


def network(place: Path) -> list[str]:
    data = ["--data", "states:300", "--layers", "1", "--epochs", "1"]
    return ["train", "neural", *data, "--out", str(place)]


@pytest.mark.parametrize("train", [model, network])
def test_a_model_is_there_as_a_whole_or_not_at_all(
    small: Path, capsys: pytest.CaptureFixture[str], train: Callable[[Path], list[str]]
) -> None:
    pytest.importorskip("torch")
    place = small / "model"
    fill(small)
    fails_in_one_line(capsys, *train(place))
    assert not place.exists()
    assert not parts_left(small)
    os.unlink(small / "ballast")
    enlarge(small)
    assert main(train(place)) == 0
    assert load(place) is not None
