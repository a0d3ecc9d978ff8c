"""`boaf census grid` and `boaf census exact`: the chance of a solution by board size, estimated or counted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from boaf.cli import options
from boaf.cli.options import command
from boaf.cli.process import ExitStatus, progress_bar, require_directory, show
from boaf.support.errors import BoafError
from boaf.support.files import json_text

if TYPE_CHECKING:
    from boaf.probability.exact import Hands
    from boaf.probability.grid import Size
    from boaf.probability.small_boards import EveryDeal

_one_size = options.size(note="s; give both --rows and --cols")


@command()
@options.seeds(default=(0, 1000))
@_one_size
@options.flag("--best-score", "best_scores", help="Also find the best score of every unsolvable deal.")
@options.number("--max-nodes", help="Give up on a deal after N nodes.")
@options.file("--out", "directory", metavar="DIR", help="Keep the counts of each size in this directory, and resume.")
@options.threads
@options.json
def grid(
    seeds: range, rows: int | None, cols: int | None, directory: Path | None, as_json: bool, **settings: Any
) -> int:
    """Estimate the chance that a deal can be solved, for all sizes from 2 × 2 to 7 × 7 and for 4 × 13, or for one size.

    Boards of r × c and c × r are equivalent, and dealt once. The chance of no solution has two parts: several
    flocks, which is exact (see `boaf census exact`), and other unsolvable deals, estimated from the seeds with a 95 %
    interval. With --out, deals that are there already are not solved again.

    JSON: {sizes: [{rows, cols, start, stop, max_nodes, deals, solvable, unsolvable, odd_bird, flocks, other, unknown,
    connected, nodes, processor_seconds, best_scores, disconnected_chance, unsolvable_chance: {share, low, high}}]}.
    Exit status 3 if --max-nodes left deals unknown.

    Example: boaf census grid --seeds 0 20
    """
    from boaf.probability.grid import SIZES, count_grid

    size = _size_of(rows, cols)
    require_directory(directory)
    settings |= {"sizes": SIZES if size is None else [size], "directory": directory, "bar": progress_bar}
    sizes = count_grid(len(seeds), seeds.start, **settings)
    show(json_text({"sizes": [one.to_json() for one in sizes]}) if as_json else _describe_grid(sizes))
    return ExitStatus.LIMIT_REACHED if any(one.unknown for one in sizes) else ExitStatus.ANSWERED


@command()
@_one_size
@options.file("--out", metavar="DIR", help="Keep the counts of a size in this directory, or show those that are there.")
@options.threads
@options.json
def exact(rows: int | None, cols: int | None, out: Path | None, threads: int | None, as_json: bool) -> None:
    """Compute the chance that 1 … 52 random cards fall into several flocks, so that no board of them can be solved.

    An odd bird is a card that matches no other; flocks are the hands that are disconnected without one. With --rows
    and --cols every deal of that size is decided instead: of up to nine cells, which takes up to ten minutes of
    processor time, or of one row or column.

    JSON: {hands: [{cards, hands, odd_bird, flocks, disconnected, share}]}; the chance is disconnected / hands. With a
    size: {rows, cols, solvable, deals, boards, processor_seconds, share}; the chance is solvable / deals.

    Example: boaf census exact --rows 2 --cols 3
    """
    size = _size_of(rows, cols)
    if size is not None:
        require_directory(out)
        every = _every_deal(size, out, threads)
        chance = f"{every.solvable:,} of {every.deals:,} deals are solvable, {float(every.chance):.10f}"
        show(json_text(every.to_json()) if as_json else f"{every.rows} × {every.cols}: {chance}")
        return
    if out is not None:
        raise BoafError("--out keeps the counts of a size: give --rows and --cols")
    from boaf.probability.exact import count_hands

    found = count_hands()
    show(json_text({"hands": [hands.to_json() for hands in found]}) if as_json else _describe_hands(found))


def _size_of(rows: int | None, cols: int | None) -> tuple[int, int] | None:
    """The size that `--rows R --cols C` names, if any."""
    if rows is None and cols is None:
        return None
    if rows is None or cols is None:
        raise BoafError("--rows and --cols go together")
    return rows, cols


def _describe_grid(sizes: list[Size]) -> str:
    names = ("deals", "odd bird", "flocks", "other", "unknown")
    lines = [f"{'size':8}" + "".join(f"{name:>12}" for name in names) + "  chance of no solution"]
    for size in sizes:
        counts = (size.deals, size.odd_bird, size.flocks, size.other, size.unknown)
        name = f"{size.rows} × {size.cols}"
        lines.append(f"{name:8}" + "".join(f"{number:12,}" for number in counts) + f"  {size.unsolvable_chance()}")
    for size in sizes:
        if size.best_scores:
            lines.append(f"\n{size.rows} × {size.cols}: best score{'unsolvable deals':>20}")
            best_first = sorted(size.best_scores.items(), reverse=True)
            lines += [f"{score:17,}{number:20,}" for score, number in best_first]
    return "\n".join(lines)


def _every_deal(size: tuple[int, int], out: Path | None, threads: int | None) -> EveryDeal:
    from boaf.probability.small_boards import count_every_deal, find_every_deal

    if out is None:
        return count_every_deal(*size, threads=threads, bar=progress_bar)
    found = find_every_deal(out, *size)
    if found is None:
        found = count_every_deal(*size, threads=threads, bar=progress_bar)
        found.write(out)
    return found


def _describe_hands(found: list[Hands]) -> str:
    lines = [f"{'cards':>5}{'odd bird':>17}{'flocks':>16}{'disconnected':>17}{'of hands':>22}  chance"]
    for hands in found:
        kinds = f"{hands.odd_bird:17,}{hands.flocks:16,}{hands.disconnected:17,}"
        chance = f"{float(hands.disconnected_share):.6g}"
        lines.append(f"{hands.cards:5}{kinds}{hands.hands:22,}  {chance}")
    return "\n".join(lines)
