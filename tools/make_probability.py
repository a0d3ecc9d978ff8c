"""Make the tables and the plot of docs/probability.md, and the table of docs/census.md, from the records in results."""

from __future__ import annotations

from pathlib import Path

from boaf.census.exact import hands_of
from boaf.census.grid import SIZES
from boaf.census.size import file_of, read_size
from boaf.census.small_boards import find_every_deal
from boaf.census.tables import census_texts, chance_of_no_solution, filled, texts_of
from boaf.files import write_text
from boaf.render.figures import Curve, Figure, draw

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "probability.md"
CENSUS = ROOT / "docs" / "census.md"
RESULTS = ROOT / "results"


def main() -> None:
    """Fill the pages, and draw."""
    write_text(CENSUS, filled(CENSUS.read_text(), census_texts(RESULTS)))
    write_text(PAGE, filled(PAGE.read_text(), texts_of(RESULTS)))
    draw(_figure(), PAGE.with_suffix(".svg"))


def _figure() -> Figure:
    """The chance of no solution by the number of cards, beside that of several flocks."""
    flocks = [hands_of(cards) for cards in range(2, 53)]
    flocks = [hands for hands in flocks if hands.disconnected_share > 1e-8]
    exact = Curve("1 × n: several flocks", [h.cards for h in flocks], [float(h.disconnected_share) for h in flocks])
    curves = [exact]
    for rows in sorted({rows for rows, _ in SIZES}):
        found = []
        for _, cols in (place for place in SIZES if place[0] == rows):
            size = read_size(file_of(RESULTS / "grid", rows, cols))
            chance = chance_of_no_solution(size, find_every_deal(RESULTS / "exact", rows, cols))
            if size.other:
                found.append((rows * cols, chance))
        if found:
            curves.append(Curve(f"{rows} × n", *zip(*found, strict=True)))
    return Figure("How likely is a deal without a solution?", "cards", "chance", curves, log_scale=True)


if __name__ == "__main__":
    main()
