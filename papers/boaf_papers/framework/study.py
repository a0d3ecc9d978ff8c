"""Studies: hours of computation cut into cells, each stored when it is finished, so that a run resumes.

A study is a paper at a scale: a plan for each of its tables. A plan has cells and makes a table of their values. A cell
is a function with its arguments. These are plain values and the cell's recipe: they include everything that the value
depends on, so a stored value with the same recipe is never computed again. Cells with the same name are one cell, which
several tables may use. Values are plain too, so tables and figures can be made from them at any time.

Cells run one after another and use all cores. Cells that use only one core, such as the training of a small network,
run in parallel in separate processes. Recorded tables can be computed again and compared (`compare`).
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from dataclasses import dataclass, field
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from time import perf_counter, process_time
from typing import Any, NamedTuple

from boaf.render.figures import Figure
from boaf.support.errors import BoafError
from boaf.support.progress import Progress, ProgressBar, no_bar, no_progress
from boaf.support.store import made_by
from boaf_papers.framework.cell_store import CellStore, Finished
from boaf_papers.framework.chart import Picture
from boaf_papers.framework.quantity import Quantity, Table

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
    """About how many seconds a unit takes on two cores. Only ratios matter: they say how far a table has come."""
    prepare: Callable[[], object] | None = None
    """For a cell that is computed in its own process: makes the files that such cells read, in this process."""
    is_possible: Callable[[], bool] | None = None
    """For a cell that needs something special: whether this machine has it. If not, the table is made without it."""

    @property
    def milliseconds(self) -> int:
        """About how long the cell takes."""
        return round(1000 * self.units * self.cost)

    @property
    def can_be_computed(self) -> bool:
        """Whether this machine has what the cell needs."""
        return self.is_possible is None or self.is_possible()


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


def run(plans: Sequence[Plan], store: CellStore, bar: ProgressBar = no_bar) -> Iterator[Table]:
    """Compute the tables one after another, each with a bar; what the store holds is not computed again."""
    cells = {cell.name: cell for plan in plans for cell in plan.cells.values()}
    values = {name: found.value for name, cell in cells.items() if (found := store.find(name, cell.recipe))}
    with ExitStack() as stack:
        processes = _Processes(stack)
        for number, plan in enumerate(plans, 1):
            own = {cell.name: cell for cell in plan.cells.values()}
            missing = [cell for name, cell in own.items() if name not in values and cell.can_be_computed]
            if missing:
                work = sum(cell.milliseconds for cell in missing)
                with bar(f"{plan.name} ({number} of {len(plans)})", work, "") as progress:
                    for cell, finished in _computed(missing, progress, processes):
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


def _computed(cells: list[Cell], progress: Progress, processes: _Processes) -> Iterator[tuple[Cell, Finished]]:
    """The cells, each as soon as it is finished; `progress` counts milliseconds."""
    apart = [cell for cell in cells if cell.prepare] if WORKERS > 1 else []
    for cell in cells:
        if cell not in apart:
            counter = _Counter(cell, progress)
            finished = compute(cell.function, cell.recipe, counter.count)
            counter.count(cell.units)
            yield cell, finished
    for cell in apart:
        if cell.prepare:
            cell.prepare()
    waiting = {processes.pool().submit(_compute_apart, cell.function, dict(cell.recipe)): cell for cell in apart}
    for future in as_completed(waiting):
        try:
            finished = future.result()
        except BrokenProcessPool:
            raise BoafError("a process that computed cells has died, possibly out of memory") from None
        progress(waiting[future].milliseconds)
        yield waiting[future], finished


class _Counter:
    """Turns the units of a cell into milliseconds; no more are counted than the cell has."""

    def __init__(self, cell: Cell, progress: Progress) -> None:
        self._cell, self._progress = cell, progress
        self._units = 0

    def count(self, units: int) -> None:
        before = self._milliseconds()
        self._units = min(self._units + units, self._cell.units)
        self._progress(self._milliseconds() - before)

    def _milliseconds(self) -> int:
        return self._cell.milliseconds * self._units // self._cell.units


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
    return compute(function, recipe, no_progress)


def quickest_first(cells: Mapping[Any, Cell]) -> dict[Any, Cell]:
    """The cells in the order of their times, so that an interrupted run has most of them."""
    return dict(sorted(cells.items(), key=lambda item: item[1].units * item[1].cost))


def ranges(start: int, stop: int, size: int) -> list[tuple[int, int]]:
    """The numbers start … stop − 1 in parts of up to `size`, each as its first number and the one after its last."""
    return [(first, min(first + size, stop)) for first in range(start, stop, size)]


class Compared(NamedTuple):
    """A figure that was computed again; either is missing where only the other table has it."""

    table: str
    name: str
    recorded: Quantity | None
    computed: Quantity | None

    @property
    def holds(self) -> bool:
        """Whether both are there and agree."""
        return self.recorded is not None and self.computed is not None and self.computed.agrees_with(self.recorded)


@dataclass
class Reproduction:
    """The figures of a paper, as far as they were computed again."""

    paper: str
    scale: str
    complete: bool = False
    figures: int = 0
    changed: list[Compared] = field(default_factory=list)

    def add(self, found: Compared) -> None:
        """Count a figure."""
        self.figures += 1
        if not found.holds:
            self.changed.append(found)

    def to_json(self) -> dict[str, Any]:
        """The comparison as plain values."""
        rows = [
            {
                "table": one.table,
                "quantity": one.name,
                "recorded": one.recorded and one.recorded.computed,
                "computed": one.computed and one.computed.computed,
            }
            for one in self.changed
        ]
        head = {"paper": self.paper, "scale": self.scale, "complete": self.complete}
        return {**head, "figures": self.figures, "changed": rows}

    def to_text(self) -> str:
        """One line, and one for each figure that changed."""
        head = f"{self.paper}: {self.figures - len(self.changed):,} of {self.figures:,} figures hold"
        head += "" if self.complete else " so far"
        return "\n".join([head, *(f"  {one.table}, {one.name}: {_change(one)}" for one in self.changed)])


def tables_on_record(plans: Sequence[Plan], record: CellStore) -> dict[str, Table]:
    """The tables all of whose cells are on record."""
    return {one.table.name: one.table for one in stored(plans, record) if one.is_complete}


def compare(
    plans: Sequence[Plan], recorded: Mapping[str, Table], fresh: CellStore, bar: ProgressBar = no_bar
) -> Iterator[Compared]:
    """Compute the tables that are on record again; every figure of both."""
    for table in run([plan for plan in plans if plan.name in recorded], fresh, bar):
        yield from _figures(recorded[table.name], table)


def _figures(recorded: Table, computed: Table) -> Iterator[Compared]:
    old, new = ({quantity.name: quantity for quantity in table.quantities} for table in (recorded, computed))
    for name in {**old, **new}:
        yield Compared(computed.name, name, old.get(name), new.get(name))


def _change(one: Compared) -> str:
    old, new = (quantity.cells()[2] if quantity else "nothing" for quantity in (one.recorded, one.computed))
    return f"{new}, on record {old}"
