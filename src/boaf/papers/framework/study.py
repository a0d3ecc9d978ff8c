"""Studies: hours of computation cut into cells, each stored when it is finished, so that a run resumes.

A study is a paper at a scale: a plan for each of its tables. A plan has cells and makes a table of their values. A cell
is a function with its arguments. These are plain values and the cell's recipe: they include everything that the value
depends on, so a stored value with the same recipe is never computed again. Cells with the same name are one cell, which
several tables may use. Values are plain too, so tables and figures can be made from them at any time.

Cells run one after another and use all cores. Cells that use only one core, such as the training of a small network,
run in parallel in separate processes.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from dataclasses import dataclass
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from time import perf_counter, process_time
from typing import Any, NamedTuple, Protocol

from boaf.papers.framework.cell_store import CellStore, Finished
from boaf.papers.framework.quantity import Quantity, Table
from boaf.render.figures import Figure, Picture
from boaf.support.errors import BoafError
from boaf.support.progress import Progress
from boaf.support.store import made_by

WORKERS = os.cpu_count() or 1
"""The number of processes for cells that are computed in parallel."""


@dataclass(frozen=True)
class Cell:
    """A computation: `function(progress, **recipe)` gives plain values."""

    name: str
    function: Callable[..., Any]
    recipe: Mapping[str, Any]
    units: int = 1
    """The number of units that the function reports to its progress."""
    cost: float = 1.0
    """About how many seconds a unit takes on two cores. Only ratios matter: they say how far a run has come."""
    prepare: Callable[[], object] | None = None
    """For a cell that is computed in its own process: makes the files that such cells read, in this process."""
    is_possible: Callable[[], bool] | None = None
    """For a cell that needs something special: whether this machine has it. If not, the table is made without it."""

    @property
    def seconds(self) -> float:
        """About how long the cell takes."""
        return self.units * self.cost


@dataclass(frozen=True)
class Plan:
    """A table to be computed."""

    title: str
    cells: Mapping[Any, Cell]
    """By the keys that `rows` knows their values by."""
    rows: Callable[[dict[Any, Any]], list[Quantity]]
    """Makes the rows from the values of the cells."""
    about: str | Callable[[dict[Any, Any]], str] = ""
    """What the table is computed from, such as the number of deals."""
    figures: Callable[[dict[Any, Any]], Sequence[Figure | Picture]] | None = None
    is_partial: bool = False
    """Whether the table can also be made from some of the cells."""
    name: str = ""
    cite: str = ""
    """The paper that the table is in."""

    def table(self, values: Mapping[str, Any]) -> Table:
        """The table of the values of cells, by the names of the cells."""
        found = {key: values[cell.name] for key, cell in self.cells.items() if cell.name in values}
        about = self.about if isinstance(self.about, str) else self.about(found)
        figures = self.figures(found) if self.figures else []
        return Table(self.name, self.title, self.rows(found), figures, about, self.cite)


class Watcher(Protocol):
    """Shows how far a study has come."""

    def begin(self, seconds: float) -> None:
        """Say about how much work is to be done."""

    def show(self, what: str) -> None:
        """Say what is being done."""

    def advance(self, seconds: float) -> None:
        """Count about this much work as done."""


class SilentWatcher:
    """A watcher that shows nothing."""

    def begin(self, seconds: float) -> None:
        """Nothing."""

    def show(self, what: str) -> None:
        """Nothing."""

    def advance(self, seconds: float) -> None:
        """Nothing."""


def run(plans: Sequence[Plan], store: CellStore, watcher: Watcher) -> Iterator[Table]:
    """Compute the tables one after another; what the store holds is not computed again."""
    cells = {cell.name: cell for plan in plans for cell in plan.cells.values()}
    values = {name: found.value for name, cell in cells.items() if (found := store.find(name, cell.recipe))}
    possible = {name for name, cell in cells.items() if not cell.is_possible or cell.is_possible()}
    watcher.begin(sum(cells[name].seconds for name in possible - values.keys()))
    with ExitStack() as stack:
        processes = _Processes(stack)
        for number, plan in enumerate(plans, 1):
            where = f"{plan.name} ({number} of {len(plans)})"
            own = {cell.name: cell for cell in plan.cells.values()}
            missing = [cell for name, cell in own.items() if name in possible and name not in values]
            for cell, finished in _computed(missing, where, watcher, processes):
                store.keep(cell.name, cell.recipe, finished)
                values[cell.name] = finished.value
            yield plan.table(values)


class Stored(NamedTuple):
    """A table that is finished, or as much of it as can be made, and its cells."""

    table: Table
    cells: list[Finished]
    is_complete: bool


def stored(plans: Sequence[Plan], store: CellStore) -> list[Stored]:
    """The tables whose cells are all in the store, and those that can be made from some of their cells."""
    tables = []
    for plan in plans:
        found = {cell.name: store.find(cell.name, cell.recipe) for cell in plan.cells.values()}
        cells = {name: one for name, one in found.items() if one}
        is_complete = len(cells) == len(found)
        if is_complete or (plan.is_partial and cells):
            table = plan.table({name: one.value for name, one in cells.items()})
            tables.append(Stored(table, list(cells.values()), is_complete))
    return tables


class _Processes:
    """Processes that are there once they are needed, until the end of a run."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._pool: ProcessPoolExecutor | None = None

    def pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(WORKERS, get_context("spawn"), _ignore_interrupts)
            self._stack.callback(_end, self._pool, set(active_children()))
        return self._pool


def _end(pool: ProcessPoolExecutor, others: set[BaseProcess]) -> None:
    """End the processes of a pool at once; what they are at is not wanted any more."""
    for process in set(active_children()) - others:
        process.terminate()
    pool.shutdown(wait=True, cancel_futures=True)


def _ignore_interrupts() -> None:
    """Ctrl-C is for the process that started the workers, which ends them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _computed(
    cells: list[Cell], where: str, watcher: Watcher, processes: _Processes
) -> Iterator[tuple[Cell, Finished]]:
    """The cells, each as soon as it is finished."""
    apart = [cell for cell in cells if cell.prepare] if WORKERS > 1 else []
    for cell in cells:
        if cell not in apart:
            watcher.show(f"{where}: {cell.name}")
            counter = _Counter(cell, watcher)
            finished = compute(cell.function, cell.recipe, counter.count)
            counter.complete()
            yield cell, finished
    if not apart:
        return
    watcher.show(f"{where}: preparing")
    for cell in apart:
        if cell.prepare:
            cell.prepare()
    watcher.show(f"{where}: {len(apart)} cells in {WORKERS} processes")
    pool = processes.pool()
    waiting = {pool.submit(_compute_apart, cell.function, dict(cell.recipe)): cell for cell in apart}
    for future in as_completed(waiting):
        try:
            finished = future.result()
        except BrokenProcessPool:
            raise BoafError("a process that computed cells has died, perhaps for want of memory") from None
        _Counter(waiting[future], watcher).complete()
        yield waiting[future], finished


class _Counter:
    """Tells a watcher of the units of a cell, in the end of all of them."""

    def __init__(self, cell: Cell, watcher: Watcher) -> None:
        self._cell, self._watcher = cell, watcher
        self._left = cell.units

    def count(self, units: int) -> None:
        units = min(units, self._left)
        self._left -= units
        self._watcher.advance(units * self._cell.cost)

    def complete(self) -> None:
        self.count(self._left)


def compute(function: Callable[..., Any], recipe: Mapping[str, Any], progress: Progress) -> Finished:
    """The value of a cell, as plain as it is when it is read from a file, and the time that it took."""
    started, processor = perf_counter(), _processor_time()
    value = json.loads(json.dumps(function(progress, **recipe), allow_nan=False))
    return Finished(value, perf_counter() - started, _processor_time() - processor, made_by())


def _processor_time() -> float:
    """What this process has used, and the programs that it has run."""
    times = os.times()
    return process_time() + times.children_user + times.children_system


def _compute_apart(function: Callable[..., Any], recipe: dict[str, Any]) -> Finished:
    return compute(function, recipe, lambda _units: None)


def quickest_first(cells: Mapping[Any, Cell]) -> dict[Any, Cell]:
    """The cells in the order of their times, so that an interrupted run has most of them."""
    return dict(sorted(cells.items(), key=lambda item: item[1].seconds))


def ranges(start: int, stop: int, size: int) -> list[tuple[int, int]]:
    """The numbers start … stop − 1 in parts of up to `size`, each as its first number and the one after its last."""
    return [(first, min(first + size, stop)) for first in range(start, stop, size)]
