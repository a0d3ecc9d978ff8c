"""`boaf bench`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boaf.cli.command import command, deal_size, flag_option, json_option, number_option
from boaf.cli.output import progress_bar, show
from boaf.support.files import json_text

if TYPE_CHECKING:
    from boaf.solvers.bench import Signature

_SIGNATURE_HELP = "Count the nodes for a fixed set of boards instead; the other options have no effect."


@command()
@number_option("--deals", default=100_000, help="Solve the deals 0 … N − 1.")
@deal_size
@flag_option("--signature", "signed", help=_SIGNATURE_HELP)
@json_option
def bench(deals: int, rows: int, cols: int, signed: bool, as_json: bool) -> None:
    """Measure the search against the ordering of Hoshino & Notarangelo (2019).

    The reference gives up after 100 nodes per deal, as in the paper, so its nodes are a lower bound. JSON: {ours,
    reference, speed_ratio, node_ratio}. The signature is the same on every machine until the search itself changes.
    JSON with --signature: {nodes, sizes: [{rows, cols, deals, nodes}]}.

    Example: boaf bench --deals 1000
    """
    from boaf.solvers.bench import measure, signature

    if signed:
        _show_signature(signature(), as_json)
        return
    with progress_bar("solving", 2 * deals, "deals") as progress:
        benchmark = measure(deals, rows, cols, progress)
    if as_json:
        show(json_text(benchmark.to_json()))
        return
    width = max(len(row.search) for row in (benchmark.ours, benchmark.reference))
    show(f"{'':{width}}  {'nodes/deal':>10}  {'no wrong turn':>13}  {'unsolvable':>10}  {'unknown':>8}  {'deals/s':>9}")
    for row in (benchmark.ours, benchmark.reference):
        show(
            f"{row.search:{width}}  {row.nodes_per_deal:10.2f}  {row.no_wrong_turn:13.1%}  {row.unsolvable:10}  "
            f"{row.unknown:8}  {row.deals_per_second:9,.0f}"
        )


def _show_signature(found: Signature, as_json: bool) -> None:
    if as_json:
        show(json_text(found.to_json()))
        return
    for (rows, cols), nodes in found.sizes.items():
        show(f"{rows} × {cols}  {nodes:10,} nodes")
    show(f"{'all':5}  {found.nodes:10,} nodes")
