"""A file of puzzles, one JSON object per line, that is written puzzle by puzzle and can be gone on with.

The first line has the recipe; each other line has a puzzle and the number of its draw (`candidates`). `check` in every
line is a digest of that line and of all before it, so that a file is only gone on with if it is as it was written. A
line that was cut short, because the process was killed or the disk was full, is written again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

from boaf import __version__
from boaf.puzzles.candidates import Puzzle, Wish
from boaf.puzzles.generation import Taken
from boaf.support.errors import BoafError
from boaf.support.files import json_text, parse_json
from boaf.support.schema import text, whole
from boaf.support.store import difference

_REMEDY = "delete it or choose another name"
_LONGEST = 1 << 16
_DIGITS = 16
_TAKEN = {"draw": whole(0, 1 << 62), "difficulty": whole(1, 5), "board": text()}
"""What is needed of a puzzle in order to go on."""


class PuzzleFile:
    """The file of a wish, opened to be written on; `taken` are the puzzles that it holds already."""

    def __init__(self, path: Path, wish: Wish, count: int) -> None:
        self._path = path
        self._recipe = recipe_of(wish, count)
        self._check = ""
        self.taken: list[Taken] = []
        try:
            self._file = path.open("r+b" if path.exists() else "x+b")
        except OSError as error:
            raise BoafError(f"cannot write {path}: {error.strerror}") from None
        try:
            self._read()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> PuzzleFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _at: TracebackType | None
    ) -> None:
        self._file.close()

    def write(self, draw: int, puzzle: Puzzle) -> None:
        """Add a puzzle."""
        self._write({"draw": draw} | puzzle.to_json())

    def _write(self, values: dict[str, Any]) -> None:
        self._check = _digest(self._check, values)
        try:
            self._file.write(self._line(values, self._check))
            self._file.flush()
        except OSError as error:
            raise BoafError(f"cannot write {self._path}: {error.strerror}; what is finished is kept") from None

    @staticmethod
    def _line(values: dict[str, Any], check: str) -> bytes:
        return f"{json_text(values | {'check': check})}\n".encode()

    def _read(self) -> None:
        """Read what is there, and cut off a line that is not whole."""
        size = 0
        for number, line in enumerate(self._lines()):
            self._read_line(number, line)
            size += len(line)
        self._file.seek(size)
        head = {"recipe": self._recipe}
        if not size and not self._line(head, _digest("", head)).startswith(self._file.read(_LONGEST)):
            raise BoafError(f"{self._path} is not a file of puzzles: {_REMEDY}")
        self._file.seek(size)
        self._file.truncate()
        if not size:
            self._write(head)

    def _lines(self) -> Iterator[bytes]:
        while (line := self._file.readline(_LONGEST)).endswith(b"\n"):
            yield line
        if len(line) == _LONGEST:
            raise BoafError(f"{self._path} is not a file of puzzles: {_REMEDY}")

    def _read_line(self, number: int, line: bytes) -> None:
        values = parse_json(line, f"line {number + 1} of {self._path}", _LONGEST)
        if number == 0:
            if not isinstance(values, dict) or not isinstance(values.get("recipe"), dict):
                raise BoafError(f"{self._path} is not a file of puzzles: {_REMEDY}")
            if differing := difference(values["recipe"], self._recipe):
                raise BoafError(f"{self._path} holds other puzzles: {differing}; {_REMEDY}")
        check = values.pop("check", None) if isinstance(values, dict) else None
        self._check = _digest(self._check, values)
        if check != self._check:
            raise BoafError(f"line {number + 1} of {self._path} is not as it was written: {_REMEDY}")
        if number:
            for name, shape in _TAKEN.items():
                shape(values.get(name) if isinstance(values, dict) else None, f"{name!r} in line {number + 1}")
            if values["difficulty"] not in self._recipe["difficulties"]:
                raise BoafError(f"line {number + 1} of {self._path} has a difficulty that was not asked for: {_REMEDY}")
            self.taken.append(Taken(values["draw"], values["difficulty"], values["board"]))


def recipe_of(wish: Wish, count: int) -> dict[str, Any]:
    """What the puzzles depend on."""
    return {
        "boaf": __version__,
        "difficulties": list(wish.difficulties),
        "count": count,
        "rows": wish.rows,
        "cols": wish.cols,
        "seed": wish.seed,
        "method": wish.method,
    }


def _digest(before: str, values: Any) -> str:
    return hashlib.sha256(f"{before}{json_text(values)}".encode()).hexdigest()[:_DIGITS]
