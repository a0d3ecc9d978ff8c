"""A directory that is filled chunk by chunk, so that the same call resumes a run that was interrupted.

A file in it says what the chunks are parts of. Whoever claims the directory for something else is refused, with the
first difference in one line. Each chunk is a file of its own, written as a whole (`files`) once it is computed, so
a run has only to compute the chunks that are missing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

from boaf.support.errors import BoafError
from boaf.support.files import create_file, json_text, read_json, remove_leftovers
from boaf.support.schema import shown


class ChunkDirectory(ABC):
    """A directory that holds chunks of one kind of thing, or will."""

    content: ClassVar[str]
    """What the chunks are parts of, such as `census`."""
    recipe_name: ClassVar[str]
    """The file that says what is computed."""
    remedy: ClassVar[str]
    """What to do where the directory holds something else."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @abstractmethod
    def is_done(self, chunk: int) -> bool:
        """Whether a chunk is there and whole."""

    def file(self, chunk: int) -> Path:
        """Where a chunk is."""
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
        if differing := difference(self.recipe(), recipe):
            raise BoafError(f"{self.path} holds another {self.content}: {differing}; {self.remedy}")

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


def difference(found: Mapping[str, object], wanted: Mapping[str, object]) -> str | None:
    """The first entry in which two recipes differ, in words; None if there is none."""
    for name, value in wanted.items():
        if found.get(name) != value:
            return f"its {name.replace('_', ' ')} is {shown(found.get(name))}, not {shown(value)}"
    return None


def json_bytes(values: object) -> bytes:
    """Plain values as the text of a file."""
    return (json_text(values, indent=1) + "\n").encode()
