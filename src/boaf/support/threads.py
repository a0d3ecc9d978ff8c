"""Threads that share work, and stop when it is no longer wanted.

Compiled searches release the interpreter lock, so threads use all cores. When an error or Ctrl-C ends the block of
`thread_pool`, queued work is dropped and running work is cancelled (`stopping`). After Ctrl-C nothing waits for the
running work, since not everything checks often, and its results are lost.

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

from boaf.support.errors import ParameterError, whole_number
from boaf.support.stopping import for_this_thread

S = TypeVar("S")
T = TypeVar("T")
MOST_THREADS = 1024


def thread_count(threads: int | None = None) -> int:
    """The number of threads to use: as given, or one for each core."""
    if threads is not None and not 1 <= whole_number("threads", threads) <= MOST_THREADS:
        raise ParameterError(f"threads must be from 1 to {MOST_THREADS:,}, not {threads:,}", "threads")
    return threads or os.cpu_count() or 1


@contextmanager
def thread_pool(threads: int | None = None) -> Iterator[ThreadPoolExecutor]:
    """A pool of threads, by default one for each core; the end of the block drops queued work."""
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
    """The results of a function for any number of items, in order; up to `ahead` of them are started early."""
    waiting: deque[Future[T]] = deque()
    for item in items:
        waiting.append(pool.submit(function, item))
        if len(waiting) > ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


class PerThread(Generic[T]):
    """One object per thread, made when the thread first asks for it."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._local = local()

    def __call__(self) -> T:
        """The object of the current thread."""
        if not hasattr(self._local, "own"):
            self._local.own = self._make()
        own: T = self._local.own
        return own
