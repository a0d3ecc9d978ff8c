"""Make docs/results, the pages of what `boaf reproduce --out results` and the studies have computed."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from boaf.support.files import write_text
from boaf_papers import PAPERS, Paper
from boaf_papers.framework.pages import Best, Finding, best_tables, marks_of, open_rows, page_of
from boaf_papers.framework.quantity import Mark

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "docs" / "results"
OPEN_HEAD = """\
# Open figures

Every printed figure and claim that does not agree with what was computed here and whose difference is not understood.
Below the figures of a paper is what studies found of the tables concerned, with the readings that they rule out.
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
        "How many of the figures and claims that each paper prints *hold* here, how many differ for a reason that is",
        "*explained*, and how many are *open*. `tools/make_pages.py` counts them from the records in `results`.\n",
        f"| paper | about | {' | '.join(Mark)} |",
        "| --- | --- | ---: | ---: | ---: |",
    ]
    total: Counter[Mark] = Counter()
    unsettled = [OPEN_HEAD]
    for name, (paper, found) in sorted(papers.items()):
        page, figures = page_of(name, paper, found, [one for one in findings if one.paper == name])
        files |= {f"{name}.md": page} | figures
        marks = marks_of(found)
        total += marks
        unsettled += _open(name, paper, found, [one for one in findings if one.paper == name])
        lines.append(f"| [{paper.cite}]({name}.md) | {paper.about} | {_counts(marks)} |")
    lines.append(f"| **all** | | {_counts(total)} |")
    lines.append("\n[Open figures](open.md) lists those of the last column, with what was ruled out.")
    return files | {"index.md": "\n".join(lines) + "\n", "open.md": "\n".join(unsettled)}


def _open(name: str, paper: Paper, tables: Best, findings: Sequence[Finding]) -> list[str]:
    """The open figures of a paper, and what the studies of their tables found."""
    rows = open_rows(tables)
    if not rows:
        return []
    lines = [f"## {paper.cite}\n", f"See [its page]({name}.md).\n"]
    lines += ["| table | figure or claim | printed | computed |", "| --- | --- | ---: | ---: |"]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    affected = {row[0] for row in rows}
    ruled_out = [f"- **{one.table}**: {one.text} (`python studies/{one.study}.py`)" for one in findings]
    shown = [line for one, line in zip(findings, ruled_out, strict=True) if one.table in affected]
    return [*lines, "", *(["What was tried:\n", *shown, ""] if shown else [])]


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
