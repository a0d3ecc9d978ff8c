"""Worker threads with bounded queues, and a cache of answers, so that the event loop stays free.

The compiled searches release the interpreter, so a few threads use all processors while the event loop answers others.
Every question goes to one of three pools, each with its own threads:

| pool    | questions                                                                              |
| ------- | -------------------------------------------------------------------------------------- |
| `quick` | boards of up to 16 stacks: solve, analyse, explain, rate and the like; mostly milliseconds |
| `slow`  | boards of up to 16 stacks: what takes longer, a player's move and the making of puzzles   |
| `large` | everything on larger boards; one thread fewer than there are processors                 |

So neither a 7 × 7 board nor the making of ten puzzles delays a hint, and 7 × 7 boards do not delay puzzles. The pool
itself bounds its work and does not rely on the functions that it runs:

1. A pool whose queue is full refuses the next question at once (`BusyError`, HTTP status 503).
2. A question that has not been started after `LONGEST_WAIT` seconds is refused in the same way.
3. Work is stopped (`boaf.support.threads`) when its client has disconnected, when the server is being stopped, and as
   a last resort some time after `MOST_SECONDS`. The functions in `answers` return what they know after `MOST_SECONDS`;
   loading models, once, does not count.

The threads are daemons, so that work that is being stopped does not delay the end of the process.
"""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from threading import Thread
from time import perf_counter
from typing import Any, TypeVar, cast

from boaf.board import Board
from boaf.support.errors import StoppedError
from boaf.support.threads import stopped_by
from boaf.web import answers
from boaf.web.models import Answer

T = TypeVar("T")
A = TypeVar("A", bound=Answer)

MOST_SMALL_STACKS = 16
LONGEST_WAIT = 5.0
"""How many seconds a question may wait for a thread."""
_GRACE = 5.0
"""How many seconds more than `MOST_SECONDS` an answer may take before it is stopped."""
_PROCESSORS = max(2, os.cpu_count() or 2)
_QUICK_PLACES = 100
_SLOW_PLACES = 8
_MOST_CACHED = 1000


class BusyError(Exception):
    """The server has too much work, or is being stopped."""


def _busy() -> BusyError:
    return BusyError("the server is busy: ask again in a second")


class _Job:
    """A question and its future answer."""

    def __init__(self, function: Callable[[], Any], prepare: Callable[[], object]) -> None:
        self.function = function
        self.prepare = prepare
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.is_started = False
        self._timer = self.answer.get_loop().call_later(LONGEST_WAIT, self._refuse)

    def _refuse(self) -> None:
        """Refuse a job that was not started in time."""
        if not self.is_started and not self.answer.done():
            self.answer.set_exception(_busy())

    async def wait(self) -> Any:
        """The answer, when it is there."""
        try:
            return await self.answer
        finally:
            self._timer.cancel()

    def run(self) -> Callable[[], None]:
        """Do the work, unless it was cancelled; returns a function for the event loop that sets the answer."""
        self.is_started = True
        try:
            self.prepare()
            last = perf_counter() + answers.MOST_SECONDS + _GRACE
            with stopped_by(lambda: self.answer.done() or perf_counter() > last):
                return partial(self.answer.set_result, None if self.answer.done() else self.function())
        except StoppedError:
            return partial(self.answer.set_exception, BusyError("no answer was found in time"))
        except BaseException as error:
            return partial(self.answer.set_exception, error)


class WorkerPool:
    """`threads` threads with room for `places` questions, running or waiting."""

    def __init__(self, threads: int, places: int) -> None:
        self._threads = threads
        self._places = places
        self._jobs: SimpleQueue[_Job] = SimpleQueue()
        self._expected: set[asyncio.Future[Any]] = set()
        self._started = False

    async def run(self, function: Callable[[], T], prepare: Callable[[], object] = lambda: None) -> T:
        """What `function` returns, computed in one of the threads; the time that `prepare` takes does not count."""
        if len(self._expected) >= self._places:
            raise _busy()
        if not self._started:
            self._started = True
            for _ in range(self._threads):
                Thread(target=self._serve, daemon=True).start()
        job = _Job(function, prepare)
        self._expected.add(job.answer)
        job.answer.add_done_callback(self._expected.discard)
        self._jobs.put(job)
        return cast(T, await job.wait())

    def stop(self) -> None:
        """Fail all pending questions."""
        for answer in list(self._expected):
            answer.set_exception(BusyError("the server is being stopped"))

    def _serve(self) -> None:
        while True:
            job = self._jobs.get()
            settle = job.run()
            with suppress(RuntimeError):  # the loop is closed: the server was stopped meanwhile
                job.answer.get_loop().call_soon_threadsafe(_settle, job.answer, settle)


def _settle(answer: asyncio.Future[Any], settle: Callable[[], None]) -> None:
    if not answer.done():
        settle()


class Workers:
    """The pools and the cache of one server; to be used from its event loop."""

    def __init__(
        self, quick: WorkerPool | None = None, slow: WorkerPool | None = None, large: WorkerPool | None = None
    ) -> None:
        self.quick = quick or WorkerPool(_PROCESSORS, _QUICK_PLACES)
        self.slow = slow or WorkerPool(_PROCESSORS, _SLOW_PLACES)
        self.large = large or WorkerPool(_PROCESSORS - 1, _SLOW_PLACES)
        self._cache: OrderedDict[tuple[object, ...], Answer] = OrderedDict()

    async def answer(
        self, function: Callable[[Board], A], board: Board, prepare: Callable[[], object] = lambda: None
    ) -> A:
        """What `function` says about the board; `prepare` loads what it needs."""
        key = (function, board.cols, board.stacks)
        return await self.answer_once(key, self.pool_for(board.stack_count), lambda: function(board), prepare)

    async def answer_once(
        self,
        key: tuple[object, ...],
        pool: WorkerPool,
        function: Callable[[], A],
        prepare: Callable[[], object] = lambda: None,
    ) -> A:
        """What `function` returns, from the cache if the key was asked for recently."""
        if key in self._cache:
            self._cache.move_to_end(key)
            return cast(A, self._cache[key])
        found = await pool.run(function, prepare)
        if found.is_final():
            self._cache[key] = found
            if len(self._cache) > _MOST_CACHED:
                self._cache.popitem(last=False)
        return found

    def stop(self) -> None:
        """Fail all pending questions."""
        for pool in (self.quick, self.slow, self.large):
            pool.stop()

    def pool_for(self, stacks: int, *, takes_long: bool = False) -> WorkerPool:
        """The pool for boards with this number of stacks."""
        if stacks > MOST_SMALL_STACKS:
            return self.large
        return self.slow if takes_long else self.quick
