"""Fill the tables of docs/variants.md from results/variants.json; `--compute` adds what the record lacks.

    python tools/make_variants.py              # a moment
    python tools/make_variants.py --compute    # about three minutes on one core; may be interrupted

A cell of the record is a variant and a size: how many of the deals 0 … n − 1 can be solved. The record is written after
every cell.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import boaf
from boaf.support.files import write_text
from boaf.support.intervals import wilson
from boaf.support.schema import listing, mapping
from boaf.support.store import read_record, write_record
from page_blocks import filled

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "variants.md"
RECORD = ROOT / "results" / "variants.json"
RULES = ("standard", "wrap", "adjacent", "wrap+adjacent", "8x4", "10x4", "13x5", "13x6")
DEALS = {(4, 4): 100_000, (3, 3): 10_000, (3, 4): 10_000, (4, 5): 5_000, (5, 5): 1_000}
"""The sizes, and how many deals of each are solved."""


class Place(NamedTuple):
    """What a cell of the record is about."""

    rules: str
    rows: int
    cols: int
    deals: int


PLACES = [Place(rules, *size, deals) for size, deals in DEALS.items() for rules in RULES]


def main() -> None:
    """Compute if asked to, and fill the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--compute", action="store_true", help="solve the deals that the record lacks")
    if parser.parse_args().compute:
        compute(PLACES, RECORD)
    write_text(PAGE, filled(PAGE.read_text(), texts_of(cells_of(RECORD))))


def compute(places: Iterable[Place], path: Path) -> None:
    """Add the cells that the record lacks."""
    cells = cells_of(path) if path.exists() else {}
    for place in places:
        if place not in cells:
            cells[place] = counts_of(place)
            write_record(path, {"cells": [place._asdict() | counts for place, counts in cells.items()]})
            print(*place, cells[place], flush=True)


def counts_of(place: Place) -> dict[str, Any]:
    """How many deals can be solved and how many cannot."""
    started = process_time()
    batch = boaf.solve_many(range(place.deals), place.rows, place.cols, rules=place.rules)
    counts = {str(verdict): number for verdict, number in batch.counts.items()}
    return counts | {"nodes": int(batch.nodes.sum()), "seconds": round(process_time() - started, 1)}


def cells_of(path: Path) -> dict[Place, dict[str, Any]]:
    """The cells of the record."""
    cells = read_record(path, {"cells": listing(mapping())})["cells"]
    return {
        Place(*(cell[name] for name in Place._fields)): {
            name: value for name, value in cell.items() if name not in Place._fields
        }
        for cell in cells
    }


def texts_of(cells: dict[Place, dict[str, Any]]) -> dict[str, str]:
    """The tables of the page."""
    large = [
        f"| rules | unsolvable of {DEALS[4, 4]:,} | solvable, % |",
        "| --- | ---: | ---: |",
    ]
    shares = {}
    for place, counts in cells.items():
        if counts["unknown"]:
            raise SystemExit(f"{place} has {counts['unknown']} deals that are not decided")
        percentages = wilson(counts["solvable"], place.deals).percentages()
        share, low, high = (one.removesuffix(" %") for one in percentages)
        shares[place.rules, place.rows, place.cols] = share
        if (place.rows, place.cols) == (4, 4):
            large.append(f"| `{place.rules}` | {counts['unsolvable']:,} | {share} ({low}–{high}) |")
    sizes = [size for size in sorted(DEALS) if size != (4, 4)]
    small = [
        f"| solvable, % | {' | '.join(f'{rows} × {cols}' for rows, cols in sizes)} |",
        f"| --- |{' ---: |' * len(sizes)}",
    ]
    small += [f"| `{rules}` | {' | '.join(shares.get((rules, *size), '') for size in sizes)} |" for rules in RULES]
    small.append(f"| *deals* | {' | '.join(f'{DEALS[size]:,}' for size in sizes)} |")
    return {"chances": "\n".join(large), "sizes": "\n".join(small)}


if __name__ == "__main__":
    main()
