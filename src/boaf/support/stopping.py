"""Cancellation of work from outside.

The answer may no longer be wanted: a client has disconnected, or another thread has failed. Within `stopped_by(stop)`
the work of this thread ends with `StoppedError` soon after `stop()` becomes true: every search checks its limits every
few milliseconds (`solvers.contract.Limits`), and that check calls `check_stopped`. Nothing has to be passed through the
functions in between, and other threads are not affected.

    >>> with stopped_by(lambda: True):
    ...     check_stopped()
    Traceback (most recent call last):
    boaf.support.errors.StoppedError: the work was cancelled
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import local

from boaf.support.errors import StoppedError

_OWN = local()


@contextmanager
def stopped_by(stop: Callable[[], bool]) -> Iterator[None]:
    """Within the block, cancel the work of this thread once `stop()` or that of an outer block is true."""
    outer: Callable[[], bool] | None = getattr(_OWN, "stop", None)
    _OWN.stop = stop if outer is None else lambda: outer() or stop()
    try:
        yield
    finally:
        _OWN.stop = outer


def for_this_thread(stop: Callable[[], bool]) -> Callable[[], None]:
    """The function that a thread working for this one calls first, to be cancelled with it or by `stop()`."""
    outer: Callable[[], bool] | None = getattr(_OWN, "stop", None)

    def begin() -> None:
        _OWN.stop = stop if outer is None else lambda: outer() or stop()

    return begin


def check_stopped() -> None:
    """Raise `StoppedError` if the work of this thread was cancelled."""
    stop: Callable[[], bool] | None = getattr(_OWN, "stop", None)
    if stop is not None and stop():
        raise StoppedError("the work was cancelled")
