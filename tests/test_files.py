"""Files are there as a whole or not at all."""

import errno
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from boaf.support.errors import BoafError
from boaf.support.files import create_file, parse_json, read_file, read_json, write_file, write_text


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


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "is not JSON"),
        (b"{", "is not JSON"),
        (b"\xff{}", "not text in UTF-8"),
        ("{}".encode("utf-16"), "not text in UTF-8"),
        (b"[" * 100_000, "nested deeper than 32"),
        (b"[" * 34 + b"]" * 34, "nested deeper than 32"),
        (b'{"a": 1, "b": 2, "a": 1}', "the key 'a' occurs twice"),
        (b'{"a": NaN}', "NaN is not a number"),
        (b"[-Infinity]", "-Infinity is not a number"),
        (b"[1e400]", "too large"),
        (b"1" * 5000, "beyond 64 bits"),
        (b"[18446744073709551616]", "beyond 64 bits"),
        (b'["\\ud800"]', "unpaired surrogate"),
        (b'{"\\udc00": 1}', "unpaired surrogate"),
        (b'"' + b"x" * (1 << 20) + b'"', "more than 1,048,576 bytes"),
    ],
)
def test_json_that_could_mislead_is_refused_in_one_line(content: bytes, complaint: str) -> None:
    with pytest.raises(BoafError, match=rf"^a\.json .*{complaint}") as refused:
        parse_json(content, "a.json")
    assert len(str(refused.value).splitlines()) == 1


def test_json_of_plain_values_is_read_as_it_is_meant(tmp_path: Path) -> None:
    text = '{"seed": 18446744073709551615, "low": -9223372036854775808, "part": 0.5, "who": "\\ud83d\\udc26", "no": []}'
    write_text(tmp_path / "a.json", text)
    found = read_json(tmp_path / "a.json")
    assert found == {"seed": 2**64 - 1, "low": -(2**63), "part": 0.5, "who": "\U0001f426", "no": []}
    assert parse_json("[" * 32 + "1" + "]" * 32, "a list")


def test_no_more_of_a_file_is_read_than_it_may_hold(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(bytes(11))
    assert read_file(tmp_path / "a", 11) == bytes(11)
    with pytest.raises(BoafError, match="a: it has more than 10 bytes"):
        read_file(tmp_path / "a", 10)
    with pytest.raises(BoafError, match="/dev/zero: it has more than 10 bytes"):
        read_file(Path("/dev/zero"), 10)
    with pytest.raises(BoafError, match=r"^cannot read .*: Is a directory$"):
        read_file(tmp_path, 10)
