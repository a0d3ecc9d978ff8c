"""A quantity that a paper prints and that is computed here, and tables of them as text, Markdown and JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from boaf.render.figures import Figure, Picture

HEADINGS = ("quantity", "printed", "computed", "difference", "note")


@dataclass(frozen=True)
class Quantity:
    """One figure; `printed` is None where the paper prints none, or only in a plot."""

    name: str
    printed: float | None
    computed: float
    unit: str = ""
    note: str = ""

    @property
    def difference(self) -> float | None:
        """Computed less printed."""
        return None if self.printed is None else self.computed - self.printed

    def cells(self) -> tuple[str, ...]:
        """The quantity as a row of a table, under `HEADINGS`."""
        difference = "" if self.difference is None else _show(self.difference, self.unit, signed=True)
        printed = "" if self.printed is None else _show(self.printed, self.unit)
        return (self.name, printed, _show(self.computed, self.unit), difference, self.note)


@dataclass(frozen=True)
class Table:
    """A table of a paper, computed."""

    name: str
    title: str
    quantities: list[Quantity]
    figures: Sequence[Figure | Picture] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """The table as plain values."""
        rows = [asdict(quantity) | {"difference": quantity.difference} for quantity in self.quantities]
        return {"name": self.name, "title": self.title, "quantities": rows}

    def to_text(self) -> str:
        """The table in columns."""
        rows = [HEADINGS, *(quantity.cells() for quantity in self.quantities)]
        widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
        lines = [self.title]
        for row in rows:
            numbers = (cell.rjust(width) for cell, width in zip(row[1:4], widths[1:4], strict=True))
            lines.append("  ".join([row[0].ljust(widths[0]), *numbers, row[4]]).rstrip())
        return "\n".join(lines)

    def to_markdown(self) -> str:
        """The table in Markdown."""
        lines = [f"## {self.title}", "", _markdown_row(HEADINGS), _markdown_row(["---"] * len(HEADINGS))]
        lines += [_markdown_row(quantity.cells()) for quantity in self.quantities]
        return "\n".join(lines) + "\n"


def _markdown_row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _show(value: float, unit: str, *, signed: bool = False) -> str:
    sign = "+" if signed and value >= 0 else ""
    if unit == "%":
        return f"{sign}{100 * value:.2f} %"
    if float(value).is_integer() and abs(value) < 1e15:
        return f"{sign}{int(value):,}"
    digits = 2 if abs(value) >= 1 else 4
    return f"{sign}{value:,.{digits}f}" if abs(value) >= 1e-3 or value == 0 else f"{sign}{value:.2e}"
