"""`boaf census all`: every numbered deal of a size, with counts only."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from boaf.cli.boards import DealCols, DealRows, Json, Threads
from boaf.cli.census_words import describe_blocks
from boaf.cli.progress import progress_bar
from boaf.support.errors import BoafError
from boaf.support.files import json_text


def census_all(
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="The file of blocks (default: results/census-RxC.jsonl)."),
    ] = None,
    rows: DealRows = 4,
    cols: DealCols = 4,
    blocks: Annotated[
        tuple[int, int] | None, typer.Option("--blocks", metavar="FIRST END", help="Only the blocks FIRST … END − 1.")
    ] = None,
    block_size: Annotated[
        int | None, typer.Option("--block-size", metavar="N", help="Deals per block (default: 2^20).")
    ] = None,
    threads: Threads = None,
    as_json: Json = False,
) -> None:
    """Decide all 2^31 numbered deals of a size, block by block, and keep counts only, one line of JSON a block.

    The same command resumes a run that was interrupted, on whatever machine; `boaf census verify --block K` decides a
    block anew, and `boaf census report FILE` adds up. All 4 × 4 deals take some hours.

    JSON: {rows, cols, blocks, missing, deals, solvable, unsolvable, unknown, reasons, nodes, solvable_share: {share,
    low, high}}.

    Example: boaf census all --out census.jsonl --block-size 2000 --blocks 0 2
    """
    from boaf.census.blocks.block import BLOCK_SIZE, Blocks
    from boaf.census.blocks.file import run_blocks

    if blocks is not None and blocks[0] >= blocks[1]:
        raise BoafError(f"--blocks {blocks[0]} {blocks[1]}: FIRST must be below END")
    found = run_blocks(
        file_of_blocks(rows, cols) if out is None else out,
        Blocks(rows, cols, BLOCK_SIZE if block_size is None else block_size),
        chosen=None if blocks is None else range(*blocks),
        threads=threads,
        bar=progress_bar,
    )
    typer.echo(json_text(found.to_json()) if as_json else describe_blocks(found))


def file_of_blocks(rows: int = 4, cols: int = 4) -> Path:
    """Where the blocks of a size are kept."""
    return Path("results") / f"census-{rows}x{cols}.jsonl"
