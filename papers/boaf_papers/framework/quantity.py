"""A quantity that a paper prints and that is computed here, and tables of them as text and JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import StrEnum
from math import isclose
from typing import Any

from boaf.render.figures import Figure
from boaf.support.intervals import wilson
from boaf_papers.framework.chart import Picture

CLAIM = "claim"
"""The unit of a quantity that is 1 if what a paper says in words is true here, and 0 if not."""
UNEXPLAINED = "unexplained"
"""What the note of a figure contains if the difference from the printed one is not understood."""
_IN_JSON = ("name", "printed", "computed", "unit", "note", "interval", "tolerance", "difference")
_SHORT = 12
"""A note that is not longer is repeated rather than numbered."""
HEADINGS = ("quantity", "printed", "computed", "interval", "difference", "why")


class Mark(StrEnum):
    """What became of a printed figure."""

    HOLDS = "holds"
    EXPLAINED = "explained"
    OPEN = "open"


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
    row: str = ""
    """Its row on a page, if that is not its name. Figures of one row share what is printed."""
    column: str = ""
    """Its column on a page, such as a reading of the paper. The first column of a table is the one that counts."""
    part: str = ""
    """Its group of columns on a page, such as a part of a data set, if its row has several printed figures."""
    decimals: int | None = None
    """The decimals of the printed figure, needed if the last of them are zeros."""
    shows_interval: bool = False
    """Whether a page shows the interval although nothing is printed."""

    @classmethod
    def claim(cls, text: str, holds: bool, note: str = "", *, is_exact: bool = True) -> Quantity:
        """What a paper says in words, such as the order of figures; not exact if it depends on times or training."""
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

    @property
    def mark(self) -> Mark | None:
        """Whether the printed figure, which is rounded, holds, exactly or within the interval, or is explained."""
        if self.printed is None:
            return None
        low, high = self.interval or (self.computed, self.computed)
        if low - self.rounding <= self.printed <= high + self.rounding:
            return Mark.HOLDS
        return Mark.OPEN if UNEXPLAINED in self.note or not self.note else Mark.EXPLAINED

    @property
    def rounding(self) -> float:
        """Half a unit of the last printed digit."""
        exponent = Decimal(repr(self.printed)).normalize().as_tuple().exponent
        decimals = max(0, -int(exponent)) if self.decimals is None else self.decimals
        return 0.5 * 10.0**-decimals * (1 + 1e-9)

    def placed(self, row: str, column: str = "", part: str = "") -> Quantity:
        """The quantity with its row and column on a page."""
        return replace(self, row=row, column=column, part=part)

    def agrees_with(self, recorded: Quantity) -> bool:
        """Whether the figure is what was recorded, as far as its tolerance goes."""
        if self.tolerance is None:
            return True
        return isclose(self.computed, recorded.computed, rel_tol=1e-9, abs_tol=self.tolerance)

    def cells(self) -> tuple[str, ...]:
        """The quantity as a row of a table, under `HEADINGS`."""
        has_difference = self.difference is not None and self.unit != CLAIM
        difference = _difference_in_words(self.difference or 0, self.unit) if has_difference else ""
        printed = "" if self.printed is None else show(self.printed, self.unit)
        interval = "" if self.interval is None else " … ".join(show(end, self.unit) for end in self.interval)
        interval = interval.replace(" % …", " …")
        return (self.name, printed, show(self.computed, self.unit), interval, difference, self.note)


@dataclass(frozen=True)
class Table:
    """A table of a paper, computed."""

    name: str
    title: str
    quantities: list[Quantity]
    figures: Sequence[Figure | Picture] = field(default_factory=list)
    about: str = ""
    """What it was computed from, such as the number of deals."""
    cite: str = ""
    """The paper that it is in."""

    @property
    def heading(self) -> str:
        """Paper, title and basis in one line."""
        return "; ".join(filter(None, (", ".join(filter(None, (self.cite, self.title))), self.about)))

    def to_json(self) -> dict[str, Any]:
        """The table as plain values."""
        rows = [{name: getattr(quantity, name) for name in _IN_JSON} for quantity in self.quantities]
        return {"name": self.name, "title": self.heading, "quantities": rows}

    def to_text(self) -> str:
        """The table in columns, the interval only if there is one, and below it the notes that several rows share."""
        has_intervals = any(quantity.interval for quantity in self.quantities)
        shown = [k for k in range(len(HEADINGS)) if HEADINGS[k] != "interval" or has_intervals]
        notes = [quantity.note.split("; ") if quantity.note else [] for quantity in self.quantities]
        shared = shared_notes([[note for note in own if len(note) > _SHORT] for own in notes])
        why = [
            "; ".join(filter(None, [numbers_of(own, shared), *(note for note in own if note not in shared)]))
            for own in notes
        ]
        cells = [(*one.cells()[:-1], note) for one, note in zip(self.quantities, why, strict=True)]
        rows = [[row[k] for k in shown] for row in (HEADINGS, *cells)]
        widths = [max(len(row[column]) for row in rows) for column in range(len(shown))]
        lines = [self.heading]
        for row in rows:
            numbers = (cell.rjust(width) for cell, width in zip(row[1:-1], widths[1:-1], strict=True))
            lines.append("  ".join([row[0].ljust(widths[0]), *numbers, row[-1]]).rstrip())
        return "\n".join(lines + footnotes(shared))


def shared_notes(notes: Sequence[Sequence[str]]) -> dict[str, int]:
    """The notes that several rows share, numbered; those of the same rows have one number."""
    rows: dict[str, list[int]] = {}
    for row, own in enumerate(notes):
        for note in own:
            rows.setdefault(note, []).append(row)
    repeated = {note: tuple(own) for note, own in rows.items() if len(own) > 1}
    numbers = {own: number for number, own in enumerate(dict.fromkeys(repeated.values()), 1)}
    return {note: numbers[own] for note, own in repeated.items()}


def numbers_of(notes: Sequence[str], shared: dict[str, int]) -> str:
    """The numbers of those notes of a row that several rows share, such as `[1, 2]`."""
    numbers = dict.fromkeys(str(shared[note]) for note in notes if note in shared)
    return f"[{', '.join(numbers)}]" if numbers else ""


def footnotes(shared: dict[str, int]) -> list[str]:
    """The shared notes below a table, by number."""
    together: dict[int, list[str]] = {}
    for note, number in shared.items():
        together.setdefault(number, []).append(note)
    return [f"{number}. {'; '.join(own)}" for number, own in together.items()]


def _difference_in_words(value: float, unit: str) -> str:
    """Shares differ by points."""
    if unit == "%":
        return f"{round(100 * value, 2) + 0.0:+.2f} points"
    return f"{'+' if value >= 0 else ''}{show(value, unit)}"


def show(value: float, unit: str) -> str:
    """A figure as it is shown."""
    if unit == CLAIM:
        return "holds" if value else "fails"
    if unit == "%":
        return f"{100 * value:.2f} %"
    if float(value).is_integer() and abs(value) < 1e15:
        return f"{int(value):,}"
    digits = 2 if abs(value) >= 1 else 4
    return f"{value:,.{digits}f}" if abs(value) >= 1e-3 or value == 0 else f"{value:.2e}"
