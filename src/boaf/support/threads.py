"""Threads that share a piece of work, and stop when it is no longer wanted.

The compiled searches let other threads run, so threads use all cores. When an error or Ctrl-C ends the block of
`thread_pool`, what is queued is dropped and what the threads have begun is called off (`stopping`). After Ctrl-C
nobody waits for it, since not everything looks up often; what comes of it is lost.

    >>> with thread_pool() as pool:
    ...     list(pool.map(abs, [-1, 2, -3]))
    [1, 2, 3]
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event, local
from typing import Generic, TypeVar

from boaf.support.arguments import whole_number
from boaf.support.errors import ParameterError
from boaf.support.stopping import for_this_thread

S = TypeVar("S")
T = TypeVar("T")
MOST_THREADS = 1024


def thread_count(threads: int | None = None) -> int:
    """How many threads to use: what was asked for, or one for each core."""
    if threads is not None and not 1 <= whole_number("threads", threads) <= MOST_THREADS:
        raise ParameterError(f"threads must be from 1 to {MOST_THREADS:,}, not {threads:,}", "threads")
    return threads or os.cpu_count() or 1


@contextmanager
def thread_pool(threads: int | None = None) -> Iterator[ThreadPoolExecutor]:
    """A pool of threads, by default one for each core; at the end of the block, what it has not begun is dropped."""
    off, wait = Event(), True
    pool = ThreadPoolExecutor(thread_count(threads), initializer=for_this_thread(off.is_set))
    try:
        yield pool
    except BaseException as error:
        off.set()
        wait = not isinstance(error, KeyboardInterrupt)
        raise
    finally:
        pool.shutdown(wait, cancel_futures=True)


def in_order(pool: ThreadPoolExecutor, function: Callable[[S], T], items: Iterable[S], ahead: int) -> Iterator[T]:
    """What a function gives for items without end, in their order; up to `ahead` of them are begun before."""
    waiting: deque[Future[T]] = deque()
    for item in items:
        waiting.append(pool.submit(function, item))
        if len(waiting) > ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


class PerThread(Generic[T]):
    """An object for each thread that asks for its own, made when it first does."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._local = local()

    def __call__(self) -> T:
        """The object of the current thread."""
        if not hasattr(self._local, "own"):
            self._local.own = self._make()
        own: T = self._local.own
        return own
