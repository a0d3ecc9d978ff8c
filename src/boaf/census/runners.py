"""Where chunks are computed: here, or on a Dask cluster (extra `research`).

A runner yields chunks in any order as they are finished. It holds few of them at a time, so memory does not grow with
the range. On a cluster the results travel to the process that asked for them, which alone writes files: the machines
need no disk in common.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from concurrent.futures import CancelledError
from contextlib import ExitStack
from itertools import islice
from typing import Any

from boaf.census.chunks import Record, compute_chunk
from boaf.census.parameters import Parameters
from boaf.support.errors import BoafError, require
from boaf.support.progress import Progress

LOCAL = "local"
"""The address that asks for a cluster of processes on this machine."""
Finished = Generator[tuple[bytes, Record], None, None]
"""Chunks as they are finished; closing it ends the work."""
_RETRIES = 5
_ALLOWED_DEATHS = 10
"""How many workers may die while they hold a chunk before it is given up; a lack of memory kills several."""
_DEAF = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"
"""What each local worker runs first: Ctrl-C is for the process that started them, which ends them."""
_CONNECT_SECONDS = 10
_IN_FLIGHT = 2
"""How many chunks each thread of a cluster has to itself, so that none waits for the next."""


def run_here(parameters: Parameters, chunks: Sequence[int], threads: int | None, progress: Progress | None) -> Finished:
    """Compute one chunk after another, the deals of each on all cores or on a given number of threads."""
    for chunk in chunks:
        yield compute_chunk(parameters, chunk, threads=threads, progress=progress)


def run_on_dask(
    parameters: Parameters, chunks: Sequence[int], address: str, threads: int | None, progress: Progress | None
) -> Finished:
    """Compute chunks on the Dask cluster at an address, or on a `LOCAL` one of `threads` processes.

    A chunk whose worker dies is computed by another.
    """
    distributed = require("distributed", "research")
    with ExitStack() as stack:
        client = _connect(distributed, stack, address, threads)
        left = iter(chunks)
        pending = distributed.as_completed()

        def fill() -> None:
            """Hand out chunks to all threads that the cluster has by this time."""
            threads = max(sum(client.nthreads().values()), 1)
            for chunk in islice(left, max(_IN_FLIGHT * threads - pending.count(), 0)):
                pending.add(client.submit(compute_chunk, parameters, chunk, threads=1, retries=_RETRIES, pure=False))

        fill()
        for future in pending:
            try:
                content, record = future.result()
            except (distributed.KilledWorker, CancelledError, ImportError, OSError) as error:
                raise BoafError(f"the Dask cluster gave a chunk up: {_one_line(error)}") from None
            future.release()
            fill()
            if progress:
                progress(record.counts.deals)
            yield content, record


def _connect(distributed: Any, stack: ExitStack, address: str, threads: int | None) -> Any:
    """A client of the cluster; it is closed, and a local cluster ended, with the stack."""
    if address == LOCAL:
        settings = {"distributed.scheduler.allowed-failures": _ALLOWED_DEATHS}
        stack.enter_context(require("dask", "research").config.set(settings))
        cluster = distributed.LocalCluster(
            n_workers=threads, threads_per_worker=1, processes=True, dashboard_address=None, preload=[_DEAF]
        )
        stack.enter_context(cluster)
        return stack.enter_context(distributed.Client(cluster))
    try:
        return stack.enter_context(distributed.Client(address, timeout=_CONNECT_SECONDS))
    except (OSError, ValueError, TimeoutError) as error:
        raise BoafError(f"no Dask cluster answers at {address}: {_one_line(error)}") from None


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
