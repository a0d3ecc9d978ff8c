"""Files are there as a whole or not at all."""

import errno
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from boaf.errors import BoafError
from boaf.files import create_file, write_file, write_text


def test_a_file_is_written_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    write_text(tmp_path / "a", "10 × 10\n")
    assert (tmp_path / "a").read_bytes() == "10 × 10\n".encode()
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_a_file_that_cannot_be_written_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_file(tmp_path / "a", b"old")

    def fail(_handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(BoafError, match=r"a: No space left on device; nothing is lost$"):
        write_file(tmp_path / "a", b"new", reassurance="; nothing is lost")
    assert (tmp_path / "a").read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_a_file_that_is_there_is_not_created_again(tmp_path: Path) -> None:
    create_file(tmp_path / "a", b"first")
    create_file(tmp_path / "a", b"second")
    assert (tmp_path / "a").read_bytes() == b"first"


def test_threads_that_write_one_file_do_not_disturb_each_other(tmp_path: Path) -> None:
    contents = [bytes([k]) * 10_000 for k in range(40)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda content: write_file(tmp_path / "a", content), contents))
    assert (tmp_path / "a").read_bytes() in contents
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
