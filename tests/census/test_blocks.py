"""Every numbered deal, block by block."""

import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from boaf.census.blocks import BlockFile, BlockRecord, Blocks, report_blocks, run_blocks, verify_blocks
from boaf.cli import main
from boaf.deals import SEEDS
from boaf.support.errors import BoafError
from boaf.support.files import digest_of
from tests.census.helpers import UNSOLVABLE

SMALL = Blocks(size=500)
RUN = f"""
import sys
from boaf.census.blocks import Blocks, run_blocks
run_blocks(sys.argv[1], Blocks(size={SMALL.size}), chosen=range(4), threads=1)
"""
KILL = """
import os, signal, sys
steps = int(sys.argv[2])

def count(event, arguments):
    global steps
    if event in ("open", "os.truncate", "os.rename", "os.link") and "blocks.jsonl" in str(arguments[0]):
        steps -= 1
        if not steps:
            os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(count)
"""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("blocks") / "blocks.jsonl"
    run_blocks(path, SMALL, chosen=range(4))
    return path.read_bytes()


@pytest.fixture
def path(tmp_path: Path, small: bytes) -> Path:
    """A file of four blocks."""
    path = tmp_path / "blocks.jsonl"
    run_blocks(path, SMALL, chosen=range(0))
    path.write_bytes(small)
    return path


def test_a_line_has_the_counts_and_pins_every_verdict(small: bytes) -> None:
    lines = [json.loads(line) for line in small.splitlines()]
    for number, line in enumerate(lines):
        seeds = [seed for seed in UNSOLVABLE if seed // SMALL.size == number]
        assert (line["block"], line["start"], line["deals"]) == (number, number * SMALL.size, SMALL.size)
        assert (line["unsolvable"], sum(line["reasons"].values())) == (len(seeds), len(seeds))
        assert line["solvable"] + line["unsolvable"] == line["deals"]
        assert line["digest"] == sha256("".join(f"{seed}\n" for seed in seeds).encode()).hexdigest()
        assert list(line) == ["block", "start", "deals", "solvable", "unsolvable", "reasons", "nodes", "digest"]


def test_all_numbered_deals_are_in_one_block_each() -> None:
    for size in (1 << 20, 1_000_000, 3):
        numbers = Blocks(size=size).numbers
        for number in (0, 1, len(numbers) - 2):
            assert Blocks(size=size).seeds(number).stop == Blocks(size=size).seeds(number + 1).start
        assert Blocks(size=size).seeds(numbers[-1]).stop == SEEDS
    assert len(Blocks().numbers) == 2048


@pytest.mark.thorough
@pytest.mark.slow
def test_a_run_that_is_killed_anywhere_goes_on_to_the_same_lines(tmp_path: Path, small: bytes) -> None:
    for steps in range(1, 12):
        path = tmp_path / str(steps) / "blocks.jsonl"
        killed = subprocess.run([sys.executable, "-c", KILL + RUN, str(path), str(steps)], check=False)
        if killed.returncode == 0:
            break
        run_blocks(path, SMALL, chosen=range(4))
        assert path.read_bytes() == small
    else:
        raise AssertionError("there are more steps than were tried")
    assert steps > 4


def test_a_line_that_was_cut_short_is_written_again(path: Path, small: bytes) -> None:
    whole = small.splitlines(keepends=True)
    for cut in (1, 30, len(whole[2]) - 1):
        path.write_bytes(b"".join(whole[:2]) + whole[2][:cut])
        assert report_blocks(path).finished == 2
        run_blocks(path, SMALL, chosen=range(4))
        assert path.read_bytes() == small


def test_lines_may_come_from_several_machines(path: Path, small: bytes) -> None:
    whole = small.splitlines(keepends=True)
    path.write_bytes(whole[3] + whole[0])
    assert run_blocks(path, SMALL, chosen=range(4)).finished == 4
    assert sorted(path.read_bytes().splitlines(keepends=True)) == whole


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"solvable": 499}, "'deals' is 500, but the verdicts add up to 502"),
        ({"reasons": {"odd-bird": 7}}, "'reasons' do not add up to the 3 unsolvable deals"),
        ({"reasons": {"bad luck": 3}}, "'reasons' do not add up to the 3 unsolvable deals"),
        ({"start": 7}, "block 0 does not have these seeds"),
        ({"block": 1}, "block 1 does not have these seeds"),
        ({"block": 4294968}, "blocks are numbered 0 to 4,294,967, so there is no block 4,294,968"),
        ({"nodes": -1}, "'nodes' must be a whole number"),
    ],
)
def test_a_line_that_does_not_fit_is_refused(path: Path, change: dict[str, object], message: str) -> None:
    first, *rest = path.read_text().splitlines(keepends=True)
    path.write_text(json.dumps(json.loads(first) | change) + "\n" + "".join(rest))
    with pytest.raises(BoafError, match=r"line 1 of .*blocks.jsonl: ") as caught:
        BlockFile(path)
    assert message in str(caught.value)


def test_a_block_that_stands_there_twice_is_refused(path: Path) -> None:
    path.write_bytes(path.read_bytes() + path.read_bytes())
    with pytest.raises(BoafError, match=r"line 5 of .*: block 0 occurs twice"):
        BlockFile(path)


def test_blocks_of_another_size_or_search_are_refused(path: Path) -> None:
    with pytest.raises(BoafError, match="holds other blocks: block size = 500, not 600"):
        run_blocks(path, Blocks(size=600), chosen=range(1))
    recipe = path.with_suffix(".recipe.json")
    recipe.write_text(json.dumps(json.loads(recipe.read_text()) | {"probe_nodes": 5}))
    with pytest.raises(BoafError, match="holds other blocks: probe nodes = 5, not "):
        run_blocks(path, SMALL, chosen=range(5))
    recipe.unlink()
    with pytest.raises(BoafError, match=r"there is no blocks\.recipe\.json next to it"):
        run_blocks(path, SMALL, chosen=range(5))


def test_a_block_that_is_decided_anew_must_be_as_its_line_says(path: Path) -> None:
    assert verify_blocks(path, [0, 3], sample=20).problems == []
    file = BlockFile(path)
    wrong = BlockRecord(3, 1500, file.done[3].counts, digest_of("1646\n"))
    whole = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(whole[:3]) + json.dumps(wrong.to_json()).encode() + b"\n")
    assert verify_blocks(path, [3], sample=20).problems == []
    wrong = BlockRecord(3, 1500, file.done[3].counts, digest_of("1647\n"))
    path.write_bytes(b"".join(whole[:3]) + json.dumps(wrong.to_json()).encode() + b"\n")
    (problem,) = verify_blocks(path, [3], sample=20).problems
    assert problem.startswith("block 3: digest is ")


def test_another_search_may_take_other_nodes_but_finds_the_same(path: Path) -> None:
    recipe = path.with_suffix(".recipe.json")
    recipe.write_text(json.dumps(json.loads(recipe.read_text()) | {"probe_nodes": 5}))
    lines = [json.loads(line) | {"nodes": 1} for line in path.read_text().splitlines()]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    assert verify_blocks(path, [1], sample=20).problems == []


def test_the_commands_decide_report_and_verify(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["census", "all", "--block-size", "500", "--blocks", "0", "2"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("4 × 4, 2 blocks of 500 deals, 4,294,966 still missing\nsolvable                    996\n")
    assert main(["census", "report", "results/census-4x4.jsonl"]) == 0
    assert capsys.readouterr().out == said
    assert main(["census", "verify", "--block", "1", "--sample", "5"]) == 0
    assert capsys.readouterr().out == (
        "1 block decided again\n"
        "recorded as solvable: 5 of 499 checked again; if one of these deals is unsolvable, it was missed with a "
        "chance of 99.0 %\n"
        "recorded as unsolvable: 1 of 1 checked again, so none is solvable\n"
        "no fault was found; --all checks every deal\n"
    )
    assert main(["census", "verify", "--block", "1", "--all", "--json"]) == 0
    assert [check["miss_chance"] for check in json.loads(capsys.readouterr().out)["checks"]] == [0, 0, 0]


@pytest.mark.parametrize("command", ["report diary", "verify diary --block 1", "all --out diary"])
def test_what_is_no_file_of_blocks_is_named_once(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("diary").write_text("Dear diary\n")
    assert main(["census", *command.split()]) == 2
    told = "boaf: diary is not a file of blocks: there is no diary.recipe.json next to it\n"
    assert capsys.readouterr().err == told
    run_blocks("other", SMALL, chosen=range(0))
    Path("other.recipe.json").rename("diary.recipe.json")
    assert main(["census", "report", "diary"]) == 2
    assert capsys.readouterr().err.startswith("boaf: line 1 of diary is not JSON: ")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ("all --blocks 5 5", "--blocks 5 5: FIRST must be below END"),
        ("all --blocks 2040 2049", "blocks are numbered 0 to 2,047, so there is no block 2,048"),
        ("all --block-size 0", "a block holds 1 to 1,048,576 deals, not 0"),
        ("all --rows 9 --cols 9", "a 9 × 9 board has 81 cells"),
        ("verify", "name the directory of a census, or the blocks of a file with --block"),
        ("verify --block 1", "there is no file results/census-4x4.jsonl here: name a file of blocks as CENSUS"),
        ("verify nowhere --block 1", "there is no file nowhere"),
        ("verify x --block 1 --repair", "--repair is for the chunks of a directory"),
    ],
)
def test_bad_input_gets_one_clear_line(
    arguments: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["census", *arguments.split()]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"boaf: {line}")
    assert len(err.splitlines()) == 1
    assert not list(tmp_path.iterdir())
