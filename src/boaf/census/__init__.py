"""The census: millions of deals, on one machine or many, in Parquet files that are complete or not there.

    >>> from boaf.census import Parameters, read_census, run_census
    >>> summary = run_census(Parameters(0, 2000), "census")
    >>> summary.counts.unsolvable, read_census("census").columns
    (8, ['seed', 'verdict', 'nodes'])

A range of seeds is divided into chunks of a fixed size. `compute_chunk` is a pure function from the parameters and the
number of a chunk to the bytes of its file, so it does not matter where, when and in which order chunks are computed:
threads of one process, the machines of a Dask cluster and the jobs of a job array all give the same files. A run
computes the chunks that are missing, so the same call resumes an interrupted run.

| file                   | what                                                                          |
| ---------------------- | ----------------------------------------------------------------------------- |
| `census.json`          | the parameters, written once; a run with others is refused                    |
| `chunk-000123.parquet` | one row per deal: seed, verdict, reason, best_score, nodes, solution          |
| `chunk-000123.json`    | its size, digest and counts; written last, so a chunk without it is not done  |
"""

from boaf.support.lazy import public_names

__getattr__, __dir__, __all__ = public_names(__name__)
