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

from boaf.support.lazy import public_names

__getattr__, __dir__, __all__ = public_names(__name__)
