"""Where the cells of a study are kept: a record for each (`support.store`), with its value, its recipe and its time.

The recipe decides whether a stored value is the one that is wanted.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from boaf.support.errors import BoafError
from boaf.support.files import remove_leftovers
from boaf.support.schema import Shape, mapping, real, text
from boaf.support.store import read_record, require_same, write_record


def _anything(_value: object, _name: str) -> None:
    """What the value of a cell may be; the digest says whether it is what was written."""


_SHAPES: dict[str, Shape] = {
    "paper": text(),
    "cell": text(),
    "recipe": mapping(),
    "value": _anything,
    "seconds": real(0),
    "processor_seconds": real(0),
}


class Finished(NamedTuple):
    """A value, what it took to compute it, and what computed it."""

    value: Any
    seconds: float
    processor_seconds: float
    made_by: Mapping[str, Any]


class CellStore:
    """The cells of a paper at a scale, in DIRECTORY/PAPER/SCALE or, without one, only while the process lasts."""

    def __init__(self, paper: str, scale: str = "small", directory: Path | None = None) -> None:
        self._paper = paper
        self._path = None if directory is None else directory / paper / scale
        self._known: dict[str, Finished] = {}
        self.kept = 0
        """How many cells were stored since it was opened."""
        if self._path is not None:
            try:
                self._path.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise BoafError(f"cannot write to {self._path}: {error.strerror}") from None
            remove_leftovers(self._path)

    def find(self, name: str, recipe: Mapping[str, Any]) -> Finished | None:
        """The value of a cell, if it is there; a file that holds something else is refused."""
        if name not in self._known and self._path is not None and (path := _file_in(self._path, name)).exists():
            self._known[name] = _read(path, self._identity(name, recipe))
        return self._known.get(name)

    def keep(self, name: str, recipe: Mapping[str, Any], finished: Finished) -> None:
        """Store the value of a cell."""
        self._known[name] = finished
        self.kept += 1
        if self._path is not None:
            write_record(_file_in(self._path, name), self._identity(name, recipe) | finished._asdict())

    def _identity(self, name: str, recipe: Mapping[str, Any]) -> dict[str, Any]:
        plain: dict[str, Any] = json.loads(json.dumps({"paper": self._paper, "cell": name, "recipe": dict(recipe)}))
        return plain


def file_name(name: str) -> str:
    """The name of a cell as that of a file, without suffix."""
    return re.sub(r"[^a-z0-9.]+", "-", name.lower()).strip("-.")


def _file_in(directory: Path, name: str) -> Path:
    return directory / f"{file_name(name)}.json"


def _read(path: Path, identity: Mapping[str, Any]) -> Finished:
    """The value in a file, which must be as it was written, and that of the cell that is wanted."""
    found = read_record(path, _SHAPES)
    theirs, ours = ({"paper": one["paper"], "cell": one["cell"], **one["recipe"]} for one in (found, identity))
    require_same(f"{path} holds another cell", theirs, ours, "delete it or choose another directory")
    return Finished(*(found[name] for name in Finished._fields))
