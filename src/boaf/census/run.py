"""`run_census`: compute the missing chunks of a census, here or on a Dask cluster (extra `research`).

Chunks come in any order, as they are finished, and few are held at a time, so memory does not grow with the range. On a
cluster the results travel to the process that asked for them, which alone writes files, so the machines need no shared
disk.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any

from boaf.census.chunks import ChunkRecord, Counts, compute_chunk, total
from boaf.census.directory import CensusDirectory
from boaf.census.parameters import Parameters, Shard
from boaf.support.errors import BoafError, require
from boaf.support.files import remove_leftovers
from boaf.support.progress import Progress, ProgressBar, no_bar
from boaf.support.threads import in_order, thread_count, thread_pool

LOCAL = "local"
"""The address of a cluster of processes on this machine, which is started for the run."""
_RETRIES = 5
_ALLOWED_DEATHS = 10
"""How many workers may die while they hold a chunk before it is given up; a lack of memory kills several."""
_IGNORE_INTERRUPTS = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"
"""What each local worker runs first: Ctrl-C is for the process that started them, which ends them."""
_CONNECT_SECONDS = 10
_IN_FLIGHT = 2
"""Chunks per thread of a cluster, so that no thread waits for the next."""
_Finished = Generator[tuple[bytes, ChunkRecord], None, None]
"""Chunks as they are finished; closing it ends the work."""


@dataclass(frozen=True)
class Summary:
    """What a census, or one shard of it, holds after a run."""

    parameters: Parameters
    counts: Counts
    solved: int
    """How many of the deals this run solved."""
    seconds: float
    """How long this run took."""

    def to_json(self) -> dict[str, object]:
        """The summary as plain values: {rows, cols, start, stop, deals, … nodes, seconds}."""
        return self.parameters.place() | self.counts.to_json() | {"seconds": self.seconds}


def run_census(
    parameters: Parameters,
    path: Path | str,
    *,
    shard: Shard | None = None,
    threads: int | None = None,
    dask: str | None = None,
    bar: ProgressBar = no_bar,
) -> Summary:
    """Compute the missing chunks of the census at `path`; the same call resumes an interrupted run.

    Parameters
    ----------
    parameters
        What to count and keep.
    path
        The directory for the files.
    shard
        Compute only this part of the chunks.
    threads
        How many threads share the work (default: all cores), or processes if `dask` is "local".
    dask
        The address of a Dask cluster, or "local" for one on this machine.
    bar
        Shows the progress: `with bar("solving", 2000, "deals") as progress`, then `progress(1)` for each deal.

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
    chunks = (shard or Shard()).of(parameters.chunks)
    missing = [chunk for chunk in chunks if not directory.is_done(chunk)]
    deals = sum(len(parameters.seeds(chunk)) for chunk in missing)
    if missing:
        with bar("solving", deals, "deals") as progress:
            if dask is None:
                _save_all(directory, _run_here(parameters, missing, threads, progress))
            else:
                _save_all(directory, _run_on_dask(parameters, missing, dask, threads, progress))
    remove_leftovers(directory.path)
    counts = total((directory.record(chunk).counts for chunk in chunks), reasons=parameters.reasons)
    return Summary(parameters, counts, deals, perf_counter() - started)


def _save_all(directory: CensusDirectory, finished: _Finished) -> None:
    """Write each chunk while the next is computed; an interrupt waits for the one being written."""
    with closing(finished), ThreadPoolExecutor(1) as writer:
        writing: Future[None] | None = None
        for content, record in finished:
            if writing:
                writing.result()
            writing = writer.submit(directory.save, content, record)
        if writing:
            writing.result()


def _run_here(parameters: Parameters, chunks: Sequence[int], threads: int | None, progress: Progress) -> _Finished:
    """Compute chunks on all cores or some threads: one chunk per thread, or the threads together if there are few."""
    threads = thread_count(threads)
    if len(chunks) < 2 * threads:
        for chunk in chunks:
            yield compute_chunk(parameters, chunk, threads=threads, progress=progress)
        return
    with thread_pool(threads) as pool:
        compute = partial(compute_chunk, parameters, threads=1, progress=progress)
        yield from in_order(pool, compute, chunks, threads)


def _run_on_dask(
    parameters: Parameters, chunks: Sequence[int], address: str, threads: int | None, progress: Progress
) -> _Finished:
    """Compute chunks on the Dask cluster at an address, or on a `LOCAL` one of `threads` processes.

    A chunk whose worker dies is computed by another.
    """
    distributed = require("distributed", "research")
    with ExitStack() as stack:
        client = _connect(distributed, stack, address, threads)
        left = iter(chunks)
        pending = distributed.as_completed()

        def fill() -> None:
            """Hand out chunks to all threads that the cluster has at the moment."""
            threads = max(sum(client.nthreads().values()), 1)
            for chunk in islice(left, max(_IN_FLIGHT * threads - pending.count(), 0)):
                pending.add(client.submit(compute_chunk, parameters, chunk, threads=1, retries=_RETRIES, pure=False))

        fill()
        for future in pending:
            try:
                content, record = future.result()
            except (distributed.KilledWorker, CancelledError, ImportError, OSError) as error:
                raise BoafError(f"the Dask cluster gave up on a chunk: {_one_line(error)}") from None
            future.release()
            fill()
            progress(record.counts.deals)
            yield content, record


def _connect(distributed: Any, stack: ExitStack, address: str, threads: int | None) -> Any:
    """A client of the cluster; it is closed, and a local cluster ended, with the stack."""
    if address == LOCAL:
        settings = {"distributed.scheduler.allowed-failures": _ALLOWED_DEATHS}
        stack.enter_context(require("dask", "research").config.set(settings))
        cluster = distributed.LocalCluster(
            n_workers=threads,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            preload=[_IGNORE_INTERRUPTS],
        )
        stack.enter_context(cluster)
        return stack.enter_context(distributed.Client(cluster))
    try:
        return stack.enter_context(distributed.Client(address, timeout=_CONNECT_SECONDS))
    except (OSError, ValueError, TimeoutError) as error:
        raise BoafError(f"no Dask cluster answers at {address}: {_one_line(error)}") from None


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
