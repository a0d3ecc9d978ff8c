"""`boaf census`: many deals into Parquet files, and what these say."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click import argument, group, option

from boaf.cli import options
from boaf.cli.census_sizes import exact, grid
from boaf.cli.options import Group
from boaf.cli.process import ExitStatus, count, progress_bar, require_figure, show
from boaf.support.errors import BoafError
from boaf.support.files import json_text

if TYPE_CHECKING:
    from boaf.census.blocks.file import BlockSummary
    from boaf.census.chunks import Counts
    from boaf.census.report import CensusReport
    from boaf.census.run import Summary
    from boaf.census.verify import VerdictCheck, Verification

_BLOCK_HELP = "Decide block K of a file of blocks again (default: results/census-4x4.jsonl); may be repeated."


def with_default_command(arguments: list[str]) -> list[str]:
    """The arguments of `boaf census`, with `run` before a range or an option other than `--help`."""
    is_run = re.match(r"\s*[+-]?\d|-(?!-?h)", "".join(arguments[:1]))
    return ["run", *arguments] if is_run else arguments


class Census(Group):
    """The commands of `boaf census`; `run` need not be named."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments, the first of which is a command or the start of a range."""
        return super().parse_args(ctx, with_default_command(args))


@group(cls=Census)
def census() -> None:
    """Solve a range of numbered deals into Parquet files; verify and report them.

    `boaf census START STOP` is short for `boaf census run START STOP`.
    """


@census.command()
@argument("start", type=options.INTEGER, help="The first seed.")
@argument("stop", type=options.INTEGER, help="The seed after the last one.")
@options.file("--out", metavar="DIR", required=True, help="The directory for the files.")
@options.deal_size
@options.rules
@options.flag("--solutions", help="Keep a solution of every solvable deal.")
@options.flag("--reasons", help="Record why deals are unsolvable, as explain does.")
@options.flag("--best-score", help="Find the best score of every unsolvable deal; see census report.")
@options.number("--max-nodes", help="Give up on a deal after N nodes.")
@options.number("--chunk-size", default=100_000, show_default=False, help="Deals per file (default: 100,000).")
@options.threads
@option("--dask", metavar="ADDRESS", help="Run on a Dask cluster; `local` starts one on this machine.")
@option("--shard", metavar="i/n", help="Do only part i of n, for job arrays; i counts from 1.")
@options.json
def run(out: Path, threads: int | None, dask: str | None, shard: str | None, as_json: bool, **settings: Any) -> int:
    """Solve the deals START … STOP − 1 and count them. The same command resumes a run that was interrupted.

    JSON: {rows, cols, start, stop, deals, solvable, unsolvable, unknown, reasons, nodes, seconds}; with --shard the
    counts are those of the shard. Exit status 3 if --max-nodes left deals unknown.

    Example: boaf census run 0 2000 --out census
    """
    from boaf.census.parameters import Parameters, Shard
    from boaf.census.run import run_census

    summary = run_census(
        Parameters(**settings),
        out,
        shard=None if shard is None else Shard.parse(shard),
        threads=threads,
        dask=dask,
        bar=progress_bar,
    )
    show(json_text(summary.to_json()) if as_json else _describe_run(summary))
    return ExitStatus.LIMIT_REACHED if summary.counts.unknown else ExitStatus.ANSWERED


@census.command("all")
@options.file("--out", help="The file of blocks (default: results/census-RxC.jsonl).")
@options.deal_size
@options.number("--blocks", metavar="FIRST END", nargs=2, help="Only the blocks FIRST … END − 1.")
@options.number("--block-size", default=1 << 20, show_default=False, help="Deals per block (default: 2^20).")
@options.threads
@options.json
def decide_all(
    out: Path | None,
    rows: int,
    cols: int,
    blocks: tuple[int, int] | None,
    block_size: int,
    threads: int | None,
    as_json: bool,
) -> None:
    """Decide all 2^31 numbered deals of a size, block by block, and keep only counts, one line of JSON per block.

    The same command resumes a run that was interrupted, on any machine. `boaf census verify --block K` decides a block
    again, and `boaf census report FILE` adds up. All 4 × 4 deals take some hours.

    JSON: {rows, cols, blocks, missing, deals, solvable, unsolvable, unknown, reasons, nodes, solvable_share: {share,
    low, high}}.

    Example: boaf census all --out census.jsonl --block-size 2000 --blocks 0 2
    """
    from boaf.census.blocks.file import Blocks, run_blocks

    if blocks is not None and blocks[0] >= blocks[1]:
        raise BoafError(f"--blocks {blocks[0]} {blocks[1]}: FIRST must be below END")
    found = run_blocks(
        _file_of_blocks(rows, cols) if out is None else out,
        Blocks(rows, cols, block_size),
        chosen=None if blocks is None else range(*blocks),
        threads=threads,
        bar=progress_bar,
    )
    show(json_text(found.to_json()) if as_json else _describe_blocks(found))


def _file_of_blocks(rows: int = 4, cols: int = 4) -> Path:
    """Where the blocks of a size are kept."""
    return Path("results") / f"census-{rows}x{cols}.jsonl"


@census.command()
@argument(
    "census", required=False, type=options.PATH, help="The directory of a census, or a file of blocks (see --block)."
)
@options.number("--block", "blocks", metavar="K", multiple=True, help=_BLOCK_HELP)
@options.number("--sample", help="How many deals of each verdict to check again (default: 10,000).")
@options.flag("--all", "every_deal", help="Check every deal again; takes about twice as long as the census.")
@options.number("--seed", metavar="S", help="The seed of the sample (default: 0).")
@options.flag("--repair", help="Compute damaged chunks again.")
@options.threads
@options.json
def verify(
    census: Path | None,
    blocks: tuple[int, ...],
    sample: int | None,
    seed: int | None,
    repair: bool,
    as_json: bool,
    **settings: Any,
) -> int:
    """Check digests and counts, replay all stored solutions, and check a sample of the deals with other algorithms.

    Reports how likely the sample is to miss a wrong verdict; --all misses none. In a file that `census all` wrote, each
    block that is named is decided again and compared with its line.

    JSON: {sound, chunks, missing, solutions, checks: [{verdict, deals, checked, undecided, miss_chance}], problems,
    repaired}; for a file, chunks is the number of blocks decided again. Exit status 2 if something is wrong and was not
    repaired.

    Example: boaf census verify census
    """
    from boaf.census.blocks.verification import verify_blocks
    from boaf.census.verify import SAMPLE, verify_census

    if settings["every_deal"] and (sample is not None or seed is not None):
        raise BoafError("--all checks every deal: leave out --sample and --seed")
    settings |= {"sample": SAMPLE if sample is None else sample, "seed": seed or 0}
    settings["bar"] = progress_bar
    if blocks:
        if repair:
            raise BoafError("--repair is for the chunks of a directory: delete the line of a wrong block instead")
        if census is None and not _file_of_blocks().exists():
            raise BoafError(f"there is no file {_file_of_blocks()} here: name a file of blocks as CENSUS")
        found = verify_blocks(census or _file_of_blocks(), list(blocks), **settings)
    elif census is None or census.is_file():
        raise BoafError("name the directory of a census, or the blocks of a file with --block")
    else:
        found = verify_census(census, repair=repair, **settings)
    show(json_text(found.to_json()) if as_json else _describe_verification(found, bool(blocks)))
    return ExitStatus.ANSWERED if found.is_sound else ExitStatus.BAD_INPUT


@census.command()
@argument("dir", nargs=-1, required=True, type=options.PATH, help="The directories of censuses, or files of blocks.")
@options.file("--plot", help="Draw the histogram of unsolvable seeds (Sang & Yoon 2019, Figure 4).")
@options.json
def report(dir: tuple[Path, ...], plot: Path | None, as_json: bool) -> None:  # noqa: A002
    """Report how many deals are unsolvable, and why; several censuses are also compared in a table.

    JSON, one object per census: {rows, cols, start, stop, missing, deals, solvable, unsolvable, unknown, reasons,
    nodes, best_scores: {score: deals}, unsolvable_share: {share, low, high}, histogram: {edges, unsolvable}}. For a
    file of blocks, the same as `census all` prints.

    Example: boaf census report census --plot histogram.png
    """
    from boaf.census.report import report_census
    from boaf.render.figures import draw_histogram

    if plot is not None and len(dir) > 1:
        raise BoafError("--plot draws one census: name one directory")
    require_figure(plot)
    if any(path.is_file() for path in dir):
        _report_blocks(dir, plot, as_json)
        return
    found = [report_census(path) for path in dir]
    if plot is not None:
        draw_histogram(found[0], plot)
    if as_json:
        for one in found:
            show(json_text(one.to_json()))
        return
    show("\n\n".join(map(_describe_report, found)))
    if len(found) > 1:
        show("\n" + _by_size(found))


def _report_blocks(files: tuple[Path, ...], plot: Path | None, as_json: bool) -> None:
    from boaf.census.blocks.file import report_blocks

    if plot is not None:
        raise BoafError("--plot draws the seeds of a directory; a file of blocks has none")
    for file in files:
        if not file.is_file():
            raise BoafError(f"{file} is not a file of blocks: report directories and files of blocks separately")
        found = report_blocks(file)
        show(json_text(found.to_json()) if as_json else _describe_blocks(found))


@census.command("list")
@option(
    "--unsolvable/--solvable",
    default=True,
    show_default=False,
    help="Which deals to print (default: the unsolvable ones).",
)
@argument("start", type=options.INTEGER, help="The first seed.")
@argument("stop", type=options.INTEGER, help="The seed after the last one.")
def list_deals(unsolvable: bool, start: int, stop: int) -> None:
    """Print the numbers of the unsolvable 4 × 4 deals from START to STOP − 1, one per line.

    They are read from a list that comes with boaf and covers all 2^31 deals, so nothing is computed.

    Example: boaf census list --unsolvable 0 5000
    """
    import numpy as np

    from boaf.census.deal_list import BLOCK_SIZE, require_listed, unsolvable_deals

    require_listed(start, stop)
    for first in range(start, stop, BLOCK_SIZE):
        end = min(first + BLOCK_SIZE, stop)
        seeds = unsolvable_deals(first, end)
        if not unsolvable:
            seeds = np.setdiff1d(np.arange(first, end), seeds, assume_unique=True)
        if len(seeds):
            show("\n".join(map(str, seeds.tolist())))


census.add_command(grid)
census.add_command(exact)


def _describe_run(summary: Summary) -> str:
    """The result of a run, in words."""
    counts = summary.counts
    rate = f", {summary.solved / summary.seconds:,.0f} deals/s" if summary.solved else ""
    there = f" ({counts.deals - summary.solved:,} were there)" if counts.deals > summary.solved else ""
    deals = f"{counts.deals:,} deals{there} in {summary.seconds:.1f} s{rate}"
    return f"{summary.parameters.heading()}: {deals}\n{_describe_counts(counts)}"


def _describe_counts(counts: Counts, are_all: bool = False) -> str:
    """Counts as a table, with the share and its interval, or the share alone if these are all deals."""
    lines = [("solvable", counts.solvable), ("unsolvable", counts.unsolvable)]
    lines += [(f"  {reason}", number) for reason, number in (counts.reasons or {}).items()]
    lines.append(("unknown", counts.unknown))
    table = "\n".join(f"{name:18}{number:>13,}" for name, number in lines)
    both = ", unknown ones counted both ways" if counts.unknown else ""
    share = f"{counts.unsolvable_share().share:.7%}, exactly" if are_all else f"{counts.unsolvable_share()}{both}"
    return f"{table}\nunsolvable share  {share}"


def _describe_verification(found: Verification, of_blocks: bool) -> str:
    """What was checked, in words."""
    read = f"{count(found.chunks, 'chunk')} read, {count(found.solutions, 'solution')} replayed"
    lines = [f"{count(found.chunks, 'block')} decided again" if of_blocks else read]
    lines += [_describe_check(check) for check in found.checks.values() if check.deals]
    if found.missing:
        lines.append(f"{count(found.missing, 'unfinished chunk')}: the census command computes what is missing")
    lines += [f"damaged: {problem}" for problem in found.problems]
    lines += [f"repaired: {name}" for name in found.repaired]
    if not found.is_sound:
        remedy = "delete the line of a wrong block" if of_blocks else "--repair computes damaged chunks again"
        lines.append(f"the census is damaged: {remedy}")
    elif any(check.miss_chance for check in found.checks.values()):
        lines.append("no fault was found; --all checks every deal")
    else:
        lines.append("all is well")
    return "\n".join(lines)


def _describe_check(check: VerdictCheck) -> str:
    wrong = {"solvable": "is unsolvable", "unsolvable": "is solvable", "unknown": "can be decided within --max-nodes"}
    line = f"recorded as {check.verdict}: {check.checked:,} of {check.deals:,} checked again"
    if check.undecided:
        line += f", {check.undecided:,} left undecided"
    if check.miss_chance:
        return f"{line}; if one of these deals {wrong[check.verdict]}, it was missed with a chance of {_chance(check)}"
    return f"{line}, so none {wrong[check.verdict]}"


def _chance(check: VerdictCheck) -> str:
    """A chance as a percentage, with as many decimals as tell it from certainty and from nothing."""
    chance = 100 * check.miss_chance
    decimals = next((digits for digits in range(1, 12) if 0 < float(f"{chance:.{digits}f}") < 100), 12)
    return f"{chance:.{decimals}f} %" if check.checked else "100 %"


def _describe_report(report: CensusReport) -> str:
    """What a census holds, in words."""
    missing = f", {report.missing:,} still missing" if report.missing else ""
    return f"{report.parameters.heading()}{missing}\n{_describe_counts(report.counts)}{_describe_best_scores(report)}"


def _describe_best_scores(report: CensusReport) -> str:
    if report.best_scores is None:
        return ""
    known = sum(report.best_scores.values())
    lines = [f"{'best score':10}{'unsolvable deals':>21}{'share':>10}"]
    lines += [f"{score:10,}{number:21,}{100 * number / known:8.2f} %" for score, number in report.best_scores.items()]
    if open_ones := report.counts.unsolvable - known:
        lines.append(f"{'unknown':10}{open_ones:21,}")
    return "\n" + "\n".join(lines)


def _by_size(reports: list[CensusReport]) -> str:
    """Censuses as the lines of a table."""
    lines = [f"{'size':8}{'deals':>13}{'unsolvable':>13}  share"]
    for one in sorted(reports, key=lambda report: (report.parameters.rows, report.parameters.cols)):
        rules = "" if one.parameters.rules.is_standard else f" {one.parameters.rules}"
        size = f"{one.parameters.rows} × {one.parameters.cols}{rules}"
        counts = one.counts
        lines.append(f"{size:8}{counts.deals:13,}{counts.unsolvable:13,}  {counts.unsolvable_share()}")
    return "\n".join(lines)


def _describe_blocks(found: BlockSummary) -> str:
    """What a file of blocks holds, in words."""
    size = f"{found.blocks.rows} × {found.blocks.cols}"
    left = f"{found.missing:,} still missing" if found.missing else "all there are"
    heading = f"{size}, {count(found.finished, 'block')} of {found.blocks.size:,} deals, {left}"
    return f"{heading}\n{_describe_counts(found.counts, are_all=not found.missing)}"
