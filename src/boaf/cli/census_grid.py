"""`boaf census grid`: the chance of a solution by board size."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from boaf.cli.boards import Json, Seeds, Threads, range_of
from boaf.cli.files import require_directory
from boaf.cli.progress import progress_bar
from boaf.cli.status import Status
from boaf.support.errors import BoafError
from boaf.support.files import json_text

if TYPE_CHECKING:
    from boaf.probability.grid import Size

GridRows = Annotated[int | None, typer.Option("--rows", "-r", metavar="R", help="Rows of the boards, with --cols.")]
GridCols = Annotated[int | None, typer.Option("--cols", "-c", metavar="C", help="Columns of the boards, with --rows.")]


def size_of(rows: int | None, cols: int | None) -> tuple[int, int] | None:
    """The size that `--rows R --cols C` names, if any."""
    if rows is None and cols is None:
        return None
    if rows is None or cols is None:
        raise BoafError("--rows and --cols go together")
    return rows, cols


def grid(
    seeds: Annotated[tuple[int, int], Seeds] = (0, 1000),
    rows: GridRows = None,
    cols: GridCols = None,
    best_score: Annotated[
        bool, typer.Option("--best-score", help="Also find the best score of every unsolvable deal.")
    ] = False,
    max_nodes: Annotated[
        int | None, typer.Option("--max-nodes", metavar="N", help="Give up on a deal after N nodes.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Keep the counts of each size in this directory, and resume."),
    ] = None,
    threads: Threads = None,
    as_json: Json = False,
) -> int:
    """The chance that a deal can be solved, for all board sizes from 2 × 2 to 7 × 7 and for 4 × 13, or for one size.

    Boards of r × c and c × r are alike, and dealt once. The chance of no solution has two parts: that of several
    flocks is exact (see `boaf census exact`), that of the other unsolvable deals is estimated from the seeds, with its
    95 % interval. With --out, deals that are there already are not solved again.

    JSON: {sizes: [{rows, cols, start, stop, max_nodes, deals, solvable, unsolvable, odd_bird, flocks, other, unknown,
    connected, nodes, processor_seconds, best_scores, disconnected_chance, unsolvable_chance: {share, low, high}}]}.
    Exit status 3 if --max-nodes left deals unknown.

    Example: boaf census grid --seeds 0 20
    """
    from boaf.probability.grid import SIZES, count_grid

    chosen = range_of(seeds)
    size = size_of(rows, cols)
    require_directory(out)
    sizes = count_grid(
        len(chosen),
        chosen.start,
        sizes=SIZES if size is None else [size],
        best_scores=best_score,
        max_nodes=max_nodes,
        directory=out,
        threads=threads,
        bar=progress_bar,
    )
    typer.echo(json_text({"sizes": [one.to_json() for one in sizes]}) if as_json else _describe(sizes))
    return Status.LIMIT_REACHED if any(one.unknown for one in sizes) else Status.ANSWERED


def _describe(sizes: list[Size]) -> str:
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
