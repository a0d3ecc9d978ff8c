"""`boaf census fame`: the most remarkable deals of a range."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from boaf.cli.boards import Json, Threads
from boaf.cli.progress import progress_bar
from boaf.files import json_text

if TYPE_CHECKING:
    from boaf.census.fame import Fame


def fame(
    start: Annotated[int, typer.Argument(metavar="START", help="The first seed.")],
    stop: Annotated[int, typer.Argument(metavar="STOP", help="The seed after the last one.")],
    places: Annotated[int, typer.Option("--places", metavar="N", min=1, max=1000, help="How long the lists are.")] = 10,
    max_nodes: Annotated[
        int,
        typer.Option(
            "--max-nodes", metavar="N", min=1, max=10**9, help="The most nodes for each search of the papers."
        ),
    ] = 100_000,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Keep the answer in a JSON file.")] = None,
    threads: Threads = None,
    as_json: Json = False,
) -> None:
    """The most remarkable of the 4 × 4 deals START … STOP − 1.

    The solvable deals with the fewest solutions, up to the order of moves that do not touch, among those that resist
    the search; those that took the most nodes; the unsolvable ones of one flock of which most can be collapsed; and how
    the searches of the papers fare on the deals with the fewest solutions.

    JSON: {start, stop, resisting, fewest_solutions: [{seed, value}], solutions: {number: deals}, longest_search,
    largest_family, levels: {difficulty: deals}, max_nodes, searches: {name: {hardest: {seed, value}, tried, open}}}.

    Example: boaf census fame 0 3000 --places 2 --max-nodes 100
    """
    from boaf.census.fame import find_fame

    watch = partial(progress_bar, "solving", unit="deals")
    found = find_fame(start, stop, places=places, max_nodes=max_nodes, threads=threads, watch=watch)
    if out is not None:
        found.write(out)
    typer.echo(json_text(found.to_json()) if as_json else describe_fame(found))


def describe_fame(fame: Fame) -> str:
    """The lists, in words."""
    lines = [f"deals {fame.start} … {fame.stop - 1}: {fame.resisting:,} solvable ones resist the search"]
    for title, entries in (
        ("fewest solutions", fame.fewest_solutions),
        ("most nodes", fame.longest_search),
        ("unsolvable, most collapse sets", fame.largest_family),
    ):
        lines += ["", title, *(f"{entry.seed:12}{entry.value:12,}" for entry in entries)]
    lines += ["", f"searches of the papers on those with the fewest solutions, up to {fame.max_nodes:,} nodes"]
    for name, found in fame.searches.items():
        hardest = f"hardest {found.hardest.seed}, {found.hardest.value:,} nodes" if found.hardest else "none decided"
        lines.append(f"{name:14}{hardest}; {found.open} of {found.tried} left open")
    return "\n".join(lines)
