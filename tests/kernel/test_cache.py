"""Machine code and tables are kept where this user alone can write, or not at all; boaf works either way."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

from boaf.kernel import bits, cache, machine, position, seen
from boaf.kernel.cache import cache_directory
from boaf.threads import thread_pool

SOURCES = Path(cache.__file__).parents[2]
COMPILE = "from boaf.kernel.position import source_of; import numpy as np; print(source_of(np.int64(2 << 8)))"
"""Compiles one small function, and so shows what becomes of machine code."""


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    variables = {name: value for name, value in os.environ.items() if name not in ("BOAF_CACHE_DIR", "XDG_CACHE_HOME")}
    command = [sys.executable, "-B", "-c", code]
    return subprocess.run(
        command, env=variables | environment, capture_output=True, text=True, check=False, cwd=SOURCES
    )


def test_the_directory_named_is_used_and_made(tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setenv("BOAF_CACHE_DIR", str(tmp_path / "a" / "b"))
    assert cache_directory() == tmp_path / "a" / "b"
    assert (tmp_path / "a" / "b").is_dir()


@pytest.mark.parametrize("unusable", ["/dev/null/x", "/proc/x"])
def test_an_unusable_directory_gives_way_to_one_among_the_temporary_files(tmp_path, monkeypatch, unusable: str) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setenv("BOAF_CACHE_DIR", unusable)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    found = cache_directory()
    assert found == tmp_path / f"boaf-{os.getuid()}"
    assert found.stat().st_mode & 0o777 == 0o700
    assert cache_directory() == found


def test_a_temporary_directory_that_others_can_write_is_not_trusted(tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setenv("BOAF_CACHE_DIR", "/dev/null/x")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    place = tmp_path / f"boaf-{os.getuid()}"
    place.mkdir()
    place.chmod(0o770)
    assert cache_directory() is None
    place.rmdir()
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    place.symlink_to(tmp_path / "elsewhere")
    assert cache_directory() is None
    place.unlink()
    place.mkdir(mode=0o700)
    another = os.getuid() + 1
    monkeypatch.setattr(os, "getuid", lambda: another)
    place.rename(tmp_path / f"boaf-{another}")
    assert cache_directory() is None


def test_a_user_without_a_home_has_the_temporary_directory(tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("BOAF_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(cache.Path, "home", no_home)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    assert cache_directory() == tmp_path / f"boaf-{os.getuid()}"


@pytest.mark.slow
def test_without_any_place_code_is_kept_in_memory_and_never_beside_the_sources(tmp_path) -> None:  # type: ignore[no-untyped-def]
    copy = tmp_path / "boaf"
    shutil.copytree(SOURCES / "boaf", copy, ignore=shutil.ignore_patterns("__pycache__", "static"))
    answer = run(COMPILE, PYTHONPATH=str(tmp_path), BOAF_CACHE_DIR="/dev/null/x", TMPDIR="/dev/null", HOME="/dev/null")
    assert (answer.returncode, answer.stdout) == (0, "2\n"), answer.stderr
    assert answer.stderr.splitlines() == [
        "compiling the kernel, every time: set BOAF_CACHE_DIR to a directory that can be written to keep it"
    ]
    assert not list(copy.rglob("*.nbi"))


@pytest.mark.slow
def test_damaged_code_is_compiled_again_and_kept(tmp_path) -> None:  # type: ignore[no-untyped-def]
    assert run(COMPILE, BOAF_CACHE_DIR=str(tmp_path)).returncode == 0
    kept = {path: path.read_bytes() for path in tmp_path.rglob("*.nb[ic]")}
    assert kept
    for path in kept:
        path.write_bytes(b"")
    answer = run(COMPILE, BOAF_CACHE_DIR=str(tmp_path))
    assert (answer.returncode, answer.stdout, answer.stderr) == (0, "2\n", "")
    assert all(path.stat().st_size for path in tmp_path.rglob("*.nb[ic]"))


def run_mounted(mounts: str, code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run code with mounts of its own, where that is allowed."""
    alone = ["unshare", "--mount", "bash", "-c"]
    if not shutil.which("unshare") or subprocess.run([*alone, mounts], capture_output=True, check=False).returncode:
        pytest.skip("mounting is not allowed here")
    script = f'{mounts} && exec "$0" -B -c "$1"'
    command = [*alone, script, sys.executable, code]
    variables = {name: value for name, value in os.environ.items() if name not in ("BOAF_CACHE_DIR", "TMPDIR")}
    return subprocess.run(
        command, env=variables | environment, capture_output=True, text=True, check=False, cwd=SOURCES
    )


@pytest.mark.slow
def test_a_read_only_system_deals_and_compiles() -> None:
    read_only = "mount --bind /tmp /tmp && mount -o remount,bind,ro /tmp && mount -o remount,bind,ro /"
    code = f"from boaf.cli import main; main(['deal', '1', '--json']); {COMPILE}"
    answer = run_mounted(read_only, code, HOME="/nowhere")
    assert answer.returncode == 0, answer.stderr
    deal, result = answer.stdout.splitlines()
    assert '"seed": 1' in deal
    assert result == "2"
    assert [line[:33] for line in answer.stderr.splitlines()] == ["compiling the kernel, every time:"]


@pytest.mark.slow
def test_a_full_cache_directory_only_costs_time(tmp_path) -> None:  # type: ignore[no-untyped-def]
    full = f"mount -t tmpfs -o size=64k none {tmp_path} && ! head -c 1M /dev/zero > {tmp_path}/zeros"
    answer = run_mounted(full, COMPILE, BOAF_CACHE_DIR=str(tmp_path))
    assert (answer.returncode, answer.stdout) == (0, "2\n"), answer.stderr


OUT_OF_BOUNDS = """
import numpy as np
from boaf.kernel.seen import key_change, words
print(key_change(words(4), 0, 0, np.int64(4 << 8), 0) is not None)
"""
"""A step from cell 4 of a board that has the cells 0 … 3."""


@pytest.mark.slow
def test_code_that_checks_its_bounds_is_kept_apart(tmp_path: Path) -> None:
    place = str(tmp_path)
    assert run(OUT_OF_BOUNDS, BOAF_CACHE_DIR=place, NUMBA_BOUNDSCHECK="0").stdout == "True\n"
    checked = run(OUT_OF_BOUNDS, BOAF_CACHE_DIR=place, NUMBA_BOUNDSCHECK="1")
    assert "IndexError" in checked.stderr
    assert run(OUT_OF_BOUNDS, BOAF_CACHE_DIR=place, NUMBA_BOUNDSCHECK="0").stdout == "True\n"
    kinds = [path.name.endswith("-checked") for path in tmp_path.glob("code-*")]
    assert kinds.count(True) == kinds.count(False) > 0


def test_code_is_kept_in_its_own_place_whichever_threads_import(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numba is told the place by a setting of the whole process, so two threads must not change it at once."""
    own_place = machine._Code.__init__

    def dawdle(self: object, function: object) -> None:
        sleep(0.005)
        own_place(self, function)

    monkeypatch.setattr(machine._Code, "__init__", dawdle)
    monkeypatch.setattr(machine, "_code_directory", lambda module: str(tmp_path / module.rpartition(".")[2]))
    functions = [f._function for f in (bits.is_connected, position.step_of, seen.new_seen)] * 4  # type: ignore[attr-defined]
    with thread_pool(4) as pool:
        places = list(pool.map(machine._code_of, functions))
    expected = [function.__module__.rpartition(".")[2] for function in functions]
    assert [Path(place.cache_path).relative_to(tmp_path).parts[0] for place in places] == expected  # type: ignore[union-attr]
