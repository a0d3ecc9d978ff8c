"""Make docs/results, the pages of what `boaf reproduce --out results` and the studies have computed."""

from __future__ import annotations

import sys
from pathlib import Path

from boaf.papers.framework.pages import pages_of
from boaf.support.files import write_text

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "docs" / "results"


def made() -> dict[str, str]:
    """All files of docs/results, by name."""
    sys.path.insert(0, str(ROOT / "studies"))
    from study_runner import answers, findings

    return pages_of(ROOT / "results", list(findings()), answers())


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
