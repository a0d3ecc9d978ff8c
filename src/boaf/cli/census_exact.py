"""`boaf census exact`: chances that are counted, not estimated."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from boaf.cli.boards import Json, Threads
from boaf.cli.census_grid import GridCols, GridRows, size_of
from boaf.cli.files import require_directory
from boaf.cli.progress import progress_bar
from boaf.support.errors import BoafError
from boaf.support.files import json_text

if TYPE_CHECKING:
    from boaf.probability.exact import Hands
    from boaf.probability.small_boards import EveryDeal


def exact(
    rows: GridRows = None,
    cols: GridCols = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Keep the counts of a size in this directory, or show those there."),
    ] = None,
    threads: Threads = None,
    as_json: Json = False,
) -> None:
    """The exact chance that 1 … 52 random cards fall into several flocks, so that no board of them can be solved.

    An odd bird is a card that matches no other; flocks are the hands that are disconnected without one. With --rows
    and --cols every deal of that size is decided instead: of up to nine cells, which takes up to ten minutes of
    processor time, or of one row or column.

    JSON: {hands: [{cards, hands, odd_bird, flocks, disconnected, share}]}; the chance is disconnected / hands. With a
    size: {rows, cols, solvable, deals, boards, processor_seconds, share}; the chance is solvable / deals.

    Example: boaf census exact --rows 2 --cols 3
    """
    size = size_of(rows, cols)
    if size is not None:
        require_directory(out)
        every_deal = _every_deal(size, out, threads)
        typer.echo(json_text(every_deal.to_json()) if as_json else _describe_size(every_deal))
        return
    if out is not None:
        raise BoafError("--out keeps the counts of a size: give --rows and --cols")
    from boaf.probability.exact import count_hands

    found = count_hands()
    typer.echo(json_text({"hands": [hands.to_json() for hands in found]}) if as_json else _describe_hands(found))


def _every_deal(size: tuple[int, int], out: Path | None, threads: int | None) -> EveryDeal:
    from boaf.probability.small_boards import count_every_deal, find_every_deal

    if out is None:
        return count_every_deal(*size, threads=threads, bar=progress_bar)
    found = find_every_deal(out, *size)
    if found is None:
        found = count_every_deal(*size, threads=threads, bar=progress_bar)
        found.write(out)
    return found


def _describe_size(found: EveryDeal) -> str:
    chance = f"{found.solvable:,} of {found.deals:,} deals"
    return f"{found.rows} × {found.cols}: {chance} are solvable, {float(found.chance):.10f}"


def _describe_hands(found: list[Hands]) -> str:
    lines = [f"{'cards':>5}{'odd bird':>17}{'flocks':>16}{'disconnected':>17}{'of hands':>22}  chance"]
    for hands in found:
        kinds = f"{hands.odd_bird:17,}{hands.flocks:16,}{hands.disconnected:17,}"
        chance = f"{float(hands.disconnected_share):.6g}"
        lines.append(f"{hands.cards:5}{kinds}{hands.hands:22,}  {chance}")
    return "\n".join(lines)
