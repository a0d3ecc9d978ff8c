"""`run_census`: compute what a census lacks, and say what it holds."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, nullcontext
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from boaf.census.counts import Counts, total
from boaf.census.directory import CensusDirectory
from boaf.census.parameters import Parameters, Shard
from boaf.census.runners import Finished, run_here, run_on_dask
from boaf.support.files import remove_leftovers
from boaf.support.progress import Watch
from boaf.support.threads import thread_count


@dataclass(frozen=True)
class Summary:
    """What a census, or one shard of it, holds after a run."""

    parameters: Parameters
    counts: Counts
    solved: int
    """How many of the deals this run solved; the others were there."""
    seconds: float
    """How long this run took."""

    def to_json(self) -> dict[str, object]:
        """The summary as plain values: {rows, cols, start, stop, deals, … nodes, seconds}."""
        names = ("rows", "cols", "start", "stop")
        shape: dict[str, object] = {name: getattr(self.parameters, name) for name in names}
        return shape | self.counts.to_json() | {"seconds": self.seconds}


def run_census(
    parameters: Parameters,
    path: Path | str,
    *,
    shard: Shard | None = None,
    threads: int | None = None,
    dask: str | None = None,
    watch: Watch | None = None,
) -> Summary:
    """Compute the chunks that the census at `path` lacks; the same call resumes a run that was interrupted.

    Parameters
    ----------
    parameters
        What to count and keep.
    path
        The directory for the files.
    shard
        Compute only this part of the chunks.
    threads
        How many threads share the work (default: all cores), or processes where `dask` is "local".
    dask
        The address of a Dask cluster, or "local" for one on this machine.
    watch
        Given the number of deals to solve, returns a context manager that yields a function to report progress to.

    Returns
    -------
    Summary
        What the census, or the shard, holds after the run.

    Raises
    ------
    BoafError
        If the directory holds another census or a damaged one or cannot be written to, or the cluster does not answer.
    MissingExtraError
        If `dask` is given and the extra `research` is not installed.

    Examples
    --------
    >>> from boaf.census import Parameters
    >>> run_census(Parameters(0, 2000), "census").counts.unsolvable
    8

    """
    thread_count(threads)
    started = perf_counter()
    directory = CensusDirectory(Path(path))
    directory.claim(parameters.to_json())
    directory.require_manifest(parameters)
    chunks = (shard or Shard()).of(parameters.chunks)
    missing = directory.missing(chunks)
    deals = sum(len(parameters.seeds(chunk)) for chunk in missing)
    if missing:
        with watch(deals) if watch else nullcontext() as progress:
            if dask is None:
                _save_all(directory, run_here(parameters, missing, threads, progress))
            else:
                _save_all(directory, run_on_dask(parameters, missing, dask, threads, progress))
    directory.write_manifest()
    remove_leftovers(directory.path)
    records = [record for chunk in chunks if (record := directory.record(chunk))]
    counts = total((record.counts for record in records), reasons=parameters.reasons)
    return Summary(parameters, counts, deals, perf_counter() - started)


def _save_all(directory: CensusDirectory, finished: Finished) -> None:
    """Write each chunk while the next is computed; an interrupt waits for the one being written."""
    with closing(finished), ThreadPoolExecutor(1) as writer:
        writing: Future[None] | None = None
        for content, record in finished:
            if writing:
                writing.result()
            writing = writer.submit(directory.save, content, record)
        if writing:
            writing.result()
