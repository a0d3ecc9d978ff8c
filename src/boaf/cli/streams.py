"""The standard streams as the commands meet them.

An answer that standard output does not take, because the disk is full or the stream is closed, ends in one line; a
reader who has seen enough, as in `boaf … | head -1`, ends the command without one. What standard error does not take
is lost. Characters that the encoding of a stream lacks are written in plain letters: `9 x 9` for `9 × 9`.
"""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO, cast

from boaf.support.errors import BoafError

_PLAIN = {
    "×": "x", "−": "-", "–": "-", "…": "...", "·": ".", "→": "->", "±": "+-", "≤": "<=", "≥": ">=", "²": "^2",
    "³": "^3", "½": "1/2", "¬": "not ", "∨": "or", "∧": "and", "♣": "C", "♦": "D", "♥": "H", "♠": "S", "█": "#",
}  # fmt: skip
_IN_PLAIN_LETTERS = "boaf.plain"


class OutputError(BoafError):
    """Standard output does not take the answer."""


class ReaderGoneError(Exception):
    """Whoever read the answers has stopped reading."""


class _Output:
    """Standard output, with errors that say what is wrong."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream

    @property
    def encoding(self) -> str:
        return self._stream.encoding if self._stream else "utf-8"

    def isatty(self) -> bool:
        return self._stream is not None and self._stream.isatty()

    def fileno(self) -> int:
        if self._stream is None:
            raise OSError("the stream is closed")
        return self._stream.fileno()

    def write(self, text: str) -> int:
        with self._failures():
            if self._stream is None:
                raise OutputError("cannot write to standard output: it is closed")
            return self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        with self._failures():
            if self._stream is not None:
                self._stream.flush()

    @contextmanager
    def _failures(self) -> Iterator[None]:
        try:
            yield
        except BrokenPipeError:
            raise ReaderGoneError from None
        except OSError as error:
            raise OutputError(f"cannot write to standard output: {error.strerror}") from None


class _Messages(_Output):
    """Standard error, where there is nobody left to tell of a failure."""

    @contextmanager
    def _failures(self) -> Iterator[None]:
        with suppress(OSError, OutputError):
            yield


@contextmanager
def guarded_streams() -> Iterator[None]:
    """Let the standard streams behave as the head of this module says."""
    _fill_closed_places()
    output, messages = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = cast(TextIO, _Output(output)), cast(TextIO, _Messages(messages))
    try:
        with _plain_letters(output), _plain_letters(messages):
            yield
    finally:
        sys.stdout, sys.stderr = output, messages


def discard_output() -> None:
    """Send what standard output still holds nowhere, so that the interpreter does not try again when it ends."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fill_closed_places() -> None:
    """Open what was closed when the program began; else a file could take its place and get what is meant for it."""
    for place in range(3):
        try:
            os.fstat(place)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


@contextmanager
def _plain_letters(stream: TextIO | None) -> Iterator[None]:
    """Write characters that the encoding lacks in plain letters."""
    reconfigure = getattr(stream, "reconfigure", None)
    if stream is None or reconfigure is None:
        yield
        return
    usual = stream.errors
    reconfigure(errors=_IN_PLAIN_LETTERS)
    try:
        yield
    finally:
        with suppress(OSError, ValueError):
            reconfigure(errors=usual)


def _in_plain_letters(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_PLAIN.get(letter, "?") for letter in error.object[error.start : error.end]), error.end


codecs.register_error(_IN_PLAIN_LETTERS, _in_plain_letters)
