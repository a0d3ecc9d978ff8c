"""Make docs/results, the pages of what `boaf reproduce --out results` and the studies have computed."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from boaf.support.files import write_text
from boaf_papers import PAPERS, Paper
from boaf_papers.framework.pages import (
    Best,
    Finding,
    best_tables,
    in_words,
    marks_of,
    open_figures,
    page_of,
    versions_of,
)
from boaf_papers.framework.quantity import Mark, show

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "docs" / "results"
OPEN_HEAD = """\
# Open figures

Printed figures and claims that differ from the computed ones for unknown reasons; below each table what has been ruled
out, and the studies with their processor time, whose findings are on the page of the paper.
"""


def made() -> dict[str, str]:
    """All files of docs/results, by name."""
    sys.path.insert(0, str(ROOT / "studies"))
    from study_runner import answers, findings

    return pages_of(ROOT / "results", list(findings()), answers())


def pages_of(
    results: Path, findings: Sequence[Finding] = (), studies: Mapping[str, tuple[Paper, Best]] | None = None
) -> dict[str, str]:
    """The files of docs/results, by name: a page for each paper, its figures, and the scorecard.

    `studies` are the papers all of whose tables come from studies.
    """
    files: dict[str, str] = {}
    papers = {name: (paper, best_tables(name, results)) for name, paper in PAPERS.items()} | dict(studies or {})
    lines = [
        "# Results\n",
        "A printed figure or claim *holds* here, to the printed digits or within the 95 % interval in brackets; or it",
        "differs, and the difference is *explained* or *open*. `tools/make_pages.py` makes these pages from the",
        "records in `results`, each of which has its recipe, versions and commit.\n",
        f"| paper | about | {' | '.join(Mark)} |",
        "| --- | --- | ---: | ---: | ---: |",
    ]
    total: Counter[Mark] = Counter()
    versions: set[str] = set()
    unsettled = [OPEN_HEAD]
    for name, (paper, found) in sorted(papers.items()):
        page, figures = page_of(name, paper, found, [one for one in findings if one.paper == name])
        files |= {f"{name}.md": page} | figures
        marks = marks_of(found)
        total += marks
        versions |= versions_of(found)
        unsettled += _open(name, paper, found, [one for one in findings if one.paper == name])
        lines.append(f"| [{paper.cite}]({name}.md) | {paper.about} | {_counts(marks)} |")
    lines.append(f"| **all** | | {_counts(total)} |")
    lines.append("\n[Open figures](open.md) lists those of the last column.")
    if versions:
        lines.append(f"\nComputed by {', '.join(sorted(versions))}.")
    return files | {"index.md": "\n".join(lines) + "\n", "open.md": "\n".join(unsettled)}


def _open(name: str, paper: Paper, tables: Best, findings: Sequence[Finding]) -> list[str]:
    """The open figures of a paper, and the studies of their tables."""
    found = open_figures(tables)
    if not found:
        return []
    lines = [f"## [{paper.cite}]({name}.md)\n", "|table|figure or claim|printed|computed|", "|---|---|---:|---:|"]
    tried = []
    for table, figures in found.items():
        for one in figures:
            values = (one.printed or 0, one.computed)
            shown = "|".join(show(value, one.unit) for value in values)
            lines.append(f"|{table}|{one.name.replace('|', '&#124;')}|{shown}|")
        own = [one for one in findings if one.table == table]
        studies = ", ".join(f"`{one.study}` ({in_words(one.processor_seconds)})" for one in own)
        out = "; ".join(one.ruled_out for one in own if one.ruled_out)
        tried += [f"- **{table}**: {f'ruled out: {out}; ' if out else ''}studies: {studies}"] if own else []
    return [*lines, "", *tried, *[""] * bool(tried)]


def _counts(marks: Counter[Mark]) -> str:
    return " | ".join(str(marks[mark]) for mark in Mark)


def main() -> None:
    """Write every page and figure, and remove those that are no longer made."""
    files = made()
    for path in PAGES.glob("*"):
        if path.name not in files:
            path.unlink()
    for name, text in files.items():
        write_text(PAGES / name, text)


if __name__ == "__main__":
    main()
