"""Make the tables and the plot of docs/probability.md, and the table of docs/census.md, from the records in results.

Run python tools/make_probability.py; a test fails where a page and the records differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from pathlib import Path
from typing import Any

from boaf.cards import STANDARD
from boaf.census.blocks.file import report_blocks
from boaf.deals import SEEDS
from boaf.probability.exact import hands_of
from boaf.probability.grid import SIDES, SIZES, Size, file_of, read_size
from boaf.probability.small_boards import EveryDeal, find_every_deal
from boaf.prove.disconnected import MULTIPLE_FLOCKS, ODD_BIRD
from boaf.render.figures import Curve, Figure, draw
from boaf.support.files import write_text
from boaf.support.schema import listing, mapping
from boaf.support.store import read_record
from page_blocks import filled

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "probability.md"
CENSUS = ROOT / "docs" / "census.md"
RESULTS = ROOT / "results"
FEW = 10
"""With a smaller expected count, standard deviations say nothing."""
RARE = 0.01
"""Best scores of a smaller share of the unsolvable deals are combined in one row."""


def main() -> None:
    """Fill the pages, and draw."""
    write_text(CENSUS, filled(CENSUS.read_text(), census_texts(RESULTS)))
    write_text(PAGE, filled(PAGE.read_text(), texts_of(RESULTS)))
    draw(_figure(), PAGE.with_suffix(".svg"))


def _figure() -> Figure:
    """The chance of no solution by the number of cards, next to that of several flocks."""
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


def texts_of(results: Path) -> dict[str, str]:
    """All blocks of the page, from the records of `boaf census grid` and `boaf census exact`."""
    samples = {place: read_size(file_of(results / "grid", *place)) for place in SIZES}
    sizes = samples | _all_numbered_deals(results / "census-4x4.jsonl")
    every = {place: find_every_deal(results / "exact", *place) for place in SIZES}
    exact = {place: found for place, found in every.items() if found is not None}
    weak = read_record(results / "hunt-weak.json", {"sizes": listing(mapping())})["sizes"]
    return {
        "chances": _chances(sizes, exact),
        "exact": _exact(exact),
        "sizes": _sizes([size for place, size in sizes.items() if place not in exact]),
        "hands": _hands(sorted({rows * cols for rows, cols in SIZES})),
        "flocks": _flocks(sizes.values()),
        "scores": "\n\n".join(_scores(size) for size in samples.values() if size.best_scores),
        "hunt": _hunt(read_record(results / "hunt.json", {"sizes": listing(mapping())})["sizes"]),
        **{hand: _weak(weak, hand) for hand in ("weak", "stick", "corner", "weak-beam", "stick-beam")},
    }


def census_texts(results: Path) -> dict[str, str]:
    """The blocks of docs/census.md: what `boaf census all` has found of the 4 × 4 deals."""
    found = report_blocks(results / "census-4x4.jsonl")
    counts, blocks = found.counts, len(found.blocks.numbers)
    of = f"{found.finished:,} of {blocks:,}" if found.missing else f"All {blocks:,}"
    rows = [("solvable", f"{counts.solvable:,}", f"{100 * counts.solvable / counts.deals:.6f} %", "")]
    for name, number in {"unsolvable": counts.unsolvable, **(counts.reasons or {})}.items():
        share = "" if name == "unsolvable" else f"{100 * number / counts.unsolvable:.4f} %"
        rows.append((name, f"{number:,}", f"{100 * number / counts.deals:.6f} %", share))
    apart = sum((counts.reasons or {}).get(reason, 0) for reason in (ODD_BIRD, MULTIPLE_FLOCKS))
    chance = float(hands_of(16).disconnected_share)
    table = _table(["verdict, reason", "deals", "of all", "of the unsolvable"], rows)
    said = f"{of} blocks, {counts.deals:,} deals, none unknown, {counts.nodes / counts.deals:.2f} nodes per deal:"
    expected = f"expect {counts.deals * chance:,.0f}, so z = {deviation(apart, counts.deals, chance):+.2f}."
    flocks = f"Odd birds and flocks together are {apart:,}. With perfect shuffling we would {expected}"
    return {"all": f"{said}\n\n{table}\n\n{flocks}"}


def _all_numbered_deals(path: Path) -> dict[tuple[int, int], Size]:
    """The counts of `boaf census all` for its size, once it is complete; until then it changes from day to day."""
    if not path.exists() or (found := report_blocks(path)).missing:
        return {}
    counts, place = found.counts, (found.blocks.rows, found.blocks.cols)
    reasons = Counter(counts.reasons)
    apart = reasons[ODD_BIRD], reasons[MULTIPLE_FLOCKS]
    other = counts.unsolvable - sum(apart)
    return {place: Size(*place, 0, SEEDS, None, counts.solvable, *apart, other, nodes=counts.nodes)}


def chance_of_no_solution(size: Size, exact: EveryDeal | None) -> float:
    """The chance, exact where it is known."""
    return size.unsolvable_chance().share if exact is None else float(1 - exact.chance)


def _table(heading: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = [heading, ["---:"] * len(heading), *rows]
    return "\n".join(f"|{'|'.join(map(str, line))}|" for line in lines)


def _named(size: Size | EveryDeal) -> str:
    return f"{size.rows} × {size.cols}"


def _chances(sizes: Mapping[tuple[int, int], Size], exact: Mapping[tuple[int, int], EveryDeal]) -> str:
    """The chance of no solution by rows and columns."""

    def cell(rows: int, cols: int) -> str:
        place = min(rows, cols), max(rows, cols)
        size = sizes[place]
        if place in exact:
            return f"{100 * chance_of_no_solution(size, exact[place]):.6f} %"
        share, _, high = size.unsolvable_chance().percentages()
        return share if size.other else f"< {high}"

    rows = [(f"**{row}**", *(cell(row, col) for col in SIDES)) for row in SIDES]
    whole = sizes[4, 13].unsolvable_chance().percentages()[2]
    table = _table(["rows, columns", *map(str, SIDES)], rows)
    return f"{table}\n\n4 × 13, the whole deck: < {whole}."


def _exact(exact: Mapping[tuple[int, int], EveryDeal]) -> str:
    rows = [
        (
            _named(found),
            f"{found.solvable:,}",
            f"{found.deals:,}",
            f"{found.chance} = {100 * float(found.chance):.6f} %",
            f"{found.boards:,}",
            f"{found.processor_seconds:,.0f} s",
        )
        for found in exact.values()
    ]
    return _table(["board", "solvable", "of all deals", "chance", "boards solved", "processor time"], rows)


def _sizes(sizes: Sequence[Size]) -> str:
    rows = []
    for size in sizes:
        share, low, high = size.unsolvable_chance().percentages()
        counts = (f"{size.deals:,}", f"{size.connected:,}", f"{size.other:,}")
        rows.append((_named(size), *counts, share, f"{low.removesuffix(' %')}–{high}"))
    return _table(["board", "deals", "one flock", "unsolvable of these", "no solution", "95 % interval"], rows)


def _hands(numbers: Sequence[int]) -> str:
    rows = []
    for cards in numbers:
        hands = hands_of(cards)
        if hands.disconnected:
            counts = (hands.odd_bird, hands.flocks, hands.disconnected, hands.hands)
            rows.append((cards, *(f"{count:,}" for count in counts), f"{float(hands.disconnected_share):.4g}"))
    return _table(["cards", "with an odd bird", "flocks otherwise", "disconnected", "of hands", "chance"], rows)


def _flocks(sizes: Iterable[Size]) -> str:
    """How far the counts of the two kinds in the samples are from the exact shares."""
    deviations = [
        abs(deviation(found, size.deals, hands / size.hands.hands))
        for size in sizes
        for found, hands in ((size.odd_bird, size.hands.odd_bird), (size.flocks, size.hands.flocks))
        if size.deals * hands >= FEW * size.hands.hands
    ]
    return (
        f"The samples of the next section agree: of {len(deviations)} counts of either kind, by board size, none is "
        f"more than {max(deviations):.2f} standard deviations from its expected value."
    )


def _weak(sizes: Sequence[Mapping[str, Any]], hand: str) -> str:
    """What was tried with weak hands of one kind."""
    heading = ("board", "tried", "solved at once", "by SAT", "by a beam", "unsolvable", "open")
    rows = [
        (
            f"{size['rows']} × {size['cols']}",
            size["tries"],
            size["solved_at_once"],
            len(size["by_sat"]),
            len(size["by_beam"]),
            len(size["unsolvable"]),
            len(size["unknown"]) + len(size["waiting"]),
        )
        for size in sizes
        if size["hand"] == hand
    ]
    return _table(heading, rows)


def _hunt(sizes: Sequence[Mapping[str, Any]]) -> str:
    """What was tried to find an unsolvable board of many cards."""
    heading = (
        "board",
        "tried",
        "fewest pairs",
        "least possible",
        "pairs of a deal",
        "most nodes",
        "left to a beam",
        "unsolvable",
        "open",
    )
    rows = [
        (
            f"{size['rows']} × {size['cols']}",
            f"{size['tries']:,}",
            size["fewest_pairs"],
            least_pairs(size["rows"], size["cols"]),
            f"{size['mean_pairs_of_deals']:.1f}",
            f"{size['most_nodes']:,}",
            len(size["by_beam"]),
            len(size["unsolvable"]),
            len(size["unknown"]),
        )
        for size in sizes
    ]
    return _table(heading, rows)


def least_pairs(rows: int, cols: int) -> int:
    """At least this many pairs in line match by suit, since a line of more than four cards holds a suit twice."""

    def in_line(cards: int) -> int:
        each, left = divmod(cards, STANDARD.suits)
        return STANDARD.suits * each * (each - 1) // 2 + left * each

    return rows * in_line(cols) + cols * in_line(rows)


def deviation(found: int, deals: int, chance: float) -> float:
    """How many standard deviations a count lies above what must be expected."""
    return (found - deals * chance) / sqrt(deals * chance * (1 - chance))


def _scores(size: Size) -> str:
    """The best scores of one size."""
    scores, most = size.best_scores or {}, (size.rows * size.cols) ** 2
    total = size.solvable * most + sum(score * number for score, number in scores.items())
    rows = [(f"{most:,}", f"{size.solvable:,}", f"{100 * size.solvable / size.deals:.4f} %", "")]
    rows += [
        (f"{score:,}", f"{number:,}", f"{100 * number / size.deals:.4f} %", f"{100 * number / size.unsolvable:.2f} %")
        for score, number in sorted(scores.items(), reverse=True)
        if number >= RARE * size.unsolvable
    ]
    rare = {score: number for score, number in scores.items() if number < RARE * size.unsolvable}
    if rare:
        number = sum(rare.values())
        shares = f"{100 * number / size.deals:.4f} %", f"{100 * number / size.unsolvable:.2f} %"
        rows.append((f"{max(rare):,} … {min(rare):,}, rarer", f"{number:,}", *shares))
    heading = f"**{_named(size)}**, the deals {size.start} … {size.stop - 1:,}: on average {total / size.deals:,.4f}."
    return f"{heading}\n\n{_table(['best score', 'deals', 'of all', 'of the unsolvable'], rows)}"


if __name__ == "__main__":
    main()
