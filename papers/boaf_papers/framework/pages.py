"""The pages of docs/results: what the papers print next to what is in a directory of results.

A page opens with the paper's own tables. Every printed figure has a mark: it *holds*, to the printed digits or within
the interval of a sample; it differs and the reason is *explained*; or it is *open*. If a paper can be read in several
ways, a table has a column for each reading, and the first one counts. A reason that several rows share is a note below
the table, and what a table is computed from is said once. Then come the findings of studies (`studies/`), and the
commands. A table is shown at the largest scale at which it is finished, or as far as it is, unless most of its rows at
a smaller scale are missing.

A page is made from the records alone, so it can be made again at any time and is the same each time.
`python tools/make_pages.py` writes the pages, and a test fails if a page and the results differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from boaf.render.figures import Figure
from boaf_papers import PAPERS, SCALES, Paper, package_of, plans_of
from boaf_papers.framework.cell_store import CellStore
from boaf_papers.framework.chart import Picture, chart
from boaf_papers.framework.quantity import (
    CLAIM,
    UNEXPLAINED,
    Mark,
    Quantity,
    Table,
    footnotes,
    numbers_of,
    shared_notes,
    show,
)
from boaf_papers.framework.study import Stored, stored

Best = dict[str, tuple[str, Stored] | None]
"""Every table of a paper at its largest scale, with that scale."""
Group = Sequence[Quantity]
"""Quantities with one printed figure; the first one counts."""
PRINTED, COMPUTED = "printed", "computed"
SHORT = 10
"""The basis of a table that repeats an earlier one is left out if it has more words than this."""
TRIALS = "trials "
"""How notes on single trials begin, which `boaf reproduce` shows and a page does not."""


class Finding(NamedTuple):
    """What a study found, for the page of a paper."""

    paper: str
    table: str
    study: str
    text: str
    figures: Sequence[Figure | Picture] = ()
    file: str = ""
    """How the files of its figures are named."""
    ruled_out: str = ""
    """Which explanations of an open figure it rules out."""
    processor_seconds: float = 0.0


def best_tables(name: str, results: Path) -> Best:
    """Every table of a paper at the largest scale at which it is finished, with that scale."""
    found: Best = dict.fromkeys(package_of(name).TABLES)
    for scale in SCALES:
        if (results / name / scale).is_dir():
            for one in stored(plans_of(name, scale), CellStore(name, scale, results)):
                before = found.get(one.table.name)
                if before is None or _replaces(one, before[1]):
                    found[one.table.name] = scale, one
    return found


def _replaces(larger: Stored, smaller: Stored) -> bool:
    """Whether a table is shown instead of the one of a smaller scale: not with less than half of its rows."""
    return larger.is_complete or 2 * len(larger.table.quantities) >= len(smaller.table.quantities)


def page_of(name: str, paper: Paper, tables: Best, findings: Sequence[Finding] = ()) -> tuple[str, dict[str, str]]:
    """The page of a paper, and its figures by the names of their files."""
    marks = marks_of(tables)
    parts = [f"# {paper.cite}\n", f"{paper.reference}\n"]
    if marks:
        parts.append(f"Printed figures and claims: {_marks_in_words(marks)} ([marks](index.md)).\n")
    figures: dict[str, str] = {}
    bases: dict[str, str] = {}
    for table, found in tables.items():
        if found is None:
            parts.append(f"## {table}\n\nNot computed yet: {_command(name, table, SCALES[-1])}.\n")
            continue
        parts += _section(found[1], bases)
        parts += _drawn(f"{name}-{table}", found[1].table.figures, figures)
    if findings:
        parts.append("## Studies\n")
    order = list(tables)
    for one in sorted(findings, key=lambda one: order.index(one.table)):
        parts.append(f"- **{one.table}**: {one.text} (`studies/{one.study}.py`)\n")
        parts += _drawn(f"{name}-{one.file}", one.figures, figures)
    parts += _commands(name, tables)
    return "\n".join(parts), figures


def _drawn(file: str, drawings: Sequence[Figure | Picture], figures: dict[str, str]) -> list[str]:
    """The lines that show some figures, whose files are added to those of the page."""
    lines = []
    for number, figure in enumerate(drawings, 1):
        figures[f"{file}-{number}.svg"] = chart(figure)
        lines.append(f"![{figure.title}]({file}-{number}.svg)\n")
    return lines


def _section(one: Stored, bases: dict[str, str]) -> list[str]:
    """A table: its figures, its claims and its notes; `bases` has what earlier tables were computed from."""
    table, groups = one.table, _groups(one.table)
    parts = [f"## {table.title}\n"]
    name = table.title.partition(":")[0]
    first = bases.setdefault(table.about, name)
    basis = f"as for {first}" if first != name and len(table.about.split()) > SHORT else table.about
    about = f"{basis[:1].upper()}{basis[1:]}." if basis else ""
    about += "" if one.is_complete else " The other rows are not computed yet."
    marks = Counter(filter(None, (group[0].mark for group in groups)))
    about += f" {_marks_in_words(marks)}." if marks else ""
    parts += [f"{about.strip()}\n"] if about else []
    repeated = shared_notes([_notes(group[0]) for group in groups])
    grids: dict[tuple[bool, bool], list[Group]] = {}
    for group in groups:
        if group[0].unit != CLAIM:
            grids.setdefault((bool(group[0].part), group[0].printed is not None), []).append(group)
    claims = [group for group in groups if group[0].unit == CLAIM]
    parts += ["\n".join(_grid(grid, repeated)) + "\n" for grid in grids.values()]
    parts += ["\n".join(_claim(group, repeated) for group in claims) + "\n"] if claims else []
    notes = footnotes(repeated)
    return [*parts, "\n".join(notes) + "\n"] if notes else parts


def _groups(table: Table) -> list[Group]:
    """The quantities of a table that share a printed figure: those of a row, or of a part of it."""
    groups: dict[tuple[str, str], list[Quantity]] = {}
    for quantity in table.quantities:
        groups.setdefault((quantity.row or quantity.name, quantity.part), []).append(quantity)
    return list(groups.values())


def _grid(groups: Sequence[Group], repeated: dict[str, int]) -> list[str]:
    """Figures in columns: for each part of a row what is printed, what was computed, and the mark.

    The unit of a part that has only shares is in its heading, or in the first column if this is so of all parts.
    """
    is_printed = groups[0][0].printed is not None
    parts: dict[str, list[Group]] = {}
    rows: dict[str, dict[str, Group]] = {}
    for group in groups:
        parts.setdefault(group[0].part, []).append(group)
        rows.setdefault(group[0].row or group[0].name, {})[group[0].part] = group
    shares = {part for part, own in parts.items() if all(one.unit == "%" for group in own for one in group)}
    has_only_shares = len(shares) == len(parts)
    columns = {part: _columns(own, is_printed) for part, own in parts.items()}
    head, rule = ["in %" if has_only_shares else ""], ["---"]
    for part, (first, *others) in columns.items():
        title = f"{part} %" if part in shares and not has_only_shares else part
        head += [f"{title}: {first}" if title else first, *others] + [""] * is_printed
        rule += ["---:"] * (1 + len(others)) + ["---"] * is_printed
    lines = [_row(head), _row(rule)]
    for name, row in rows.items():
        cells = [name]
        for part, own in columns.items():
            cells += _cells(row.get(part, ()), own, part in shares)
            cells += [_remark(row[part][0], repeated) if part in row else ""] * is_printed
        lines.append(_row(cells))
    return lines


def _columns(groups: Sequence[Group], is_printed: bool) -> list[str]:
    """The columns of a part: what is printed, and what was computed in each reading."""
    computed = [one.column or COMPUTED for group in groups for one in group]
    return list(dict.fromkeys([PRINTED] * is_printed + computed))


def _cells(group: Group, columns: Sequence[str], is_unit_in_heading: bool) -> list[str]:
    """The figures of a part of a row."""
    is_printed = PRINTED in columns
    shown = {one.column or COMPUTED: _value(one, one is group[0] and is_printed) for one in group}
    if group and is_printed:
        shown[PRINTED] = show(group[0].printed or 0, group[0].unit)
    values = [shown.get(name, "") for name in columns]
    return [value.replace(" %", "") for value in values] if is_unit_in_heading else values


def _value(one: Quantity, has_interval: bool) -> str:
    shown = show(one.computed, one.unit)
    if one.interval is None or not (has_interval or one.shows_interval):
        return shown
    low, high = (show(end, one.unit).removesuffix(" %") for end in one.interval)
    return f"{shown} ({low}–{high})" if one.interval[0] >= 0 else f"{shown} ({low} … {high})"


def _claim(group: Group, repeated: dict[str, int]) -> str:
    """A claim as an item of a list."""
    first, *others = group
    mark, _, why = _remark(first, repeated).partition(": ")
    readings = "".join(f"; {one.column}: {one.mark}" for one in others)
    return f"- {mark}: {first.row or first.name}{f' ({why})' if why else ''}{readings}"


def _remark(one: Quantity, repeated: dict[str, int]) -> str:
    """The mark of a figure, and why it differs: notes of its own in full, those it shares by number."""
    if one.mark is None:
        return ""
    notes = _notes(one)
    own = [note for note in notes if note not in repeated]
    shared = numbers_of(notes, repeated)
    return f"**{one.mark}**{' ' if shared else ''}{shared}{': ' if own else ''}{'; '.join(own)}"


def _notes(one: Quantity) -> list[str]:
    """The parts of a note, if there is something to explain or to add to a claim."""
    if not one.note or one.mark is None or (one.mark is Mark.HOLDS and one.unit != CLAIM):
        return []
    parts = [part for part in one.note.split("; ") if part != UNEXPLAINED and not part.startswith(TRIALS)]
    return [part.removeprefix(f"{UNEXPLAINED}: ") for part in parts]


def _row(cells: Sequence[str]) -> str:
    return f"|{'|'.join(cell.replace('|', '&#124;') for cell in cells)}|"


def marks_of(tables: Best) -> Counter[Mark]:
    """The marks of the printed figures and claims of a paper; of several readings the first one counts."""
    found = [group[0].mark for one in tables.values() if one for group in _groups(one[1].table)]
    return Counter(filter(None, found))


def open_figures(tables: Best) -> dict[str, list[Quantity]]:
    """The open figures and claims, by table."""
    found = {name: [group[0] for group in _groups(one[1].table)] for name, one in tables.items() if one}
    chosen = {name: [one for one in firsts if one.mark is Mark.OPEN] for name, firsts in found.items()}
    return {name: firsts for name, firsts in chosen.items() if firsts}


def _marks_in_words(marks: Counter[Mark]) -> str:
    """Such as `3 hold, 1 is explained`."""
    verbs = {Mark.HOLDS: ("holds", "hold"), Mark.EXPLAINED: ("is explained", "are explained")}
    verbs[Mark.OPEN] = "is open", "are open"
    return ", ".join(f"{marks[mark]} {verbs[mark][marks[mark] != 1]}" for mark in Mark if marks[mark])


def _commands(name: str, tables: Best) -> list[str]:
    """How the tables are computed, and how long that took."""
    finished = {table: found for table, found in tables.items() if found}
    if not finished:
        return []
    times: dict[str, list[str]] = {}
    for table, (scale, one) in finished.items():
        seconds = sum(cell.processor_seconds for cell in one.cells)
        times.setdefault(_command(name, "TABLE", scale), []).append(f"`{table}` ({in_words(seconds)})")
    lines = [f"- {command}: {', '.join(own)}" for command, own in times.items()]
    return ["## Commands and processor time\n", "\n".join(lines) + "\n"]


def versions_of(tables: Best) -> set[str]:
    """The versions of everything that computed the tables of a paper, such as `numpy 2.4.6`."""
    cells = [cell for one in tables.values() if one for cell in one[1].cells]
    return {f"{key} {version}" for cell in cells for key, version in cell.made_by["versions"].items()}


def _command(name: str, table: str, scale: str) -> str:
    if name not in PAPERS:
        return f"`python studies/{table}.py --compute`"
    return f"`boaf reproduce {name} --table {table}{f' --scale {scale}' if scale != SCALES[0] else ''}`"


def in_words(seconds: float) -> str:
    """A time, in minutes if it is a long one."""
    return f"{seconds / 60:,.0f} minutes" if seconds >= 120 else f"{seconds:,.0f} s"
