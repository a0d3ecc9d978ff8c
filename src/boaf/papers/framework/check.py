"""Whether recorded figures still hold: each table is computed again and compared with its record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from boaf.papers.framework.cell_store import CellStore
from boaf.papers.framework.quantity import Quantity, Table
from boaf.papers.framework.study import Plan, Watcher, run, stored


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
class Comparison:
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
    plans: Sequence[Plan], recorded: Mapping[str, Table], fresh: CellStore, watcher: Watcher
) -> Iterator[Compared]:
    """Compute the tables that are on record again; every figure of both."""
    for table in run([plan for plan in plans if plan.name in recorded], fresh, watcher):
        yield from _figures(recorded[table.name], table)


def _figures(recorded: Table, computed: Table) -> Iterator[Compared]:
    old, new = ({quantity.name: quantity for quantity in table.quantities} for table in (recorded, computed))
    for name in {**old, **new}:
        yield Compared(computed.name, name, old.get(name), new.get(name))


def _change(one: Compared) -> str:
    old, new = (quantity.cells()[2] if quantity else "nothing" for quantity in (one.recorded, one.computed))
    return f"{new}, on record {old}"
