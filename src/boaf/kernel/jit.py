"""Functions with two faces: machine code, and plain Python where that answers sooner.

A single easy board takes less time than importing Numba, and much less than compiling. So what answers for one board
does it `at_once`: inside that block a function decorated `compiled` runs as it is written, until the process has
machine code anyway, or plain Python has taken so long that a compiler is worth its time. Loops inside work in portions,
and ask `portion` how large they may be. Everywhere else the first call loads or compiles. What would take minutes as
plain Python is `heavy`: it is always machine code, and leaves the rest as it is. With `NUMBA_DISABLE_JIT=1` everything
stays plain.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, update_wrapper, wraps
from threading import Lock, local
from time import thread_time
from typing import Any, TypeVar, cast

from boaf.kernel.cache import cache_directory
from boaf.kernel.clock import loading

F = TypeVar("F", bound=Callable[..., Any])
_WORTH_LOADING, _WORTH_COMPILING = 0.3, 8.0
"""Processor seconds of plain Python in all after which it is worth while to load machine code, or to compile it first.

Compiling a search takes some 20 to 30 s, so whoever waits for plain Python at first never waits much longer in all.
"""
_PLAIN_PORTION = 50
"""Nodes that plain Python searches in a moment."""
_making = Lock()


class _Heat:
    """Whether machine code is used from now on, and how much plain Python came before."""

    def __init__(self) -> None:
        self.is_on = False
        self.plain_seconds = 0.0


class _Block(local):
    """Since when a thread has been inside a block of `at_once`."""

    started: float | None = None


_heat = _Heat()
_block = _Block()


def heat() -> None:
    """Use machine code from now on."""
    _heat.is_on = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


def is_hot() -> bool:
    """Whether the process uses machine code already."""
    return _heat.is_on


@contextmanager
def at_once() -> Iterator[None]:
    """Inside, compiled functions run as plain Python as long as that is sooner done than loading machine code."""
    if _heat.is_on or _block.started is not None:
        yield
        return
    import numpy as np

    _block.started = thread_time()
    try:
        with np.errstate(over="ignore"):  # words of 64 bits wrap around
            yield
    finally:
        _heat.plain_seconds += thread_time() - _block.started
        _block.started = None


def answers_at_once(function: F) -> F:
    """Let a function answer `at_once`."""

    @wraps(function)
    def answer(*arguments: Any, **options: Any) -> Any:
        if _heat.is_on:
            return function(*arguments, **options)
        with at_once():
            return function(*arguments, **options)

    vars(answer)["answers_at_once"] = True
    return cast(F, answer)


def portion(nodes: int) -> int:
    """How many nodes of a search to do at a time: all of them in machine code, a few in plain Python."""
    if _block.started is not None and _heat.plain_seconds + thread_time() - _block.started > _patience():
        heat()
    return nodes if _heat.is_on or _block.started is None else min(nodes, _PLAIN_PORTION)


@cache
def _patience() -> float:
    """How many seconds of plain Python there may be in all."""
    place = cache_directory()
    is_kept = place is not None and any(place.glob("code-*"))
    return _WORTH_LOADING if is_kept else _WORTH_COMPILING


class Compiled:
    """A function that runs as machine code or as plain Python."""

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        update_wrapper(self, function)
        self._function = function
        self._options = options
        self._dispatcher: Any = None

    @property
    def dispatcher(self) -> Any:
        """What Numba makes of the function, which compiles it for the types that it meets."""
        if self._dispatcher is None:
            with loading, _making:
                from boaf.kernel.machine import dispatcher_of

                self._dispatcher = self._dispatcher or dispatcher_of(self._function, self._options)
        return self._dispatcher

    @property
    def _numba_type_(self) -> Any:
        """What Numba asks for where a compiled function calls this one."""
        return self.dispatcher._numba_type_

    def __call__(self, *arguments: Any) -> Any:
        """Run it."""
        if not _heat.is_on:
            if _block.started is not None:
                return self._function(*arguments)
            heat()
        return self.dispatcher(*arguments)


class _Heavy(Compiled):
    """A function that runs as machine code wherever it is called, which does not count as plain Python's time."""

    def __call__(self, *arguments: Any) -> Any:
        """Run it."""
        begun = thread_time()
        try:
            return self.dispatcher(*arguments)
        finally:
            if _block.started is not None:
                _block.started += thread_time() - begun


def compiled(function: F) -> F:
    """A function that can be compiled; the machine code is kept, and lets other threads run."""
    return cast(F, Compiled(function, {}))


def lean(function: F) -> F:
    """As `compiled`, for a function that allocates nothing, so that no references to arrays need to be counted.

    To count them takes as long as a node in a search that hands its arrays around. Numba refuses what would allocate.
    """
    return cast(F, Compiled(function, {"_nrt": False}))


def heavy(function: F) -> F:
    """As `lean`, for a function that is never worth running as plain Python."""
    return cast(F, _Heavy(function, {"_nrt": False}))
