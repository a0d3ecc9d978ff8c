"""Grade numbered deals for the page, which has no generator of puzzles: `src/boaf/web/static/graded.json`.

The page deals what `boaf.generate` and `boaf.daily` choose from. Both draw numbers of deals one after another from a
seed, so a deal is known by the number of its draw, and the file holds

- for each day from `FIRST` to `LAST` the draw that is the deal of the day; its seed is the day's ordinal number;
- for each size the difficulties of the draws of seed 0 in order, a digit each, 0 for a deal that cannot be won.

It takes some minutes.

    python tools/grade_deals.py
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import islice
from pathlib import Path

from boaf.deals import deal
from boaf.puzzles.candidates import MOST_NODES, draws
from boaf.puzzles.difficulty import LEVELS, Counted, levels_of
from boaf.puzzles.generation import DAILY, make_request, stream
from boaf.solvers.contract import Limits
from boaf.support.errors import UndecidedError, UnsolvableError

FIRST, LAST = date(2026, 1, 1), date(2035, 12, 31)
DRAWS = {(2, 2): 200, (3, 3): 800, (4, 4): 3000, (5, 5): 800, (6, 6): 800, (7, 7): 1000, (4, 13): 800}
"""How many deals of each size are graded."""
LEAST_GRADED = 9
"""Boards of fewer cells nearly play themselves: those that can be won are all of difficulty 1."""
OUTPUT = Path(__file__).parent.parent / "src" / "boaf" / "web" / "static" / "graded.json"


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path, default=OUTPUT)
    output = parser.parse_args().output
    daily = {"first": FIRST.isoformat(), "levels": DAILY, "draws": list(daily_draws(FIRST, LAST))}
    sizes = {f"{rows}x{cols}": grades(rows, cols, number) for (rows, cols), number in DRAWS.items()}
    output.write_text(json.dumps({"daily": daily, "sizes": sizes}, separators=(",", ":")) + "\n")
    print(f"{output}: {output.stat().st_size // 1024} KB")


def daily_draws(first: date, last: date) -> Iterator[int]:
    """For each day the number of the draw that is its deal."""
    for after in range((last - first).days + 1):
        day = first + timedelta(after)
        if day.day == 1:
            print(day, file=sys.stderr)
        ((number, _),) = stream(make_request((DAILY[day.weekday()],), 1, seed=day.toordinal()), threads=1)
        yield number


def grades(rows: int, cols: int, number: int) -> str:
    """The difficulties of the first draws of a size, a digit each."""
    print(f"{rows} × {cols}", file=sys.stderr)
    request = make_request(levels_of(rows, cols), 1, rows, cols)
    return "".join(str(grade(draw.seed, rows, cols)) for draw in islice(draws(request), number))


def grade(seed: int, rows: int, cols: int) -> int:
    """The difficulty of a numbered deal, 0 if it cannot be won or is not decided."""
    board = deal(seed, rows, cols)
    try:
        counted = Counted(board, Limits(MOST_NODES))
    except (UndecidedError, UnsolvableError):
        return 0
    return counted.level()[0] if rows * cols >= LEAST_GRADED else min(LEVELS)


if __name__ == "__main__":
    main()
