"""What commands write: answers, progress on a terminal, and files that must be writable before the work begins."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boaf.support.errors import BoafError
from boaf.support.progress import Progress, no_progress

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress

FIGURES = (".png", ".svg", ".pdf")
_WIDE = 80
"""The least number of columns in which a bar has room for counts."""
_bars: list[RichProgress] = []
"""The progress bar on the terminal, if there is one."""


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
