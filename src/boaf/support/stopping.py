"""Work that can be called off from outside.

The one who asked may no longer want the answer: a client has hung up, or another thread has failed. Within
`stopped_by(stop)` everything that this thread does ends with `StoppedError` soon after `stop()` has become true: every
search looks at its limits every few milliseconds (`solvers.contract.Limits`), and that look calls `check_stopped`.
Nothing need be passed through the functions in between, and other threads are not concerned.

    >>> with stopped_by(lambda: True):
    ...     check_stopped()
    Traceback (most recent call last):
    boaf.support.errors.StoppedError: the work was called off
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import local

from boaf.support.errors import StoppedError

_OWN = local()


@contextmanager
def stopped_by(stop: Callable[[], bool]) -> Iterator[None]:
    """Within the block, work in this thread is called off once `stop()` or an outer block's is true."""
    outer: Callable[[], bool] | None = getattr(_OWN, "stop", None)
    _OWN.stop = stop if outer is None else lambda: outer() or stop()
    try:
        yield
    finally:
        _OWN.stop = outer


def for_this_thread(stop: Callable[[], bool]) -> Callable[[], None]:
    """What a thread that works for this one calls first: its work is called off with this one's, or by `stop()`."""
    outer: Callable[[], bool] | None = getattr(_OWN, "stop", None)

    def begin() -> None:
        _OWN.stop = stop if outer is None else lambda: outer() or stop()

    return begin


def check_stopped() -> None:
    """Raise `StoppedError` if the work of this thread has been called off."""
    stop: Callable[[], bool] | None = getattr(_OWN, "stop", None)
    if stop is not None and stop():
        raise StoppedError("the work was called off")
