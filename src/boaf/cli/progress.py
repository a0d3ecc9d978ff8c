"""Progress on a terminal: a bar with a rate and the time left. In a pipe nothing is shown."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer

_WIDE = 80
"""From so many columns on a bar has room for the numbers of units."""


class Steps:
    """A bar that shows how units get done: called with the number of those finished since its last call."""

    def __init__(self, bar: Any = None, task: Any = None) -> None:
        self._bar = bar
        self._task = task

    def __call__(self, done: int) -> None:
        """Count units as done."""
        if self._bar:
            self._bar.advance(self._task, done)

    def print(self, text: str) -> None:
        """Print to standard output at once, above the bar."""
        if self._bar:
            _print_above(self._bar, text)
        else:
            print_now(text)


@contextmanager
def progress_bar(what: str, total: int | None, unit: str) -> Iterator[Steps]:
    """The steps of long work; nothing is shown unless standard error is a terminal."""
    if not sys.stderr.isatty():
        yield Steps()
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
    from rich.progress import Progress as Bar
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:,.0f} {unit}/s" if task.speed else "")

    console = Console(stderr=True)
    columns: tuple[str | ProgressColumn, ...]
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    if console.width < _WIDE:  # the bar and the rate would be squeezed to nothing
        columns = ("{task.description}", BarColumn(6), TaskProgressColumn(), Rate())
    # Standard output is not rich's to redirect: it may be a pipe.
    with Bar(*columns, console=console, transient=True, redirect_stdout=False) as bar:
        yield Steps(bar, bar.add_task(what, total=total))


class StudyBar:
    """What is being computed, how much of all is done, and how long the rest will take; a `Watcher` of studies."""

    _bar: Any = None
    _task: Any = None

    def open(self) -> None:
        """Begin to show it, on a terminal."""
        if not sys.stderr.isatty():
            return
        from rich.console import Console
        from rich.progress import BarColumn, TaskProgressColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        columns = ("{task.description}", BarColumn(20), TaskProgressColumn(), TimeRemainingColumn(), "left")
        # What is printed goes to standard output, which rich would redirect; a cell can take minutes without a word.
        self._bar = Bar(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False,
                        redirect_stderr=False, speed_estimate_period=3600)  # fmt: skip
        self._task = self._bar.add_task("loading", total=None)
        self._bar.start()

    def close(self) -> None:
        """End it."""
        if self._bar:
            self._bar.stop()

    def begin(self, seconds: float) -> None:
        """Say about how much work is to be done."""
        if self._bar:
            self._bar.update(self._task, total=seconds)

    def show(self, what: str) -> None:
        """Say what is being done."""
        if self._bar:
            self._bar.update(self._task, description=what)

    def advance(self, seconds: float) -> None:
        """Count about so much work as done."""
        if self._bar:
            self._bar.advance(self._task, seconds)

    def print(self, text: str) -> None:
        """Print to standard output at once, above the bar."""
        if self._bar:
            _print_above(self._bar, text)
        else:
            print_now(text)


def print_now(text: str) -> None:
    """Print to standard output at once, whoever reads it."""
    typer.echo(text)
    sys.stdout.flush()


def _print_above(bar: Any, text: str) -> None:
    """Print while the bar is away: both may be on one terminal, and neither knows where the other left the cursor."""
    bar.stop()
    print_now(text)
    bar.start()


@contextmanager
def study_bar() -> Iterator[StudyBar]:
    """A bar for work of several parts whose answers are printed on the way."""
    bar = StudyBar()
    bar.open()
    try:
        yield bar
    finally:
        bar.close()
