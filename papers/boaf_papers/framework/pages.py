"""The pages of docs/results: what the papers print next to what is in a directory of results.

A page opens with the paper's own tables. Every printed figure has a mark: it *holds*, to the printed digits or within
the interval of a sample; it differs and the reason is *explained*; or it is *open*. If a paper can be read in several
ways, a table has a column for each reading, and the first one counts. A reason that several rows share is a note below
the table. Then come the findings of studies (`studies/`), and the commands. A table is shown at the largest scale at
which it is finished, or as far as it is, unless most of its rows at a smaller scale are missing.

A page is made from the records alone, so it can be made again at any time and is the same each time.
`python tools/make_pages.py` writes the pages, and a test fails if a page and the results differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from boaf.render.figures import Figure, Picture, chart
from boaf_papers import PAPERS, SCALES, Paper, package_of, plans_of
from boaf_papers.framework.cell_store import CellStore, Finished
from boaf_papers.framework.quantity import CLAIM, UNEXPLAINED, Mark, Quantity, Table, show
from boaf_papers.framework.study import Stored, stored

Best = dict[str, tuple[str, Stored] | None]
"""Every table of a paper at its largest scale, with that scale."""
Group = Sequence[Quantity]
"""Quantities with one printed figure; the first one counts."""
COMPUTED = "computed"
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
        parts.append(f"Of the printed figures and claims {_in_words(marks)} ([what the marks mean](index.md)).\n")
    figures: dict[str, str] = {}
    for table, found in tables.items():
        if found is None:
            parts.append(f"## {table}\n\nNot computed yet: {_command(name, table, SCALES[-1])}.\n")
            continue
        parts += _section(found[1])
        parts += _drawn(f"{name}-{table}", found[1].table.figures, figures)
    if findings:
        parts.append("## Studies\n")
    order = list(tables)
    for one in sorted(findings, key=lambda one: order.index(one.table)):
        parts.append(f"- **{one.table}**: {one.text} (`python studies/{one.study}.py`)\n")
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


def _section(one: Stored) -> list[str]:
    """A table: its figures, its claims and its notes."""
    table, groups = one.table, _groups(one.table)
    parts = [f"## {table.title}\n"]
    about = f"{table.about[:1].upper()}{table.about[1:]}." if table.about else ""
    about += "" if one.is_complete else " The other rows are not computed yet."
    marks = Counter(filter(None, (group[0].mark for group in groups)))
    about += f" {_in_words(marks)}." if marks else ""
    parts += [f"{about.strip()}\n"] if about else []
    repeated = _repeated_notes(groups)
    grids: dict[tuple[bool, bool], list[Group]] = {}
    for group in groups:
        if group[0].unit != CLAIM:
            grids.setdefault((bool(group[0].part), group[0].printed is not None), []).append(group)
    claims = [group for group in groups if group[0].unit == CLAIM]
    parts += ["\n".join(_grid(grid, repeated)) + "\n" for grid in grids.values()]
    parts += ["\n".join(_claim(group, repeated) for group in claims) + "\n"] if claims else []
    parts += ["\n".join(f"{number}. {note}" for note, number in repeated.items()) + "\n"] if repeated else []
    return parts


def _groups(table: Table) -> list[Group]:
    """The quantities of a table that share a printed figure: those of a row, or of a part of it."""
    groups: dict[tuple[str, str], list[Quantity]] = {}
    for quantity in table.quantities:
        groups.setdefault((quantity.row or quantity.name, quantity.part), []).append(quantity)
    return list(groups.values())


def _grid(groups: Sequence[Group], repeated: dict[str, int]) -> list[str]:
    """Figures in columns: for each part of a row what is printed, what was computed, and the mark."""
    rows: dict[str, dict[str, Group]] = {}
    for group in groups:
        rows.setdefault(group[0].row or group[0].name, {})[group[0].part] = group
    is_printed = groups[0][0].printed is not None
    head, rule = [""], ["---"]
    columns: dict[str, list[str]] = {}
    for part in dict.fromkeys(group[0].part for group in groups):
        own = [one.column or COMPUTED for group in groups if group[0].part == part for one in group]
        columns[part] = list(dict.fromkeys(own))
        head += [f"{part} printed".strip()] * is_printed + [f"{part} {one}".strip() for one in columns[part]]
        head += [""] * is_printed
        rule += ["---:"] * (is_printed + len(columns[part])) + ["---"] * is_printed
    lines = [_row(head), _row(rule)]
    for name, row in rows.items():
        cells = [[name], *(_cells(row.get(part, ()), own, is_printed, repeated) for part, own in columns.items())]
        lines.append(_row([cell for one in cells for cell in one]))
    return lines


def _cells(group: Group, columns: Sequence[str], is_printed: bool, repeated: dict[str, int]) -> list[str]:
    """The cells of a part of a row."""
    shown = {one.column or COMPUTED: _value(one, one is group[0] and is_printed) for one in group}
    values = [shown.get(column, "") for column in columns]
    if not is_printed:
        return values
    printed, remark = (show(group[0].printed or 0, group[0].unit), _remark(group[0], repeated)) if group else ("", "")
    return [printed, *values, remark]


def _value(one: Quantity, has_interval: bool) -> str:
    shown = show(one.computed, one.unit)
    if one.interval is None or not has_interval:
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
    numbers = [str(repeated[note]) for note in notes if note in repeated]
    shared = f" [{', '.join(numbers)}]" if numbers else ""
    return f"**{one.mark}**{shared}{': ' if own else ''}{'; '.join(own)}"


def _notes(one: Quantity) -> list[str]:
    """The parts of a note, if there is something to explain or to add to a claim."""
    if not one.note or one.mark is None or (one.mark is Mark.HOLDS and one.unit != CLAIM):
        return []
    return [part for part in one.note.split("; ") if part != UNEXPLAINED and not part.startswith(TRIALS)]


def _repeated_notes(groups: Sequence[Group]) -> dict[str, int]:
    """The notes that several rows share, numbered."""
    counts = Counter(note for group in groups for note in _notes(group[0]))
    return {note: number for number, note in enumerate((note for note in counts if counts[note] > 1), 1)}


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |"


def marks_of(tables: Best) -> Counter[Mark]:
    """The marks of the printed figures and claims of a paper; of several readings the first one counts."""
    found = [group[0].mark for one in tables.values() if one for group in _groups(one[1].table)]
    return Counter(filter(None, found))


def open_figures(tables: Best) -> dict[str, list[Quantity]]:
    """The open figures and claims, by table."""
    found = {name: [group[0] for group in _groups(one[1].table)] for name, one in tables.items() if one}
    chosen = {name: [one for one in firsts if one.mark is Mark.OPEN] for name, firsts in found.items()}
    return {name: firsts for name, firsts in chosen.items() if firsts}


def _in_words(marks: Counter[Mark]) -> str:
    """Such as `3 hold, 1 is explained`."""
    verbs = {Mark.HOLDS: ("holds", "hold"), Mark.EXPLAINED: ("is explained", "are explained")}
    verbs[Mark.OPEN] = "is open", "are open"
    return ", ".join(f"{marks[mark]} {verbs[mark][marks[mark] != 1]}" for mark in Mark if marks[mark])


def _commands(name: str, tables: Best) -> list[str]:
    """How the tables are computed, and what computed them."""
    finished = {table: found for table, found in tables.items() if found}
    if not finished:
        return []
    times: dict[str, list[str]] = {}
    for table, (scale, one) in finished.items():
        times.setdefault(_command(name, "TABLE", scale), []).append(f"`{table}` ({_time(one.cells)})")
    lines = [f"- {command}: {', '.join(own)}" for command, own in times.items()]
    cells = [cell for _, one in finished.values() for cell in one.cells]
    versions = sorted({f"{key} {version}" for cell in cells for key, version in cell.made_by["versions"].items()})
    commits = sorted({(cell.made_by["commit"] or "of an installed package")[:12] for cell in cells})
    about = "How to compute the tables again, with the processor time that each took:\n"
    made_by = f"Computed by {', '.join(versions)}; commits {', '.join(commits)}.\n"
    return ["## Commands\n", about, "\n".join(lines) + "\n", made_by]


def _command(name: str, table: str, scale: str) -> str:
    if name not in PAPERS:
        return f"`python studies/{table}.py --compute`"
    return f"`boaf reproduce {name} --table {table}{f' --scale {scale}' if scale != SCALES[0] else ''}`"


def _time(cells: Sequence[Finished]) -> str:
    seconds = sum(cell.processor_seconds for cell in cells)
    return f"{seconds / 60:,.0f} minutes" if seconds >= 120 else f"{seconds:,.0f} s"
