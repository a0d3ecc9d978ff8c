"""`boaf census fame`: the most remarkable deals of a range."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from boaf.cli.boards import Json, Threads
from boaf.cli.progress import progress_bar
from boaf.files import json_text

if TYPE_CHECKING:
    from boaf.census.fame import Entry, Fame


def fame(
    start: Annotated[int, typer.Argument(metavar="START", help="The first seed.")],
    stop: Annotated[int, typer.Argument(metavar="STOP", help="The seed after the last one.")],
    places: Annotated[int, typer.Option("--places", metavar="N", min=1, max=1000, help="How long the lists are.")] = 10,
    searched: Annotated[
        int,
        typer.Option("--searched", metavar="N", min=1, max=10**6, help="Deals that the papers' searches go through."),
    ] = 1_000,
    max_nodes: Annotated[
        int, typer.Option("--max-nodes", metavar="N", min=1, max=10**9, help="The most nodes of such a search.")
    ] = 100_000,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Keep the answer in a JSON file, and resume from it.")
    ] = None,
    threads: Threads = None,
    as_json: Json = False,
) -> None:
    """The most remarkable of the 4 × 4 deals START … STOP − 1.

    The solvable deals with the fewest solutions, up to the order of moves that do not touch, among those that resist
    the search; of these, those that players are expected to lose most often; those that took the most nodes; the
    unsolvable ones of one flock of which most can be collapsed; and the hardest of the first deals for each search of
    the papers. A million deals take some seconds, and the searches some minutes.

    JSON: {start, stop, places, resisting, fewest_solutions: [{seed, value}], solutions: {number: deals}, most_lost:
    [{seed, value, solutions}], longest_search, largest_family, searched, max_nodes, searches: {name: {hardest: {seed,
    value}, open}}}.

    Example: boaf census fame 0 3000 --places 2 --searched 10 --max-nodes 100
    """
    from boaf.census.fame import find_fame

    watch = partial(progress_bar, "solving", unit="deals")
    found = find_fame(
        start, stop, places=places, searched=searched, max_nodes=max_nodes, out=out, threads=threads, watch=watch
    )
    typer.echo(json_text(found.to_json()) if as_json else describe_fame(found))


def describe_fame(fame: Fame) -> str:
    """The lists, in words."""
    lines = [f"deals {fame.start} … {fame.stop - 1}: {fame.resisting:,} solvable ones resist the search"]
    lines += _listed("fewest solutions", fame.fewest_solutions)
    lines += ["", "most often lost"]
    lines += [f"{entry.seed:12}{100 * entry.value:10.1f} %  {entry.solutions:,} solutions" for entry in fame.most_lost]
    lines += _listed("most nodes", fame.longest_search)
    lines += _listed("unsolvable, most collapse sets", fame.largest_family)
    lines += [
        "",
        f"searches of the papers on the first {fame.searched:,} deals, up to {fame.max_nodes:,} nodes for each",
    ]
    for name, found in fame.searches.items():
        hardest = f"hardest {found.hardest.seed}, {found.hardest.value:,} nodes" if found.hardest else "none decided"
        lines.append(f"{name:14}{hardest}; {found.open:,} left open")
    return "\n".join(lines)


def _listed(title: str, entries: Sequence[Entry]) -> list[str]:
    return ["", title, *(f"{entry.seed:12}{entry.value:12,}" for entry in entries)]
