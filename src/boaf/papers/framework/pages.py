"""The pages of docs/results: what is in a directory of results, paper by paper, beside what the papers print.

A page has every table of a paper at the largest scale at which it is finished, or as much as there is of it where some
rows can be shown without the others, unless most of those of a smaller scale are missing; with its figures, and says
what computed it. It is made of the cells alone, so a page can be made again at any time, and it is the same each time.
`python tools/make_pages.py` writes them, and a test fails where a page and the results differ.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from boaf.papers import PAPERS, SCALES, plans_of
from boaf.papers.framework.cell_store import CellStore, Finished
from boaf.papers.framework.study import Stored, stored
from boaf.render.chart import chart


def pages_of(results: Path) -> dict[str, str]:
    """The files of docs/results, by name: a page for each paper, its figures, and the page that lists them."""
    files: dict[str, str] = {}
    lines = [
        "# Results",
        "",
        "What the papers print, computed here; each page says at which scale and by which command.",
        "`--scale paper` comes as near to the papers' own sizes as some hours allow, and titles say how near.",
    ]
    lines += ["", "| paper | on | tables | finished | at `--scale paper` |", "| --- | --- | ---: | ---: | ---: |"]
    for name, paper in PAPERS.items():
        found = best_tables(name, results)
        page, figures = page_of(name, found)
        files |= {f"{name}.md": page} | figures
        finished = [scale for scale, one in filter(None, found.values()) if one.is_complete]
        counts = f"{len(found)} | {len(finished)} | {finished.count(SCALES[-1])}"
        lines.append(f"| [{paper.cite}]({name}.md) | {paper.about} | {counts} |")
    return files | {"index.md": "\n".join(lines) + "\n"}


def best_tables(name: str, results: Path) -> dict[str, tuple[str, Stored] | None]:
    """Every table of a paper at the largest scale at which it is finished, with that scale."""
    found: dict[str, tuple[str, Stored] | None] = {plan.name: None for plan in plans_of(name)}
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


def page_of(name: str, tables: dict[str, tuple[str, Stored] | None]) -> tuple[str, dict[str, str]]:
    """The page of a paper, and its figures by the names of their files."""
    paper = PAPERS[name]
    parts = [f"# {paper.cite}\n", f"{paper.reference}\n", f"{paper.about[0].upper()}{paper.about[1:]}.\n"]
    figures: dict[str, str] = {}
    for table, found in tables.items():
        if found is None:
            parts.append(f"## {_about(name, table)}\n\nNot computed yet: {_command(name, table, SCALES[-1])}.\n")
            continue
        scale, one = found
        parts.append(f"## {one.table.title}\n\n{one.table.to_markdown()}")
        for number, figure in enumerate(one.table.figures, 1):
            file = f"{name}-{table}-{number}.svg"
            figures[file] = chart(figure)
            parts.append(f"![{figure.title}]({file})\n")
        missing = "" if one.is_complete else " The other rows are not computed yet."
        parts.append(f"{_command(name, table, scale)}: {_made_by(one.cells)}{missing}\n")
    return "\n".join(parts), figures


def _about(name: str, table: str) -> str:
    """The title of a table that is not computed yet: what the function that plans it says of it, or else its name."""
    plan = import_module(f"boaf.papers.{PAPERS[name].module}").TABLES.get(table)
    return ((plan and plan.__doc__) or table).partition("\n")[0].removesuffix(".")


def _command(name: str, table: str, scale: str) -> str:
    return f"`boaf reproduce {name} --table {table}{f' --scale {scale}' if scale != SCALES[0] else ''}`"


def _made_by(cells: list[Finished]) -> str:
    """What it took to compute some cells, and what computed them."""
    seconds = sum(cell.processor_seconds for cell in cells)
    whole = round(seconds)
    time = f"{seconds / 60:,.0f} minutes" if seconds >= 120 else f"{whole} second{'s' * (whole != 1)}"
    versions = sorted({f"{name} {version}" for cell in cells for name, version in cell.made_by["versions"].items()})
    commits = sorted({(cell.made_by["commit"] or "of an installed package")[:12] for cell in cells})
    many = f"{len(cells)} cells, " if len(cells) > 1 else ""
    return f"{many}{time} of processor time; {', '.join(versions)}; commit {', '.join(commits)}."
