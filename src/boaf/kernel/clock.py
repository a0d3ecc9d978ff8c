"""A clock that stands still while machine code or tables are loaded, so that no limit and no measurement pays for it.

A first call compiles for seconds what then runs in microseconds. Whatever is compiled or loaded tells this clock
(`kernel.jit` and `kernel.store` do), and time limits, `Result.seconds` and benchmarks read it. There is one for the
whole process: while any thread loads, it stands still for all.
"""

from __future__ import annotations

from threading import Lock
from time import perf_counter


class _Clock:
    """A clock that is stopped by `with` blocks, which may be nested and in several threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._loads = 0
        self._stopped = 0.0
        self._lost = 0.0

    def now(self) -> float:
        """The seconds since some moment, without those for which the clock stood still."""
        with self._lock:
            return (self._stopped if self._loads else perf_counter()) - self._lost

    def __enter__(self) -> None:
        with self._lock:
            if not self._loads:
                self._stopped = perf_counter()
            self._loads += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._loads -= 1
            if not self._loads:
                self._lost += perf_counter() - self._stopped


loading = _Clock()
now = loading.now
