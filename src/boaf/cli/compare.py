"""`boaf compare`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from click import option

from boaf.board import Board
from boaf.cli import options
from boaf.cli.boards import split_boards
from boaf.cli.options import LimitOptions, command
from boaf.cli.process import ExitStatus, progress_bar, require_figure, show
from boaf.deals import cell_count, deal, random_board, read_board
from boaf.support.errors import BoafError
from boaf.support.files import MOST_TEXT, json_text, read_text

if TYPE_CHECKING:
    from boaf.solvers.compare import Comparison, WelchTest

_SHOWN_ERRORS = 3
_SOLVER_HELP = "A solver or a plug-in, as for `boaf solve`; may be repeated."


@command()
@option("--solver", "-s", "solvers", metavar="NAME", multiple=True, required=True, help=_SOLVER_HELP)
@options.seeds()
@options.file("--states", help="Boards from a file, in the format of solve's standard input.")
@options.number("--random", help="N random mid-game boards, as in Araki et al. (2019).")
@options.deal_size
@options.limits(max_nodes=1_000_000)
@options.file("--plot", help="Draw nodes and time against stacks (FILE-nodes, FILE-seconds).")
@options.json
def compare(solvers: tuple[str, ...], limits: LimitOptions, plot: Path | None, as_json: bool, **source: Any) -> int:
    """Compare solvers on the same boards, by number of stacks.

    Decided is the share of boards decided within the limits (others do not change the exit status), agreement the share
    of these on which no other solver differs. With --plot also Welch's t-test between every two solvers. Ctrl-C shows
    the comparison of the boards finished so far.

    JSON: {rows: [{stacks, solver, boards, mean_nodes, median_nodes, mean_seconds, decided, agreement, wrong, failed}],
    boards: [{board, stacks, results: [{solver, verdict, nodes, seconds}]}], tests: [{measure, one, other, t, p}]}; t
    and p are null if there are too few values or all are equal. Where a plug-in failed or was wrong, its result also
    has error and wrong.

    Example: boaf compare --seeds 0 20 --solver compatible --solver ordered
    """
    from boaf.solvers.compare import compare as compare_solvers

    require_figure(plot)
    total, boards = _boards(**source)
    with progress_bar("comparing", total, "boards") as progress:
        found = compare_solvers(boards, list(solvers), **limits, progress=progress)
    tests = found.welch_tests() if plot and found.rows else []
    if plot and found.rows:
        _draw(found, plot)
    if as_json:
        show(json_text(found.to_json() | {"tests": [asdict(test) for test in tests]}))
    else:
        _show(found, tests)
    return ExitStatus.INTERRUPTED if found.interrupted else ExitStatus.ANSWERED


def _show(found: Comparison, tests: list[WelchTest]) -> None:
    width = max(len(row.solver) for row in found.rows) if found.rows else 0
    show(
        f"{'stacks':>6}  {'solver':{width}}  {'boards':>6}  {'mean nodes':>12}  {'median':>10}  {'mean time':>11}  "
        f"{'decided':>8}  {'agreement':>9}  {'wrong':>5}  {'failed':>6}"
    )
    for row in found.rows:
        agreement = "–" if row.agreement is None else f"{row.agreement:.1%}"
        show(
            f"{row.stacks:6}  {row.solver:{width}}  {row.boards:6}  {row.mean_nodes:12,.1f}  "
            f"{row.median_nodes:10,.1f}  {1000 * row.mean_seconds:8.3f} ms  {row.decided:8.1%}  {agreement:>9}  "
            f"{row.wrong:5}  {row.failed:6}"
        )
    for solver, errors in found.errors.items():
        for index, error in list(errors.items())[:_SHOWN_ERRORS]:
            show(f"{'wrong' if error.is_wrong else 'failed'}: {error} ({found.boards[index][0]})")
        if len(errors) > _SHOWN_ERRORS:
            show(f"{solver}: {len(errors) - _SHOWN_ERRORS} more boards like these; --json lists them")
    for test in tests:
        figures = "none: too few or equal values" if test.t is None else f"t = {test.t:.2f}, p = {test.p:.2g}"
        show(f"Welch's t-test, {test.measure}, {test.one} against {test.other}: {figures}")


def _boards(
    seeds: range | None, states: Path | None, random: int | None, rows: int, cols: int
) -> tuple[int, Iterator[Board]]:
    """How many boards there are, and the boards, each made when it is its turn."""
    if sum(source is not None for source in (seeds, states, random)) == 1:
        cell_count(rows, cols)
        if seeds is not None:
            return len(seeds), (deal(seed, rows, cols) for seed in seeds)
        if states is not None:
            text = read_text(states, MOST_TEXT)
            found = [read_board(part) for _, part in split_boards(text.splitlines())]
            return len(found), iter(found)
        if random is not None and random < 1:
            raise BoafError(f"--random must be at least 1, but it is {random}")
        return random or 0, (random_board(seed, rows, cols) for seed in range(random or 0))
    raise BoafError("name one source of boards: --seeds START STOP, --states FILE or --random N")


def _draw(found: Comparison, path: Path) -> None:
    """Figures 4 and 5 of Araki et al. (2019)."""
    from boaf.render.figures import Curve, Figure, draw

    for measure, label in (("nodes", "mean nodes"), ("seconds", "mean seconds")):
        curves = []
        for solver in found.results:
            chosen = [row for row in found.rows if row.solver == solver]
            curves.append(Curve(solver, [r.stacks for r in chosen], [getattr(r, f"mean_{measure}") for r in chosen]))
        target = path.with_name(f"{path.stem}-{measure}{path.suffix}")
        draw(Figure(f"Solvers by number of stacks: {measure}", "stacks", label, curves, log_scale=True), target)
