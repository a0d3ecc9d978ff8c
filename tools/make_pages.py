"""Make docs/results, the pages of what `boaf reproduce --out results` has computed: python tools/make_pages.py."""

from __future__ import annotations

from pathlib import Path

from boaf.papers.framework.pages import pages_of
from boaf.support.files import write_text

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "docs" / "results"


def main() -> None:
    """Write every page and figure, and remove those that are no longer made."""
    files = pages_of(ROOT / "results")
    for path in PAGES.glob("*"):
        if path.name not in files:
            path.unlink()
    for name, text in files.items():
        write_text(PAGES / name, text)


if __name__ == "__main__":
    main()
