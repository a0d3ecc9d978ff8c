"""The census: millions of deals, on one machine or many, into Parquet files that are never half there.

    >>> from boaf.census import Parameters, read_census, run_census
    >>> summary = run_census(Parameters(0, 2000), "census")
    >>> summary.counts.unsolvable, read_census("census").columns
    (8, ['seed', 'verdict', 'nodes'])

A range of seeds is cut into chunks of a fixed size. `compute_chunk` is a pure function from the parameters and the
number of a chunk to the bytes of its file, so it does not matter where, when and in which order chunks are computed:
threads of one process, the machines of a Dask cluster and the jobs of a job array all give the same files. A run does
the chunks that are missing, which is also how an interrupted run is resumed.

| file                   | what                                                                        |
| ---------------------- | --------------------------------------------------------------------------- |
| `census.json`          | the parameters, written once; a run with others is refused                  |
| `chunk-000123.parquet` | one row per deal: seed, verdict, reason, best_score, nodes, solution        |
| `chunk-000123.json`    | its size, digest and counts; written last, so a chunk without it is undone  |
| `manifest.json`        | the parameters and the records of all chunks, assembled at the end of a run |
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from boaf.lazy import lazy_names

if TYPE_CHECKING:
    from boaf.census.block_file import BlockFile, Decided, report_blocks, run_blocks
    from boaf.census.block_verification import verify_blocks
    from boaf.census.blocks import Block, Blocks
    from boaf.census.counts import Counts
    from boaf.census.directory import read_census
    from boaf.census.exact import Hands, count_hands
    from boaf.census.grid import SIZES, count_grid
    from boaf.census.parameters import Parameters, Shard
    from boaf.census.report import Report, report_census
    from boaf.census.run import Summary, run_census
    from boaf.census.sampling import Check
    from boaf.census.size import Size
    from boaf.census.small_boards import EveryDeal, count_every_deal
    from boaf.census.solutions import decode_solution
    from boaf.census.verify import Verification, verify_census

_MODULES = {
    "block_file": ("BlockFile", "Decided", "report_blocks", "run_blocks"),
    "blocks": ("Block", "Blocks"),
    "counts": ("Counts",),
    "directory": ("read_census",),
    "exact": ("Hands", "count_hands"),
    "grid": ("SIZES", "count_grid"),
    "parameters": ("Parameters", "Shard"),
    "report": ("Report", "report_census"),
    "run": ("Summary", "run_census"),
    "sampling": ("Check",),
    "size": ("Size",),
    "small_boards": ("EveryDeal", "count_every_deal"),
    "solutions": ("decode_solution",),
    "verify": ("Verification", "verify_census"),
    "block_verification": ("verify_blocks",),
}

__all__ = [
    "SIZES",
    "Block",
    "BlockFile",
    "Blocks",
    "Check",
    "Counts",
    "Decided",
    "EveryDeal",
    "Hands",
    "Parameters",
    "Report",
    "Shard",
    "Size",
    "Summary",
    "Verification",
    "count_every_deal",
    "count_grid",
    "count_hands",
    "decode_solution",
    "read_census",
    "report_blocks",
    "report_census",
    "run_blocks",
    "run_census",
    "verify_blocks",
    "verify_census",
]

__getattr__, __dir__ = lazy_names(
    __name__, {name: f"{__name__}.{module}" for module, names in _MODULES.items() for name in names}
)
