"""`boaf bench`."""

from __future__ import annotations

from typing import Annotated

import typer

from boaf.cli.boards import DealCols, DealRows, Json
from boaf.cli.progress import progress_bar
from boaf.files import json_text


def bench(
    deals: Annotated[int, typer.Option("--deals", metavar="N", help="Solve the deals 0 … N − 1.")] = 100_000,
    rows: DealRows = 4,
    cols: DealCols = 4,
    as_json: Json = False,
) -> None:
    """Measure the search against the ordering of Hoshino & Notarangelo (2019).

    The reference gives up after 100 nodes per deal, as in the paper, so its nodes are a lower bound. JSON: {ours,
    reference, speed_ratio, node_ratio}.

    Example: boaf bench --deals 1000
    """
    from boaf.solvers.bench import measure

    with progress_bar("solving", 2 * deals, "deals") as progress:
        benchmark = measure(deals, rows, cols, progress)
    if as_json:
        typer.echo(json_text(benchmark.to_json()))
        return
    typer.echo(
        f"{'':24}  {'nodes/deal':>10}  {'no wrong turn':>13}  {'unsolvable':>10}  {'unknown':>8}  {'deals/s':>9}"
    )
    for row in (benchmark.ours, benchmark.reference):
        typer.echo(
            f"{row.search:24}  {row.nodes_per_deal:10.2f}  {row.no_wrong_turn:13.1%}  {row.unsolvable:10}  "
            f"{row.unknown:8}  {row.deals_per_second:9,.0f}"
        )
