"""A quantity that a paper prints and that is computed here, and tables of them as text, Markdown and JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from math import isclose
from typing import Any

from boaf.render.figures import Figure, Picture
from boaf.support.intervals import wilson

CLAIM = "claim"
"""The unit of a quantity that is 1 where what a paper says in words comes out here, and 0 where it does not."""
HEADINGS = ("quantity", "printed", "computed", "interval", "difference", "why")


@dataclass(frozen=True)
class Quantity:
    """One figure; `printed` is None where the paper prints none, or only in a plot."""

    name: str
    printed: float | None
    computed: float
    unit: str = ""
    note: str = ""
    """Why the two figures differ, or what else there is to say."""
    interval: tuple[float, float] | None = None
    """Where the figure lies with 95 % confidence, if it comes from a sample."""
    tolerance: float | None = 0.0
    """How far off the figure may be when it is computed again, elsewhere; None for times, which are never the same."""

    @classmethod
    def claim(cls, text: str, holds: bool, note: str = "", *, is_exact: bool = True) -> Quantity:
        """What a paper says in words, such as the order of some figures; not exact if it hangs on times or training."""
        return cls(text, 1, int(holds), CLAIM, note, tolerance=0.0 if is_exact else None)

    @classmethod
    def share(cls, name: str, printed: float | None, found: int, total: int, note: str = "") -> Quantity:
        """A share of a sample, with Wilson's interval."""
        share = wilson(found, total)
        return cls(name, printed, share.share, "%", note, (share.low, share.high))

    @property
    def difference(self) -> float | None:
        """Computed less printed."""
        return None if self.printed is None else self.computed - self.printed

    @property
    def holds_printed(self) -> bool:
        """Whether the printed figure lies in the interval."""
        return self.printed is not None and self.interval is not None and (
            self.interval[0] <= self.printed <= self.interval[1]
        )  # fmt: skip

    def as_reading(self) -> Quantity:
        """The quantity with a note that says whether a reading of the paper that gives it is possible."""
        return replace(self, note="possible" if self.holds_printed else "excluded")

    def agrees_with(self, recorded: Quantity) -> bool:
        """Whether the figure is what was recorded, as far as its tolerance goes."""
        if self.tolerance is None:
            return True
        return isclose(self.computed, recorded.computed, rel_tol=1e-9, abs_tol=self.tolerance)

    def cells(self) -> tuple[str, ...]:
        """The quantity as a row of a table, under `HEADINGS`."""
        has_difference = self.difference is not None and self.unit != CLAIM
        difference = _show_difference(self.difference or 0, self.unit) if has_difference else ""
        printed = "" if self.printed is None else _show(self.printed, self.unit)
        interval = "" if self.interval is None else " … ".join(_show(end, self.unit) for end in self.interval)
        interval = interval.replace(" % …", " …")
        return (self.name, printed, _show(self.computed, self.unit), interval, difference, self.note)


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
        """The table in columns; the interval only where there is one."""
        shown = [k for k in range(len(HEADINGS)) if HEADINGS[k] != "interval" or self._has_intervals]
        rows = [[row[k] for k in shown] for row in (HEADINGS, *(quantity.cells() for quantity in self.quantities))]
        widths = [max(len(row[column]) for row in rows) for column in range(len(shown))]
        lines = [self.title]
        for row in rows:
            numbers = (cell.rjust(width) for cell, width in zip(row[1:-1], widths[1:-1], strict=True))
            lines.append("  ".join([row[0].ljust(widths[0]), *numbers, row[-1]]).rstrip())
        return "\n".join(lines)

    def to_markdown(self) -> str:
        """The table in Markdown."""
        lines = [_markdown_row(HEADINGS), "| --- | ---: | ---: | ---: | ---: | --- |"]
        lines += [_markdown_row(quantity.cells()) for quantity in self.quantities]
        return "\n".join(lines) + "\n"

    @property
    def _has_intervals(self) -> bool:
        return any(quantity.interval for quantity in self.quantities)


def _markdown_row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |"


def _show_difference(value: float, unit: str) -> str:
    """Shares differ by points."""
    if unit == "%":
        return f"{round(100 * value, 2) + 0.0:+.2f} points"
    return f"{'+' if value >= 0 else ''}{_show(value, unit)}"


def _show(value: float, unit: str) -> str:
    if unit == CLAIM:
        return "holds" if value else "fails"
    if unit == "%":
        return f"{100 * value:.2f} %"
    if float(value).is_integer() and abs(value) < 1e15:
        return f"{int(value):,}"
    digits = 2 if abs(value) >= 1 else 4
    return f"{value:,.{digits}f}" if abs(value) >= 1e-3 or value == 0 else f"{value:.2e}"
