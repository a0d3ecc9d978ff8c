"""`boaf census`: many deals into Parquet files, and what these say."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from boaf.cli.boards import DealCols, DealRows, Json, Seeds, Threads, range_of
from boaf.cli.files import require_figure
from boaf.cli.help import Command, Context, Group
from boaf.cli.progress import progress_bar
from boaf.cli.status import Status
from boaf.cli.words import count
from boaf.files import json_text

if TYPE_CHECKING:
    from boaf.census.counts import Counts
    from boaf.census.grid import Size
    from boaf.census.report import Report
    from boaf.census.run import Summary
    from boaf.census.sampling import Check
    from boaf.census.verify import Verification

_DEFAULT = "run"
Directory = Annotated[Path, typer.Argument(metavar="DIR", help="The directory of a census.")]


def with_default_command(arguments: list[str]) -> list[str]:
    """The arguments of `boaf census` with the word `run` before a range or an option."""
    if re.match(r"\s*[+-]?\d|-(?!-?h)", "".join(arguments[:1])):
        return [_DEFAULT, *arguments]
    return arguments


class Census(Group):
    """The commands of `boaf census`, one of which need not be named."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Read the arguments, the first of which is a command or the start of a range."""
        return super().parse_args(ctx, with_default_command(args))


census_app = typer.Typer(
    name="census",
    cls=Census,
    help="Solve a range of numbered deals into Parquet files; verify and report them. "
    "`boaf census START STOP` is short for `boaf census run START STOP`.",
    rich_markup_mode=None,
)


@census_app.command(cls=Command)
def run(
    start: Annotated[int, typer.Argument(metavar="START", help="The first seed.")],
    stop: Annotated[int, typer.Argument(metavar="STOP", help="The seed after the last one.")],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The directory for the files.")],
    rows: DealRows = 4,
    cols: DealCols = 4,
    solutions: Annotated[bool, typer.Option("--solutions", help="Keep a solution of every solvable deal.")] = False,
    reasons: Annotated[bool, typer.Option("--reasons", help="Say why deals are unsolvable, as explain does.")] = False,
    best_score: Annotated[
        bool, typer.Option("--best-score", help="Find the best score of every unsolvable deal; see census report.")
    ] = False,
    max_nodes: Annotated[
        int | None, typer.Option("--max-nodes", metavar="N", help="Give up on a deal after N nodes.")
    ] = None,
    chunk_size: Annotated[
        int | None, typer.Option("--chunk-size", metavar="N", help="Deals per file (default: 100,000).")
    ] = None,
    threads: Threads = None,
    dask: Annotated[
        str | None,
        typer.Option("--dask", metavar="ADDRESS", help="Run on a Dask cluster; `local` starts one on this machine."),
    ] = None,
    shard: Annotated[
        str | None, typer.Option("--shard", metavar="i/n", help="Do only part i of n, for job arrays; i counts from 1.")
    ] = None,
    as_json: Json = False,
) -> int:
    """Solve the deals START … STOP − 1, and count them. The same command resumes a run that was interrupted.

    JSON: {rows, cols, start, stop, deals, solvable, unsolvable, unknown, reasons, nodes, seconds}; with --shard the
    counts are those of the shard. Exit status 3 if --max-nodes left deals unknown.

    Example: boaf census run 0 2000 --out census
    """
    from boaf.census.parameters import CHUNK_SIZE, Parameters, Shard
    from boaf.census.run import run_census

    size = CHUNK_SIZE if chunk_size is None else chunk_size
    parameters = Parameters(start, stop, rows, cols, size, solutions, reasons, max_nodes, best_score)
    summary = run_census(
        parameters,
        out,
        shard=None if shard is None else Shard.parse(shard),
        threads=threads,
        dask=dask,
        watch=partial(progress_bar, "solving", unit="deals"),
    )
    typer.echo(json_text(summary.to_json()) if as_json else _describe_run(summary))
    return Status.LIMIT_REACHED if summary.counts.unknown else Status.ANSWERED


@census_app.command(cls=Command)
def verify(
    directory: Directory,
    sample: Annotated[
        int, typer.Option("--sample", metavar="N", help="How many deals of each verdict to check again.")
    ] = 10_000,
    every_deal: Annotated[
        bool, typer.Option("--all", help="Check every deal again; takes about twice as long as the census.")
    ] = False,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="The seed of the sample.")] = 0,
    repair: Annotated[bool, typer.Option("--repair", help="Compute damaged chunks again.")] = False,
    threads: Threads = None,
    as_json: Json = False,
) -> int:
    """Check digests and counts, replay all stored solutions, and check a sample of the deals again by other means.

    Says how likely the sample is to have missed a wrong verdict; --all misses none.

    JSON: {sound, chunks, missing, solutions, checks: [{verdict, deals, checked, undecided, miss_chance}], problems,
    repaired}. Exit status 2 if something is wrong and was not repaired.

    Example: boaf census verify census
    """
    from boaf.census.verify import verify_census

    watch = partial(progress_bar, "verifying", unit="deals")
    found = verify_census(
        directory, sample=sample, every_deal=every_deal, seed=seed, repair=repair, threads=threads, watch=watch
    )
    typer.echo(json_text(found.to_json()) if as_json else _describe_verification(found))
    return Status.ANSWERED if found.is_sound else Status.BAD_INPUT


@census_app.command(cls=Command)
def report(
    directories: Annotated[list[Path], typer.Argument(metavar="DIR", help="The directories of censuses.")],
    plot: Annotated[
        Path | None,
        typer.Option(
            "--plot", metavar="FILE", help="Draw the histogram of unsolvable seeds (Sang & Yoon 2019, Figure 4)."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Say how many deals are unsolvable, and why; several censuses are set side by side.

    JSON, one object per census: {rows, cols, start, stop, missing, deals, solvable, unsolvable, unknown, reasons,
    nodes, best_scores: {score: deals}, unsolvable_share: {share, low, high}, histogram: {edges, unsolvable}}.

    Example: boaf census report census --plot histogram.png
    """
    from boaf.census.report import report_census
    from boaf.errors import BoafError
    from boaf.render.figures import draw_histogram

    if plot is not None and len(directories) > 1:
        raise BoafError("--plot draws one census: name one directory")
    require_figure(plot)
    found = [report_census(directory) for directory in directories]
    if plot is not None:
        draw_histogram(found[0], plot)
    if as_json:
        for one in found:
            typer.echo(json_text(one.to_json()))
        return
    typer.echo("\n\n".join(map(_describe_report, found)))
    if len(found) > 1:
        typer.echo("\n" + _by_size(found))


@census_app.command(cls=Command)
def grid(
    seeds: Annotated[tuple[int, int], Seeds] = (0, 1000),
    max_nodes: Annotated[
        int, typer.Option("--max-nodes", metavar="N", help="Give up on a deal after N nodes.")
    ] = 1_000_000,
    threads: Threads = None,
    as_json: Json = False,
) -> int:
    """The chance that a deal can be solved, for all board sizes from 2 × 2 to 7 × 7 and for 4 × 13.

    JSON: {start, deals, max_nodes, sizes: [{rows, cols, deals, solvable, unsolvable, unknown, nodes, share, low,
    high}]}. Exit status 3 if --max-nodes left deals unknown.

    Example: boaf census grid --seeds 0 20
    """
    from boaf.census.grid import SIZES, count_grid

    chosen = range_of(seeds)
    start, deals = seeds[0], len(chosen)
    with progress_bar("solving", deals * len(SIZES), "deals") as progress:
        sizes = count_grid(deals, start, max_nodes=max_nodes, threads=threads, progress=progress)
    if as_json:
        answer = {"start": start, "deals": deals, "max_nodes": max_nodes, "sizes": [size.to_json() for size in sizes]}
        typer.echo(json_text(answer))
    else:
        typer.echo(_describe_grid(sizes))
    return Status.LIMIT_REACHED if any(size.counts.unknown for size in sizes) else Status.ANSWERED


def _describe_run(summary: Summary) -> str:
    parameters, counts = summary.parameters, summary.counts
    rate = f", {summary.solved / summary.seconds:,.0f} deals/s" if summary.solved else ""
    there = f" ({counts.deals - summary.solved:,} were there)" if counts.deals > summary.solved else ""
    heading = f"{parameters.rows} × {parameters.cols}, deals {parameters.start} … {parameters.stop - 1}: "
    return f"{heading}{counts.deals:,} deals{there} in {summary.seconds:.1f} s{rate}\n{_describe_counts(counts)}"


def _describe_counts(counts: Counts) -> str:
    lines = [("solvable", counts.solvable), ("unsolvable", counts.unsolvable)]
    lines += [(f"  {reason}", number) for reason, number in (counts.reasons or {}).items()]
    lines.append(("unknown", counts.unknown))
    table = "\n".join(f"{name:18}{number:>13,}" for name, number in lines)
    both = ", unknown ones counted both ways" if counts.unknown else ""
    return f"{table}\nunsolvable share  {counts.unsolvable_share()}{both}"


def _describe_verification(found: Verification) -> str:
    lines = [f"{count(found.chunks, 'chunk')} read, {count(found.solutions, 'solution')} replayed"]
    lines += [_describe_check(check) for check in found.checks.values() if check.deals]
    if found.missing:
        lines.append(f"{count(found.missing, 'unfinished chunk')}: the census command computes what is missing")
    lines += [f"damaged: {problem}" for problem in found.problems]
    lines += [f"repaired: {name}" for name in found.repaired]
    if not found.is_sound:
        lines.append("the census is damaged: --repair computes damaged chunks again")
    elif any(check.miss_chance for check in found.checks.values()):
        lines.append("no fault was found; --all checks every deal")
    else:
        lines.append("all is well")
    return "\n".join(lines)


def _describe_check(check: Check) -> str:
    wrong = {"solvable": "is unsolvable", "unsolvable": "is solvable", "unknown": "can be decided within --max-nodes"}
    line = f"recorded as {check.verdict}: {check.checked:,} of {check.deals:,} checked again"
    if check.undecided:
        line += f", {check.undecided:,} left undecided"
    if check.miss_chance:
        return f"{line}; if one of these deals {wrong[check.verdict]}, it was missed with a chance of {_chance(check)}"
    return f"{line}, so none {wrong[check.verdict]}"


def _chance(check: Check) -> str:
    """A chance as a percentage, with as many decimals as tell it from certainty and from nothing."""
    chance = 100 * check.miss_chance
    decimals = next((digits for digits in range(1, 12) if 0 < float(f"{chance:.{digits}f}") < 100), 12)
    return f"{chance:.{decimals}f} %" if check.checked else "100 %"


def _describe_report(report: Report) -> str:
    parameters = report.parameters
    missing = f", {report.missing:,} still missing" if report.missing else ""
    heading = f"{parameters.rows} × {parameters.cols}, deals {parameters.start} … {parameters.stop - 1}{missing}"
    return f"{heading}\n{_describe_counts(report.counts)}{_describe_best_scores(report)}"


def _describe_best_scores(report: Report) -> str:
    if report.best_scores is None:
        return ""
    known = sum(report.best_scores.values())
    lines = [f"{'best score':10}{'unsolvable deals':>21}{'share':>10}"]
    lines += [f"{score:10,}{number:21,}{100 * number / known:8.2f} %" for score, number in report.best_scores.items()]
    if open_ones := report.counts.unsolvable - known:
        lines.append(f"{'unknown':10}{open_ones:21,}")
    return "\n" + "\n".join(lines)


def _by_size(reports: list[Report]) -> str:
    lines = [f"{'size':8}{'deals':>13}{'unsolvable':>13}  share"]
    for one in sorted(reports, key=lambda report: (report.parameters.rows, report.parameters.cols)):
        size = f"{one.parameters.rows} × {one.parameters.cols}"
        counts = one.counts
        lines.append(f"{size:8}{counts.deals:13,}{counts.unsolvable:13,}  {counts.unsolvable_share()}")
    return "\n".join(lines)


def _describe_grid(sizes: list[Size]) -> str:
    lines = [f"{'size':8}{'solvable':>10}{'95 % interval':>23}{'unknown':>9}"]
    for size in sizes:
        share, low, high = size.counts.solvable_share()
        interval = f"{100 * low:.3f} % … {100 * high:.3f} %"
        name = f"{size.rows} × {size.cols}"
        lines.append(f"{name:8}{100 * share:8.3f} %{interval:>23}{size.counts.unknown:9,}")
    return "\n".join(lines)
