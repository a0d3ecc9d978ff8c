"""A progress bar with a rate, on a terminal only: in a pipe nothing is shown."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from boaf.progress import Progress


@contextmanager
def progress_bar(what: str, total: int | None, unit: str) -> Iterator[Progress | None]:
    """A function that takes the number of units finished since its last call, or None where nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, ProgressColumn, Task, TimeRemainingColumn
    from rich.progress import Progress as Bar
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:,.0f} {unit}/s" if task.speed else "")

    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.advance(task, done)
