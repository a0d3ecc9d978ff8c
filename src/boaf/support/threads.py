"""Threads that share work, and the cancellation of work that is no longer wanted.

Compiled searches release the interpreter lock, so threads use all cores. When an error or Ctrl-C ends the block of
`thread_pool`, queued work is dropped and running work is cancelled; after Ctrl-C nothing waits for it.

    >>> with thread_pool() as pool:
    ...     list(pool.map(abs, [-1, 2, -3]))
    [1, 2, 3]

Work can also be cancelled from outside, for example if a client has disconnected. Within `stopped_by(stop)` the work of
this thread ends with `StoppedError` soon after `stop()` becomes true: every search checks its limits every few
milliseconds (`solvers.contract.Limits`), and that check calls `check_stopped`. Other threads are not affected.

    >>> with stopped_by(lambda: True):
    ...     check_stopped()
    Traceback (most recent call last):
    boaf.support.errors.StoppedError: the work was cancelled
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event, local
from typing import Generic, TypeVar

from boaf.support.errors import ParameterError, StoppedError, whole_number

S = TypeVar("S")
T = TypeVar("T")
MOST_THREADS = 1024
_OWN = local()
"""Its `stop` says whether the work of this thread was cancelled."""


def thread_count(threads: int | None = None) -> int:
    """The number of threads to use: as given, or one for each core."""
    if threads is not None and not 1 <= whole_number("threads", threads) <= MOST_THREADS:
        raise ParameterError(f"threads must be from 1 to {MOST_THREADS:,}, not {threads:,}", "threads")
    return threads or os.cpu_count() or 1


@contextmanager
def thread_pool(threads: int | None = None) -> Iterator[ThreadPoolExecutor]:
    """A pool of threads, by default one for each core; the end of the block drops queued work."""
    off, wait = Event(), True
    pool = ThreadPoolExecutor(thread_count(threads), initializer=_stop_setter(off.is_set))
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


@contextmanager
def stopped_by(stop: Callable[[], bool]) -> Iterator[None]:
    """Within the block, cancel the work of this thread once `stop()` or that of an outer block is true."""
    outer = getattr(_OWN, "stop", None)
    _stop_setter(stop)()
    try:
        yield
    finally:
        _OWN.stop = outer


def _stop_setter(stop: Callable[[], bool]) -> Callable[[], None]:
    """What a thread calls first, to be cancelled by `stop()` or with the thread that calls this function."""
    outer: Callable[[], bool] | None = getattr(_OWN, "stop", None)

    def begin() -> None:
        _OWN.stop = stop if outer is None else lambda: outer() or stop()

    return begin


def check_stopped() -> None:
    """Raise `StoppedError` if the work of this thread was cancelled."""
    stop: Callable[[], bool] | None = getattr(_OWN, "stop", None)
    if stop is not None and stop():
        raise StoppedError("the work was cancelled")


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
