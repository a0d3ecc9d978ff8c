"""The list of unsolvable deals agrees with the solver and, block by block, with the census."""

import subprocess
import sys
from pathlib import Path

import pytest

import boaf
from boaf.census import unsolvable_deals
from boaf.census.blocks import BlockFile
from boaf.census.deal_list import BLOCK_SIZE, BLOCKS, LIST_FILE
from boaf.cli import main
from boaf.deals import SEEDS
from boaf.support.files import digest_of

ROOT = Path(__file__).parents[2]


def check_blocks(numbers: range) -> None:
    """The seeds of each block have the digest and the number that the census recorded."""
    records = BlockFile(ROOT / "results" / "census-4x4.jsonl").done
    for number in numbers:
        seeds = unsolvable_deals(number * BLOCK_SIZE, (number + 1) * BLOCK_SIZE).tolist()
        record = records[number]
        assert len(seeds) == record.counts.unsolvable
        assert digest_of("".join(f"{seed}\n" for seed in seeds)) == record.digest


def test_some_blocks_are_those_of_the_census() -> None:
    check_blocks(range(0, BLOCKS, 97))


@pytest.mark.thorough
def test_every_block_is_that_of_the_census() -> None:
    check_blocks(range(BLOCKS))


def test_the_list_is_complete() -> None:
    assert len(unsolvable_deals(0, SEEDS)) == 3_975_830


@pytest.mark.parametrize("first", [0, BLOCK_SIZE - 2000, SEEDS - 4000])
def test_the_list_agrees_with_the_solver(first: int) -> None:
    unsolvable = boaf.solve_many(range(first, first + 4000)).unsolvable
    assert unsolvable_deals(first, first + 4000).tolist() == (first + unsolvable.nonzero()[0]).tolist()
    assert [not boaf.is_solvable(first + k) for k in range(4000)] == unsolvable.tolist()


def test_a_seed_means_the_same_deal_as_elsewhere() -> None:
    assert not boaf.is_solvable(1264 + SEEDS)
    assert not boaf.is_solvable(1264 - SEEDS)


def test_the_array_cannot_spoil_the_list() -> None:
    unsolvable_deals(0, 2000)[:] = 0
    assert not boaf.is_solvable(1264)


@pytest.mark.parametrize("seed", ["1264", 1.5, None])
def test_a_seed_is_a_number(seed: object) -> None:
    with pytest.raises(boaf.BoafError, match="seed must be a whole number"):
        boaf.is_solvable(seed)  # type: ignore[arg-type]


@pytest.mark.parametrize(("start", "stop"), [(2, 1), (-1, 5), (0, SEEDS + 1), (0, 1.5)])
def test_a_range_is_within_the_list(start: int, stop: int) -> None:
    with pytest.raises(boaf.BoafError):
        unsolvable_deals(start, stop)


def test_the_list_is_read_without_boaf() -> None:
    command = [sys.executable, "-I", "-S", ROOT / "examples" / "read_list.py", LIST_FILE, "1048000", "1049600"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert [int(line) for line in printed.split()] == unsolvable_deals(1_048_000, 1_049_600).tolist()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nosuch"], "No such file or directory"),
        ([LIST_FILE, "a", "b"], "invalid literal"),
        ([LIST_FILE, "-5", "1300"], "START and STOP are from 0 to 2147483648"),
        ([LIST_FILE, "0", "9999999999"], "START and STOP are from 0 to 2147483648"),
    ],
)
def test_the_reader_refuses_bad_input_in_one_line(arguments: list[object], message: str) -> None:
    command = [sys.executable, "-I", "-S", ROOT / "examples" / "read_list.py", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert message in done.stderr


@pytest.mark.parametrize(("kept", "message"), [(5_000_000, "block 2047 is damaged"), (100, "ends too early")])
def test_the_reader_refuses_a_list_that_was_cut_off(kept: int, message: str, tmp_path: Path) -> None:
    cut = tmp_path / "cut.bin"
    cut.write_bytes(LIST_FILE.read_bytes()[:kept])
    test_the_reader_refuses_bad_input_in_one_line([cut, str(SEEDS - 5), str(SEEDS)], message)


def test_the_shell_prints_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["census", "list", "--unsolvable", "0", "1500"]) == 0
    assert capsys.readouterr().out.split() == ["10", "190", "397", "520", "1163", "1264", "1309"]
    assert main(["census", "list", "--solvable", "1262", "1267"]) == 0
    assert capsys.readouterr().out.split() == ["1262", "1263", "1265", "1266"]
    first = BLOCK_SIZE - 1000
    assert main(["census", "list", str(first), str(first + 2000)]) == 0
    assert [int(line) for line in capsys.readouterr().out.split()] == unsolvable_deals(first, first + 2000).tolist()
