"""Stores for work that takes long, so that the same call resumes a run that was interrupted.

The work is cut into units: the chunks of a census or a data set, the blocks of a block census, puzzles. A store belongs
to one *recipe*, plain values that say what the units are. Whoever claims it for another recipe is refused, with the
first difference in one line. A unit is written whole or not at all, so a run computes the units that are missing.

A `ChunkDirectory` has a file for each unit. A `LineFile` has a line of JSON for each unit. A store of a single unit is
a record (`provenance`), which holds its recipe.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

from boaf.support.errors import BoafError
from boaf.support.files import create_file, json_bytes, json_text, parse_json, read_json, remove_leftovers
from boaf.support.schema import shown

_LONGEST = 1 << 16
"""The most bytes of a line."""


class ChunkDirectory(ABC):
    """A directory with a file for each chunk, and one for the recipe."""

    content: ClassVar[str]
    """What the chunks are parts of, such as `census`."""
    recipe_name: ClassVar[str]
    """The name of the file with the recipe."""
    remedy: ClassVar[str]
    """What to do if the directory holds something else."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @abstractmethod
    def is_done(self, chunk: int) -> bool:
        """Whether a chunk is there and whole."""

    def file(self, chunk: int) -> Path:
        """The file of a chunk."""
        return self.path / f"chunk-{chunk:06}.parquet"

    def missing(self, chunks: Iterable[int]) -> list[int]:
        """The chunks that are not done."""
        return [chunk for chunk in chunks if not self.is_done(chunk)]

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
        """Add a line, and sync it to disk."""
        line = line_of(values)
        try:
            with self.path.open("r+b" if self.path.exists() else "xb") as file:
                file.truncate(self.size)
                file.seek(self.size)
                file.write(line)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
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
            return f"its {name.replace('_', ' ')} is {shown(found.get(name))}, not {shown(value)}"
    return None
