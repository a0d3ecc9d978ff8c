"""`boaf census`: many deals into Parquet files, and what these say."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from boaf.cli.boards import DealCols, DealRows, Json, Threads
from boaf.cli.census_all import census_all, file_of_blocks
from boaf.cli.census_exact import exact
from boaf.cli.census_grid import grid
from boaf.cli.census_words import by_size, describe_blocks, describe_report, describe_run, describe_verification
from boaf.cli.files import require_figure
from boaf.cli.help import Command, Context, Group
from boaf.cli.progress import progress_bar
from boaf.cli.status import Status
from boaf.support.files import json_text

_DEFAULT = "run"


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
        bar=progress_bar,
    )
    typer.echo(json_text(summary.to_json()) if as_json else describe_run(summary))
    return Status.LIMIT_REACHED if summary.counts.unknown else Status.ANSWERED


census_app.command("all", cls=Command)(census_all)


@census_app.command(cls=Command)
def verify(
    census: Annotated[
        Path | None,
        typer.Argument(metavar="CENSUS", help="The directory of a census, or a file of blocks (see --block)."),
    ] = None,
    blocks: Annotated[
        list[int] | None,
        typer.Option(
            "--block", metavar="K", help="Decide block K of a file of blocks anew (default: results/census-4x4.jsonl)."
        ),
    ] = None,
    sample: Annotated[
        int | None,
        typer.Option("--sample", metavar="N", help="How many deals of each verdict to check again (default: 10,000)."),
    ] = None,
    every_deal: Annotated[
        bool, typer.Option("--all", help="Check every deal again; takes about twice as long as the census.")
    ] = False,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="S", help="The seed of the sample (default: 0).")
    ] = None,
    repair: Annotated[bool, typer.Option("--repair", help="Compute damaged chunks again.")] = False,
    threads: Threads = None,
    as_json: Json = False,
) -> int:
    """Check digests and counts, replay all stored solutions, and check a sample of the deals again by other means.

    Says how likely the sample is to have missed a wrong verdict; --all misses none. Of a file that `census all` wrote,
    each block that is named is decided anew and compared with its line.

    JSON: {sound, chunks, missing, solutions, checks: [{verdict, deals, checked, undecided, miss_chance}], problems,
    repaired}; of a file, chunks is the number of blocks decided anew. Exit status 2 if something is wrong and was not
    repaired.

    Example: boaf census verify census
    """
    from boaf.census.blocks.verification import verify_blocks
    from boaf.census.verify import SAMPLE, verify_census
    from boaf.support.errors import BoafError

    if every_deal and (sample is not None or seed is not None):
        raise BoafError("--all checks every deal: leave out --sample and --seed")
    check_blocks, check_census = (
        partial(
            check,
            sample=SAMPLE if sample is None else sample,
            every_deal=every_deal,
            seed=seed or 0,
            threads=threads,
            bar=progress_bar,
        )
        for check in (verify_blocks, verify_census)
    )
    if blocks:
        if repair:
            raise BoafError("--repair is for the chunks of a directory: delete the line of a wrong block instead")
        if census is None and not file_of_blocks().exists():
            raise BoafError(f"there is no file {file_of_blocks()} here: name a file of blocks as CENSUS")
        found = check_blocks(census or file_of_blocks(), blocks)
    elif census is None or census.is_file():
        raise BoafError("name the directory of a census, or the blocks of a file with --block")
    else:
        found = check_census(census, repair=repair)
    typer.echo(json_text(found.to_json()) if as_json else describe_verification(found, bool(blocks)))
    return Status.ANSWERED if found.is_sound else Status.BAD_INPUT


@census_app.command(cls=Command)
def report(
    directories: Annotated[
        list[Path], typer.Argument(metavar="DIR", help="The directories of censuses, or files of blocks.")
    ],
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
    nodes, best_scores: {score: deals}, unsolvable_share: {share, low, high}, histogram: {edges, unsolvable}}. Of a
    file of blocks, the same as `census all` prints.

    Example: boaf census report census --plot histogram.png
    """
    from boaf.census.report import report_census
    from boaf.render.figures import draw_histogram
    from boaf.support.errors import BoafError

    if plot is not None and len(directories) > 1:
        raise BoafError("--plot draws one census: name one directory")
    require_figure(plot)
    if any(directory.is_file() for directory in directories):
        _report_blocks(directories, plot, as_json)
        return
    found = [report_census(directory) for directory in directories]
    if plot is not None:
        draw_histogram(found[0], plot)
    if as_json:
        for one in found:
            typer.echo(json_text(one.to_json()))
        return
    typer.echo("\n\n".join(map(describe_report, found)))
    if len(found) > 1:
        typer.echo("\n" + by_size(found))


def _report_blocks(files: list[Path], plot: Path | None, as_json: bool) -> None:
    from boaf.census.blocks.file import report_blocks
    from boaf.support.errors import BoafError

    if plot is not None:
        raise BoafError("--plot draws the seeds of a directory; a file of blocks has none")
    for file in files:
        if not file.is_file():
            raise BoafError(f"{file} is not a file of blocks: directories and files of blocks are reported apart")
        found = report_blocks(file)
        typer.echo(json_text(found.to_json()) if as_json else describe_blocks(found))


census_app.command(cls=Command)(grid)
census_app.command(cls=Command)(exact)
