"""Stores for work that takes long, so that the same call resumes a run that was interrupted.

The work is cut into units: the chunks of a census or a data set, the blocks of a block census, puzzles. A store belongs
to one *recipe*, plain values that say what the units are. A claim for another recipe is refused, with the first
difference in one line. A unit is written whole or not at all, so a run computes the units that are missing.

A `ChunkDirectory` has a file for each unit. A `LineFile` has a line of JSON for each unit. A store of a single unit is
a record, a JSON file with values, the versions, commit and machine that computed them, and a digest of both, which
detects whether it was changed.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, ClassVar

from boaf import __version__
from boaf.support.errors import BoafError
from boaf.support.files import (
    create_file,
    digest_of,
    json_bytes,
    json_text,
    parse_json,
    read_json,
    remove_leftovers,
    write_file,
)
from boaf.support.schema import Shape, mapping, record, text

_LIBRARIES = ("numpy", "numba", "lightgbm", "scikit-learn", "torch")
_LONGEST = 1 << 16
"""The most bytes of a line."""


class ChunkDirectory:
    """A directory with a file for each chunk, and one for the recipe."""

    content: ClassVar[str]
    """What the chunks are parts of, such as `census`."""
    recipe_name: ClassVar[str]
    """The name of the file with the recipe."""
    remedy: ClassVar[str]
    """What to do if the directory holds something else."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def file(self, chunk: int) -> Path:
        """The file of a chunk."""
        return self.path / f"chunk-{chunk:06}.parquet"

    def claim(self, recipe: Mapping[str, object]) -> None:
        """Make the directory one for this recipe; refuse if it holds chunks of another."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            strangers = any(self.path.glob("chunk-*")) and not (self.path / self.recipe_name).exists()
        except OSError as error:
            raise BoafError(f"cannot write to {self.path}: {error.strerror}") from None
        if strangers:
            raise BoafError(f"{self.path} holds chunks but no {self.recipe_name}: {self.remedy}")
        create_file(self.path / self.recipe_name, json_bytes(recipe))
        require_same(f"{self.path} holds another {self.content}", self.recipe(), recipe, self.remedy)

    def recipe(self) -> dict[str, Any]:
        """What the directory was claimed for."""
        path = self.path / self.recipe_name
        if not path.exists():
            raise BoafError(f"{self.path} holds no {self.content}: there is no {self.recipe_name}")
        found = read_json(path)
        if not isinstance(found, dict):
            raise BoafError(f"{path} is damaged: it does not say what the {self.content} is")
        return found

    def remove(self) -> None:
        """Remove the chunks, what killed processes left, and the directory if nothing else is in it."""
        if self.path.is_dir():
            remove_leftovers(self.path)
            for file in [*self.path.glob("chunk-*"), self.path / self.recipe_name]:
                file.unlink(missing_ok=True)
            with suppress(OSError):
                self.path.rmdir()


class LineFile:
    """A file with a line of JSON for each unit, which only grows.

    A last line without an end was cut short by a crash or a full disk. It is not read, and the next line replaces it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.size = 0
        """The number of bytes of the complete lines that were read or written."""
        self.rest = b""
        """The last line, if it was cut short."""

    def lines(self) -> Iterator[tuple[str, Any]]:
        """Read the lines: where each is, for messages, and its values."""
        if not self.path.exists():
            return
        try:
            file = self.path.open("rb")
        except OSError as error:
            raise BoafError(f"cannot read {self.path}: {error.strerror}") from None
        with file:
            number = 0
            while (line := file.readline(_LONGEST)).endswith(b"\n"):
                number += 1
                where = f"line {number} of {self.path}"
                yield where, parse_json(line, where)
                self.size += len(line)
        if len(line) == _LONGEST:
            raise BoafError(f"line {number + 1} of {self.path} has more than {_LONGEST:,} bytes")
        self.rest = line

    def append(self, values: Mapping[str, Any]) -> None:
        """Add a line, and sync it to disk; directories that are missing are made."""
        line = line_of(values)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("r+b" if self.path.exists() else "xb") as file:
                file.truncate(self.size)
                file.seek(self.size)
                file.write(line)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            with suppress(OSError):
                if not self.size:
                    self.path.unlink()
            raise BoafError(f"cannot write {self.path}: {error.strerror}; what is finished is kept") from None
        self.size += len(line)


def line_of(values: Mapping[str, Any]) -> bytes:
    """Plain values as a line of JSON."""
    return f"{json_text(values)}\n".encode()


def require_same(complaint: str, found: Mapping[str, object], wanted: Mapping[str, object], remedy: str) -> None:
    """Refuse what was computed by another recipe, with the first difference between complaint and remedy."""
    if differing := difference(found, wanted):
        raise BoafError(f"{complaint}: {differing}; {remedy}")


def difference(found: Mapping[str, object], wanted: Mapping[str, object]) -> str | None:
    """The first entry in which two recipes differ, in words; None if there is none."""
    for name, value in wanted.items():
        if found.get(name) != value:
            return f"{name.replace('_', ' ')} = {json_text(found.get(name)):.60}, not {json_text(value):.60}"
    return None


def write_record(path: Path, values: Mapping[str, Any]) -> None:
    """Write plain values to a record."""
    signed = {**values, "made_by": made_by()}
    write_file(path, json_bytes(signed | {"digest": _digest(signed)}))


def read_record(path: Path, shapes: Mapping[str, Shape]) -> dict[str, Any]:
    """The values of a record, with `made_by`; refused if it is not as it was written."""
    found: dict[str, Any] = read_json(path)
    record(made_by=mapping(), digest=text(), **shapes)(found, str(path))
    if found.pop("digest") != _digest(found):
        raise BoafError(f"{path} is not as it was written: delete it or choose another directory")
    return found


def _digest(values: Mapping[str, Any]) -> str:
    return digest_of(json.dumps(values, sort_keys=True))


@cache
def made_by() -> dict[str, Any]:
    """The versions, the commit and the machine."""
    versions = {"boaf": __version__, "python": platform.python_version()}
    for library in _LIBRARIES:
        try:
            versions[library] = version(library)
        except PackageNotFoundError:
            continue
    machine = f"{sys.platform} {platform.machine()}, {os.cpu_count()} cores"
    return {"versions": versions, "commit": _commit(), "machine": machine}


def _commit() -> str | None:
    """The commit of the running checkout, with `-dirty` if the package was changed; None if it is installed."""
    here = Path(__file__)
    try:
        _git(here.parent, "ls-files", "--error-unmatch", here.name)  # fails for a package installed within a checkout
        changed = _git(here.parent, "status", "--porcelain", "--", "..")  # changed records do not matter
        return _git(here.parent, "rev-parse", "HEAD") + ("-dirty" if changed else "")
    except (OSError, subprocess.SubprocessError):
        return None


def _git(directory: Path, *arguments: str) -> str:
    command = ["git", "-C", str(directory), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=10).stdout.strip()
