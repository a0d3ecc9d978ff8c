"""`boaf bench`: solvers, players and predictors on named sets of boards."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click import argument, group, option

from boaf.bench.sets import board_set, set_names
from boaf.cli import options as shared
from boaf.cli.options import DefaultGroup, LimitOptions
from boaf.cli.process import progress_bar, require_figure, show
from boaf.players.registry import PLAYERS, find_player, maker_of, player
from boaf.plugins.names import load as load_plugin
from boaf.solvers.single import find_solver
from boaf.support.errors import BoafError
from boaf.support.files import json_text

if TYPE_CHECKING:
    from boaf.bench.measuring import BenchResult
    from boaf.bench.reporting import Report

_SIGNATURE_HELP = "Count the nodes of the search on a fixed set of boards instead."
_REPEAT = "may be repeated."
_RATES = {"solver": "decided", "player": "won", "predictor": "right"}


@group(cls=DefaultGroup)
def bench() -> None:
    """Measure solvers, players and predictors on named sets of boards, and compare the results.

    `boaf bench NAME` is short for `boaf bench run NAME`.
    """


@bench.command(listing=("Sets", lambda: set_names().items()))
@argument("name", required=False, metavar="NAME", help="One of the sets below.")
@option("--solver", "-s", "solvers", metavar="NAME", multiple=True, help=f"As for `boaf solve`; {_REPEAT}")
@option("--player", "-p", "players", metavar="NAME", multiple=True, help=f"As for `boaf match`; {_REPEAT}")
@option("--predictor", "predictors", metavar="NAME", multiple=True, help=f"A model or module:function; {_REPEAT}")
@option("--option", "-o", "options", metavar="NAME=VALUE", multiple=True, help="An option of the solver or player.")
@shared.limits(max_nodes=100_000)
@shared.file("--out", metavar="DIR", default=Path("bench"), help="The directory for the files of results.")
@shared.flag("--signature", "signed", help=_SIGNATURE_HELP)
@shared.json
def run(name: str | None, signed: bool, as_json: bool, out: Path, **settings: Any) -> None:
    """Measure solvers, players and predictors on a set of boards.

    Each writes a file of results to DIR; existing results are kept, so the same command resumes a
    run that was interrupted. JSON: {set, lines: [{name, kind, boards, rate, figures}], tests: [{measure, one, other,
    better, worse, p}]}. The signature is the same on every machine until the search itself changes. JSON with
    --signature: {nodes, sizes: [{rows, cols, deals, nodes}]}.

    Example: boaf bench few-moves --solver endgame --player flock --predictor shipped
    """
    if signed:
        _show_signature(as_json)
        return
    if name is None:
        raise click.UsageError(f"Missing argument 'NAME': choose from {', '.join(set_names())}")
    _show_report(list(_results(name, out, **settings)), as_json)


@bench.command()
@argument("files", nargs=-1, required=True, type=shared.PATH, metavar="FILE...", help="Files of results on one set.")
@shared.file("--plot", help="Draw a figure for each kind of result (FILE-solver, FILE-player, FILE-predictor).")
@shared.json
def report(files: tuple[Path, ...], plot: Path | None, as_json: bool) -> None:
    """Compare files of results, with 95 % intervals and paired tests against the first one of each kind.

    JSON as for `boaf bench`.

    Example: boaf bench report bench/few-moves-solver-endgame.json bench/few-moves-player-flock.json
    """
    from boaf.bench.measuring import read_result
    from boaf.bench.reporting import draw_report

    require_figure(plot)
    results = [read_result(path) for path in files]
    _show_report(results, as_json)
    if plot:
        draw_report(results, plot)


def _results(
    name: str, out: Path, options: tuple[str, ...], limits: LimitOptions, **measured: tuple[str, ...]
) -> Iterable[BenchResult]:
    """The results of each thing to measure, from its file or after writing it."""
    from boaf.bench.measuring import KINDS, measure, read_result
    from boaf.learn.prediction import load as load_model

    boards = board_set(name)
    subjects = [(kind, each) for kind in KINDS for each in measured[f"{kind}s"]]
    if not subjects:
        raise BoafError("name what to measure: --solver NAME, --player NAME or --predictor NAME")
    if options and len(subjects) > 1:
        raise BoafError("--option needs one solver or player at a time")
    for kind, subject in subjects:  # all are loaded before the first is measured
        predictor_of = load_plugin if ":" in subject else load_model
        {"solver": find_solver, "player": player, "predictor": predictor_of}[kind](subject)
    for kind, subject in subjects:
        given: dict[str, Any] = {}
        if options and kind != "predictor":
            find: Any = find_solver if kind == "solver" else find_player if subject in PLAYERS else maker_of
            given = shared.parse_options(options, partial(find, subject))
        words = [name, kind, subject, *(f"{key}-{value}" for key, value in given.items())]
        path = out / f"{re.sub(r'[^A-Za-z0-9.]+', '-', ' '.join(words)).strip('-')}.json"
        bounds: dict[str, Any] = dict(limits) if kind == "solver" else {}
        if path.exists():
            found = read_result(path)
            if (found.kind, found.name, found.options, found.limits) != (kind, subject, given, bounds):
                raise BoafError(f"{path} holds other results: choose another directory")
        else:
            with progress_bar(f"{subject} on {name}", len(boards.boards), "boards") as progress:
                chosen: dict[str, Any] = {kind: subject, **bounds}
                found = measure(boards, **chosen, options=given, progress=progress)
            found.write(path)
        yield found


def _show_report(results: list[BenchResult], as_json: bool) -> None:
    from boaf.bench.reporting import report as make_report

    found = make_report(results)
    if as_json:
        show(json_text(found.to_json()))
        return
    for kind in dict.fromkeys(line.kind for line in found.lines):
        _show_table(found, kind)
    for test in found.tests:
        p = "no board tells them apart" if test.p is None else f"p = {test.p:.2g}"
        show(f"{test.one} against {test.other}, {test.measure}: better {test.better}, worse {test.worse}; {p}")


def _show_table(found: Report, kind: str) -> None:
    lines = [line for line in found.lines if line.kind == kind]
    width = max(len(line.name) for line in lines)
    head = "".join(f"  {name:>17}" for name in lines[0].figures)
    show(f"{kind:{max(width, 9)}}  {'boards':>6}  {_RATES[kind] + ' (95 %)':>23}{head}")
    for line in lines:
        rate = f"{line.rate.share:.1%} ({line.rate.low:.1%} … {line.rate.high:.1%})"
        figures = "".join(f"  {value:17,.{0 if isinstance(value, int) else 3}f}" for value in line.figures.values())
        show(f"{line.name:{max(width, 9)}}  {line.boards:6}  {rate:>23}{figures}")


def _show_signature(as_json: bool) -> None:
    from boaf.solvers.signature import signature

    found = signature()
    if as_json:
        show(json_text(found.to_json()))
        return
    for (rows, cols), nodes in found.sizes.items():
        show(f"{rows} × {cols}  {nodes:10,} nodes")
    show(f"{'all':5}  {found.nodes:10,} nodes")
