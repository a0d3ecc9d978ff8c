"""Runs that are killed, resumed, shared out and refused: the bytes are always the same."""

import errno
import os
import shutil
import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from boaf.census.directory import CensusDirectory, read_census
from boaf.census.parameters import Parameters, Shard
from boaf.census.run import run_census
from boaf.census.verify import verify_census
from boaf.support import store
from boaf.support.errors import BoafError
from boaf.support.files import remove_leftovers
from tests.census.helpers import PROGRAM, SMALL, UNSOLVABLE, contents, start_small_census


def test_a_census_is_summed_up(undisturbed: Path) -> None:
    summary = run_census(SMALL, undisturbed)
    assert summary.solved == 0
    answer = summary.to_json()
    assert list(answer) == [
        "rows", "cols", "start", "stop", "deals", "solvable", "unsolvable", "unknown", "reasons", "nodes", "seconds",
    ]  # fmt: skip
    assert (answer["deals"], answer["solvable"], answer["unsolvable"]) == (2300, 2292, len(UNSOLVABLE))
    assert summary.counts.reasons == {"odd-bird": 6, "multiple-flocks": 1, "collapse": 1}


@pytest.mark.slow
def test_a_killed_run_resumes_to_the_same_bytes(undisturbed: Path, tmp_path: Path) -> None:
    """Each process is killed in the middle of its work on files."""
    kills = 0
    for steps in (3, 8, 13, 11, 16):
        kills += start_small_census(tmp_path, steps).wait() != 0
        for path in tmp_path.glob("chunk-*.json"):
            assert CensusDirectory(tmp_path).is_done(int(path.stem[-6:])), "a record was there before its chunk"
    run_census(SMALL, tmp_path)
    assert contents(tmp_path) == contents(undisturbed)
    assert kills > 1


def test_only_what_dead_processes_left_is_removed(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as dead:
        pass
    here = socket.gethostname()
    names = [
        f".a.part-{here}-{dead.pid}",
        f".a.part-{here}-{os.getpid()}",
        ".a.part-else-where-1",
        ".b.part-else-where-1",
    ]
    for name in names:
        (tmp_path / name).write_text("")
    os.utime(tmp_path / names[3], (0, 0))
    remove_leftovers(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names[1:3])


def test_finished_chunks_are_not_computed_again(undisturbed: Path, tmp_path: Path) -> None:
    run_census(SMALL, tmp_path, shard=Shard(1, 2))
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("chunk-*")}
    assert len(before) == 6
    assert run_census(SMALL, tmp_path).solved == 1000
    after = {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("chunk-*")}
    assert before.items() <= after.items()
    assert contents(tmp_path) == contents(undisturbed)


def test_shards_in_any_order_give_the_same_bytes(undisturbed: Path, tmp_path: Path) -> None:
    deals = [run_census(SMALL, tmp_path, shard=Shard(index, 3), threads=index).counts.deals for index in (2, 3, 1)]
    assert deals == [800, 500, 1000]
    assert contents(tmp_path) == contents(undisturbed)


def test_shards_that_overlap_share_what_is_done(undisturbed: Path, tmp_path: Path) -> None:
    """1/2 has the chunks 0, 2, 4 and 2/3 the chunks 1, 4: what one has done the other finds, and counts as its own."""
    half, third = (run_census(SMALL, tmp_path, shard=Shard(*part)) for part in ((1, 2), (2, 3)))
    assert (half.counts.deals, half.solved) == (1300, 1300)
    assert (third.counts.deals, third.solved) == (800, 500)
    assert [check.deals for check in verify_census(tmp_path, sample=0).checks.values()] == [1793, 7, 0]
    rest = run_census(SMALL, tmp_path)
    assert (rest.counts.deals, rest.solved) == (2300, 500)
    assert contents(tmp_path) == contents(undisturbed)


@pytest.mark.slow
def test_overlapping_shards_at_a_time_give_the_same_bytes(undisturbed: Path, tmp_path: Path) -> None:
    """Every chunk is in two of these parts, so two processes may well compute and write it in the same moment."""
    jobs = [start_small_census(tmp_path, shard=shard) for shard in ("1/1", "2/2", "1/2")]
    assert [job.wait() for job in jobs] == [0, 0, 0]
    assert contents(tmp_path) == contents(undisturbed)
    assert verify_census(tmp_path, sample=0).is_sound


def test_a_chunk_without_its_record_is_computed_again(undisturbed: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(undisturbed, copy)
    (copy / "chunk-000003.json").unlink()
    assert run_census(SMALL, copy).solved == 500
    assert contents(copy) == contents(undisturbed)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"stop": 2301}, "stop = 2300, not 2301"),
        ({"rows": 5}, "rows = 4, not 5"),
        ({"chunk_size": 501}, "chunk size = 500, not 501"),
        ({"solutions": False}, "solutions = true, not false"),
        ({"version": "9.9.9"}, 'version = .*, not "9.9.9"'),
    ],
)
def test_other_parameters_are_refused(undisturbed: Path, change: dict[str, int], message: str) -> None:
    before = contents(undisturbed)
    with pytest.raises(BoafError, match=f"holds another census: {message}"):
        run_census(replace(SMALL, **change), undisturbed)  # type: ignore[arg-type]
    assert contents(undisturbed) == before


def test_chunks_without_parameters_are_not_touched(undisturbed: Path, tmp_path: Path) -> None:
    shutil.copy(undisturbed / "chunk-000000.json", tmp_path)
    with pytest.raises(BoafError, match=r"holds chunks but no census\.json"):
        run_census(SMALL, tmp_path)


def test_a_full_disk_loses_nothing(undisturbed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        sync, calls = os.fsync, iter(range(1000))

        def full(handle: int) -> None:
            if next(calls) > 8:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            sync(handle)

        patch.setattr(os, "fsync", full)
        with pytest.raises(BoafError, match=r"cannot write .*: No space left on device; finished chunks are kept"):
            run_census(SMALL, tmp_path)
    names = {path.name for path in tmp_path.iterdir()}
    assert {"census.json", "chunk-000000.parquet", "chunk-000000.json"} <= names
    assert not [name for name in names if name.startswith(".")]
    assert run_census(SMALL, tmp_path).solved < 2300
    assert contents(tmp_path) == contents(undisturbed)


def test_a_write_that_the_system_refuses_is_one_clear_line(tmp_path: Path) -> None:
    """Files may not grow beyond some kilobytes, so parameters can be written and chunks cannot."""
    limit = "import boaf.census.run, resource; resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
    command = [sys.executable, "-c", limit + PROGRAM, str(tmp_path), "0", "1/1"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.stderr.splitlines()[-1].endswith("File too large; finished chunks are kept")
    assert [path.name for path in tmp_path.iterdir()] == ["census.json"]


def test_a_directory_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BoafError, match=r"cannot write to .*file/census: Not a directory"):
        run_census(SMALL, tmp_path / "file" / "census")


def test_what_does_not_read_back_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "read_bytes", lambda _: b"rot")
    with pytest.raises(BoafError, match="reads back differently"):
        run_census(SMALL, tmp_path)
    assert not list(tmp_path.iterdir())


def test_of_two_jobs_that_claim_a_directory_one_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = replace(SMALL, rows=3)
    claimed = CensusDirectory(tmp_path)
    create = store.create_file

    def late(path: Path, content: bytes) -> None:
        monkeypatch.setattr(store, "create_file", create)
        claimed.claim(SMALL.to_json())
        monkeypatch.setattr(Path, "exists", lambda _: False)
        create(path, content)
        monkeypatch.undo()

    monkeypatch.setattr(store, "create_file", late)
    with pytest.raises(BoafError, match="rows = 4, not 3"):
        claimed.claim(other.to_json())
    assert claimed.parameters() == SMALL
    assert [path.name for path in tmp_path.iterdir()] == ["census.json"]


def test_an_interrupt_keeps_finished_chunks(undisturbed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import boaf.census.run as runners

    compute = runners.compute_chunk

    def interrupted(parameters: Parameters, chunk: int, **options: object) -> object:
        if chunk == 2:
            raise KeyboardInterrupt
        return compute(parameters, chunk, **options)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(runners, "compute_chunk", interrupted)
        with pytest.raises(KeyboardInterrupt):
            run_census(SMALL, tmp_path)
    assert [CensusDirectory(tmp_path).is_done(chunk) for chunk in SMALL.chunks] == [True, True, False, False, False]
    run_census(SMALL, tmp_path)
    assert contents(tmp_path) == contents(undisturbed)


def test_there_must_be_a_thread(tmp_path: Path) -> None:
    with pytest.raises(BoafError, match="threads must be from 1 to 1,024"):
        run_census(SMALL, tmp_path, threads=0)


def test_a_census_is_read_as_one_frame(undisturbed: Path, tmp_path: Path) -> None:
    deals = read_census(undisturbed)
    assert deals["seed"].to_list() == list(range(2300))
    assert deals.filter(deals["verdict"] == "unsolvable")["seed"].to_list() == UNSOLVABLE
    CensusDirectory(tmp_path).claim(SMALL.to_json())
    with pytest.raises(BoafError, match="holds no finished chunk yet"):
        read_census(tmp_path)
