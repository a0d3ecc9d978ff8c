"""What the tests of the census share."""

import io
import json
import subprocess
import sys
from pathlib import Path

import polars as pl

from boaf.census.chunks import VERDICT_TYPE, record_of
from boaf.census.directory import CensusDirectory
from boaf.census.parameters import Parameters

SMALL = Parameters(0, 2300, chunk_size=500, solutions=True, reasons=True)
"""Five chunks, the last one shorter; deals 10, 190, 397, 520, 1163, 1264, 1309 and 1646 are unsolvable."""
UNSOLVABLE = [10, 190, 397, 520, 1163, 1264, 1309, 1646]

PROGRAM = """
import os, signal, sys
from boaf.census.parameters import Parameters, Shard
from boaf.census.run import run_census

directory, steps, shard = sys.argv[1], int(sys.argv[2]), Shard.parse(sys.argv[3])

def count(event, arguments):
    global steps
    if event in ("open", "os.rename") and str(arguments[0]).startswith(directory):
        steps -= 1
        if not steps:
            os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(count)
run_census(Parameters(0, 2300, chunk_size=500, solutions=True, reasons=True), directory, shard=shard, threads=1)
"""


def contents(directory: Path) -> dict[str, bytes]:
    """Every file of a directory."""
    return {path.name: path.read_bytes() for path in sorted(directory.iterdir())}


def start_small_census(directory: Path, steps: int = 0, shard: str = "1/1") -> subprocess.Popen[bytes]:
    """A process that runs the census `SMALL`, and is killed when it opens or renames a file for the `steps`-th time."""
    return subprocess.Popen([sys.executable, "-c", PROGRAM, str(directory), str(steps), shard])


def forge(directory: Path, chunk: int, change: pl.Expr) -> None:
    """Change the deals of a chunk and make its record fit."""
    place = CensusDirectory(directory)
    frame = pl.read_parquet(place.file(chunk)).with_columns(change)
    file = io.BytesIO()
    frame.write_parquet(file)
    place.file(chunk).write_bytes(file.getvalue())
    record = record_of(chunk, place.parameters().seeds(chunk), frame, file.getvalue())
    place.record_file(chunk).write_text(json.dumps(record.to_json()))


def verdict_of(seeds: list[int], verdict: str) -> pl.Expr:
    """The column of verdicts with a lie about some deals."""
    lie = pl.when(pl.col("seed").is_in(seeds)).then(pl.lit(verdict, VERDICT_TYPE))
    return lie.otherwise(pl.col("verdict")).alias("verdict")
