"""The process as its shell sees it: exit status, standard streams, answers and progress, files to write, Ctrl-C.

**Streams.** An answer that standard output cannot take, because the disk is full or the stream is closed, ends in one
line. A reader that closes the pipe, as in `boaf … | head -1`, ends the command without one. Messages that standard
error cannot take are lost. Characters that a stream cannot encode are written in ASCII: `9 x 9` for `9 × 9`.

**Ctrl-C** raises `KeyboardInterrupt` in the main thread, which stops the work, shows what is finished and returns. But
Python cannot raise it while the main thread is in a library, say in the long fit of a classifier, and waits for all
other threads before it exits. So a watchdog thread, which learns of the signal at once (`signal.set_wakeup_fd`), ends
the process if it is still there after a grace period. Files are complete or absent by then (`boaf.support.files`).
"""

from __future__ import annotations

import codecs
import errno
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import IntEnum
from functools import partial
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, Any, TextIO, cast

from boaf.support.errors import BoafError
from boaf.support.progress import Progress, no_progress

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress

_ASCII = {
    "×": "x", "−": "-", "–": "-", "…": "...", "·": ".", "→": "->", "±": "+-", "≤": "<=", "≥": ">=", "²": "^2",
    "³": "^3", "½": "1/2", "¬": "not ", "∨": "or", "∧": "and", "♣": "C", "♦": "D", "♥": "H", "♠": "S", "█": "#",
}  # fmt: skip
_ASCII_ERRORS = "boaf.ascii"
_GRACE_SECONDS = 1.0
FIGURES = (".png", ".svg", ".pdf")
_WIDE = 80
"""The least number of columns in which a bar has room for counts."""
_bars: list[RichProgress] = []
"""The progress bar on the terminal, if there is one."""


class ExitStatus(IntEnum):
    """What the exit status tells a script."""

    ANSWERED = 0
    """The question was answered, whatever the answer."""
    FAILED = 1
    """With `check --strict` and `grade`: the moves, the proof or the program are not right."""
    BAD_INPUT = 2
    """The arguments or files are wrong; one line says how."""
    LIMIT_REACHED = 3
    """A limit was reached before the answer was known."""
    INTERRUPTED = 130
    """Ctrl-C; finished work is kept."""
    PIPE_CLOSED = 141
    """The reader closed the pipe, as in `boaf … | head -1`: 128 + SIGPIPE, as for other programs."""


class OutputError(BoafError):
    """Standard output cannot take the answer."""


class PipeClosedError(Exception):
    """The reader of standard output closed the pipe."""


class _Output:
    """Standard output, with errors that say what is wrong; it has no `buffer`, through which Click would bypass it."""

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
            raise PipeClosedError from None
        except OSError as error:
            raise OutputError(f"cannot write to standard output: {error.strerror}") from None


class _Messages(_Output):
    """Standard error, whose own failures cannot be reported."""

    @contextmanager
    def _failures(self) -> Iterator[None]:
        with suppress(OSError, OutputError):
            yield


@contextmanager
def guarded_streams() -> Iterator[None]:
    """Let the standard streams behave as described at the top of this module."""
    _open_closed_descriptors()
    output, messages = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = cast(TextIO, _Output(output)), cast(TextIO, _Messages(messages))
    try:
        with _ascii_fallback(output), _ascii_fallback(messages):
            yield
    finally:
        sys.stdout, sys.stderr = output, messages


def discard_output() -> None:
    """Discard what standard output still buffers, so that Python does not try to write it again when it exits."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _open_closed_descriptors() -> None:
    """Open the standard descriptors that were closed at the start; otherwise the next file would take their place."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


@contextmanager
def _ascii_fallback(stream: TextIO | None) -> Iterator[None]:
    """Write characters that the stream cannot encode in ASCII."""
    reconfigure = getattr(stream, "reconfigure", None)
    if stream is None or reconfigure is None:
        yield
        return
    usual = stream.errors
    reconfigure(errors=_ASCII_ERRORS)
    try:
        yield
    finally:
        with suppress(OSError, ValueError):
            reconfigure(errors=usual)


def _in_ascii(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_ASCII.get(letter, "?") for letter in error.object[error.start : error.end]), error.end


codecs.register_error(_ASCII_ERRORS, _in_ascii)


def start_watchdog() -> None:
    """Make Ctrl-C end the process after the grace period; call it once, from the main thread."""
    if os.name == "nt" or threading.current_thread() is not threading.main_thread():
        return
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    threading.Thread(target=_watch, args=(reader,), daemon=True).start()
    sys.unraisablehook = partial(_without_interrupts, sys.unraisablehook)


def _without_interrupts(usual: Callable[[Any], Any], error: Any) -> None:
    """Do not report an interrupt where Python could not raise it; the watchdog handles it."""
    if error.exc_type is not KeyboardInterrupt:
        usual(error)


@contextmanager
def watchdog_off() -> Iterator[None]:
    """Let the block handle Ctrl-C by itself, however long that takes."""
    descriptor = signal.set_wakeup_fd(-1)
    try:
        yield
    finally:
        signal.set_wakeup_fd(descriptor)


def _watch(reader: int) -> None:
    """Wait for the signal, then for the process to end by itself."""
    while signal.SIGINT not in os.read(reader, 1):
        continue
    sleep(_GRACE_SECONDS)
    if not _is_reported.is_set():
        with suppress(OSError):
            os.write(2, b"interrupted\n")
    _end()


_is_reported = threading.Event()


def report_interrupt() -> None:
    """Say that the command was interrupted."""
    _is_reported.set()
    print("interrupted", file=sys.stderr)


def exit_interrupted() -> None:
    """End the process at once; a normal exit would wait for its threads."""
    sys.stdout.flush()
    sys.stderr.flush()
    _end()


def _end() -> None:
    """End the process and its child processes."""
    if processes := sys.modules.get("multiprocessing"):
        for child in processes.active_children():
            child.terminate()
    os._exit(ExitStatus.INTERRUPTED)


def show(text: str) -> None:
    """Print an answer to standard output at once, above the progress bar."""
    for bar in _bars:
        bar.stop()  # bar and answer may share a terminal, and neither knows where the other left the cursor
    print(text, flush=True)
    for bar in _bars:
        bar.start()


def warn(text: str) -> None:
    """Print a message to standard error."""
    print(text, file=sys.stderr, flush=True)


def count(number: int, noun: str) -> str:
    """A number of things: `1 chunk`, `2,000 chunks`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


@contextmanager
def progress_bar(work: str, total: int | None, unit: str) -> Iterator[Progress]:
    """Show on a terminal how many units are finished, how fast, and the time left; elsewhere show nothing."""
    with terminal_bar(unit) as bar:
        if bar is None:
            yield no_progress
            return
        task = bar.add_task(work, total=total)
        yield lambda done: bar.advance(task, done)


@contextmanager
def terminal_bar(unit: str | None = None) -> Iterator[RichProgress | None]:
    """A bar of rich on standard error, with the rate if there is a unit; None if that is not a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        ProgressColumn,
        Task,
        TaskProgressColumn,
        TimeRemainingColumn,
    )
    from rich.progress import Progress as RichProgress
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:,.0f} {unit}/s" if task.speed else "")

    console = Console(stderr=True)
    columns: tuple[Any, ...] = ("{task.description}", BarColumn(20), TaskProgressColumn(), TimeRemainingColumn())
    if unit and console.width >= _WIDE:
        columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    elif unit:  # more columns would leave no room for the bar
        columns = ("{task.description}", BarColumn(6), TaskProgressColumn(), Rate())
    # Rich must not redirect standard output, which may be a pipe. Without a unit, a step may take minutes.
    period = 30 if unit else 3600
    bar = RichProgress(*columns, console=console, transient=True, redirect_stdout=False, speed_estimate_period=period)
    _bars.append(bar)
    try:
        with bar:
            yield bar
    finally:
        _bars.remove(bar)


def require_place(path: Path | None) -> None:
    """Refuse a file that cannot be written; missing directories will be made."""
    if path is None:
        return
    if os.path.isdir(path):
        raise BoafError(f"cannot write {path}: {os.strerror(errno.EISDIR)}")
    _require_room(path, path.parent)


def require_figure(path: Path | None, formats: tuple[str, ...] = FIGURES) -> None:
    """Refuse a figure that cannot be written or whose name has an unknown ending."""
    require_place(path)
    if path is not None and path.suffix not in formats:
        raise BoafError(f"cannot draw {path}: its name must end in {', '.join(formats)}")


def require_directory(path: Path | None) -> None:
    """Refuse a directory that cannot be made or written to."""
    if path is not None:
        _require_room(path, path)


def _require_room(path: Path, directory: Path) -> None:
    """Refuse a path if its directory, or the nearest existing one above it, cannot be written to."""
    nearest = next(place for place in (directory, *directory.absolute().parents) if os.path.exists(place))
    if not nearest.is_dir():
        raise BoafError(f"cannot write {path}: {nearest} is not a directory")
    if not os.access(nearest, os.W_OK | os.X_OK):
        raise BoafError(f"cannot write {path}: {nearest} cannot be written to")
