"""A file of puzzles, one JSON object per line, which grows puzzle by puzzle and can be resumed.

The first line has the recipe; each other line has a puzzle and the number of its draw (`candidates`). `check` in every
line is a digest of that line and of all lines before it, so a file is only resumed if it is as it was written.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from boaf import __version__
from boaf.puzzles.candidates import Puzzle, PuzzleRequest
from boaf.puzzles.generation import Taken
from boaf.support.errors import BoafError
from boaf.support.files import digest_of, json_text
from boaf.support.schema import text, whole
from boaf.support.store import LineFile, line_of, require_same

_REMEDY = "delete it or choose another name"
_DIGITS = 16
_TAKEN = {"draw": whole(0, 1 << 62), "difficulty": whole(1, 5), "board": text()}
"""What is needed of a puzzle in order to resume."""


class PuzzleFile:
    """The file of a request; `taken` are the puzzles that it holds."""

    def __init__(self, path: Path, request: PuzzleRequest, count: int) -> None:
        self._file = LineFile(path)
        self._recipe = recipe_of(request, count)
        self._check = ""
        self.taken: list[Taken] = []
        for number, (where, values) in enumerate(self._file.lines()):
            self._read(number, where, values)
        if not self._file.size:
            head = self._signed({"recipe": self._recipe})
            if not line_of(head).startswith(self._file.rest):
                raise self._foreign()
            self._file.append(head)

    def write(self, draw: int, puzzle: Puzzle) -> None:
        """Add a puzzle."""
        self._file.append(self._signed({"draw": draw} | puzzle.to_json()))

    def _signed(self, values: dict[str, Any]) -> dict[str, Any]:
        self._check = _digest(self._check, values)
        return values | {"check": self._check}

    def _foreign(self) -> BoafError:
        return BoafError(f"{self._file.path} is not a file of puzzles: {_REMEDY}")

    def _read(self, number: int, where: str, values: Any) -> None:
        if number == 0:
            if not isinstance(values, dict) or not isinstance(values.get("recipe"), dict):
                raise self._foreign()
            require_same(f"{self._file.path} holds other puzzles", values["recipe"], self._recipe, _REMEDY)
        check = values.pop("check", None) if isinstance(values, dict) else None
        self._check = _digest(self._check, values)
        if check != self._check:
            raise BoafError(f"{where} is not as it was written: {_REMEDY}")
        if number:
            for name, shape in _TAKEN.items():
                shape(values.get(name) if isinstance(values, dict) else None, f"{name!r} in {where}")
            if values["difficulty"] not in self._recipe["difficulties"]:
                raise BoafError(f"{where} has a difficulty that was not asked for: {_REMEDY}")
            self.taken.append(Taken(values["draw"], values["difficulty"], values["board"]))


def recipe_of(request: PuzzleRequest, count: int) -> dict[str, Any]:
    """What the puzzles depend on."""
    return {
        "boaf": __version__,
        "difficulties": list(request.difficulties),
        "count": count,
        "rows": request.rows,
        "cols": request.cols,
        "seed": request.seed,
        "method": request.method,
    }


def _digest(before: str, values: Any) -> str:
    return digest_of(before, json_text(values))[:_DIGITS]
