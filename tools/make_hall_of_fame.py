"""Make the tables and pictures of docs/hall-of-fame.md from results: python tools/make_hall_of_fame.py."""

from __future__ import annotations

from pathlib import Path

from boaf.census.fame import read_fame
from boaf.census.fame_page import pictured, texts_of
from boaf.census.tables import filled
from boaf.deals import deal
from boaf.files import write_text
from boaf.render.svg import draw

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "hall-of-fame.md"


def main() -> None:
    """Fill the page, and draw."""
    fame = read_fame(ROOT / "results" / "hall-of-fame.json")
    write_text(PAGE, filled(PAGE.read_text(), texts_of(fame)))
    for place, seed in pictured(fame).items():
        write_text(PAGE.with_name(f"hall-of-fame-{place}.svg"), draw(deal(seed)))


if __name__ == "__main__":
    main()
