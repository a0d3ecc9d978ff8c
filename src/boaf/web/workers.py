"""Work off the event loop: lanes of threads with bounded queues before them, and a cache of answers.

The compiled searches let other threads run, so a few threads use all processors while the event loop goes on answering.
Every question goes to one of three lanes, each with threads of its own:

| lane    | questions                                                                                       |
| ------- | ----------------------------------------------------------------------------------------------- |
| `quick` | on boards of up to 16 stacks: solve, analyse, explain, rate and the like, mostly milliseconds     |
| `slow`  | on boards of up to 16 stacks: what takes longer, a player's thought and the making of puzzles     |
| `large` | everything on larger boards, with one thread fewer than there are processors                     |

So a hint is kept waiting neither by somebody's 7 × 7 board nor by the making of ten puzzles, and puzzles are not kept
waiting by 7 × 7 boards either. Whatever a lane is given is bounded, by the lane itself and not by the good will of what
it runs:

1. A lane that has its fill of questions refuses the next at once (`BusyError`, HTTP status 503).
2. A question that has not been begun after `LONGEST_WAIT` seconds is refused in the same way.
3. Work is called off (`stopping`) when nobody waits for its answer any longer, because the client has gone or the
   server is being stopped, and as a last resort when it takes `MOST_SECONDS` and some grace: the functions in `answers`
   and `games` give what they know after `MOST_SECONDS`, but a first question also waits for imports.

The threads are daemons, so that a piece of work that is being called off does not hold up the end of the process.
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
from boaf.support.stopping import stopped_by
from boaf.web import answers
from boaf.web.models import Answer

T = TypeVar("T")
A = TypeVar("A", bound=Answer)

MOST_SMALL_STACKS = 16
LONGEST_WAIT = 5.0
"""How many seconds a question may wait for a thread."""
_GRACE = 5.0
"""How many seconds more than `MOST_SECONDS` an answer may take before it is called off."""
_PROCESSORS = max(2, os.cpu_count() or 2)
_QUICK_PLACES = 100
_SLOW_PLACES = 8
_MOST_CACHED = 1000


class BusyError(Exception):
    """The work cannot be done: there is too much of it, or the server is being stopped."""


def _busy() -> BusyError:
    return BusyError("the server is busy: ask again in a second")


class _Job:
    """A question and the answer that is expected to it."""

    def __init__(self, function: Callable[[], Any]) -> None:
        self.function = function
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.is_begun = False
        self._timer = self.answer.get_loop().call_later(LONGEST_WAIT, self._refuse)

    def _refuse(self) -> None:
        """Refuse what has not been begun in time."""
        if not self.is_begun and not self.answer.done():
            self.answer.set_exception(_busy())

    async def wait(self) -> Any:
        """The answer, when it is there."""
        try:
            return await self.answer
        finally:
            self._timer.cancel()

    def work_off(self) -> Callable[[], None]:
        """Do the work, unless nobody waits for it; what settles the answer, to be called in the event loop."""
        self.is_begun = True
        last = perf_counter() + answers.MOST_SECONDS + _GRACE
        try:
            with stopped_by(lambda: self.answer.done() or perf_counter() > last):
                return partial(self.answer.set_result, None if self.answer.done() else self.function())
        except StoppedError:
            return partial(self.answer.set_exception, BusyError("no answer was found in time"))
        except BaseException as error:
            return partial(self.answer.set_exception, error)


class Lane:
    """`threads` threads, and room for `places` questions in all, begun or waiting."""

    def __init__(self, threads: int, places: int) -> None:
        self._threads = threads
        self._places = places
        self._jobs: SimpleQueue[_Job] = SimpleQueue()
        self._expected: set[asyncio.Future[Any]] = set()
        self._started = False

    async def run(self, function: Callable[[], T]) -> T:
        """What `function` returns, computed in one of the threads."""
        if len(self._expected) >= self._places:
            raise _busy()
        if not self._started:
            self._started = True
            for _ in range(self._threads):
                Thread(target=self._serve, daemon=True).start()
        job = _Job(function)
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
            settle = job.work_off()
            with suppress(RuntimeError):  # the loop is closed: the server was stopped meanwhile
                job.answer.get_loop().call_soon_threadsafe(_settle, job.answer, settle)


def _settle(answer: asyncio.Future[Any], settle: Callable[[], None]) -> None:
    if not answer.done():
        settle()


class Work:
    """The lanes and the cache of one server; to be used from its event loop."""

    def __init__(self, quick: Lane | None = None, slow: Lane | None = None, large: Lane | None = None) -> None:
        self.quick = quick or Lane(_PROCESSORS, _QUICK_PLACES)
        self.slow = slow or Lane(_PROCESSORS, _SLOW_PLACES)
        self.large = large or Lane(_PROCESSORS - 1, _SLOW_PLACES)
        self._cache: OrderedDict[tuple[object, ...], Answer] = OrderedDict()

    async def answer(self, function: Callable[[Board], A], board: Board) -> A:
        """What `function` says about the board."""
        key = (function, board.cols, board.stacks)
        return await self.answer_once(key, self.lane_for(board.stack_count), lambda: function(board))

    async def answer_once(self, key: tuple[object, ...], lane: Lane, function: Callable[[], A]) -> A:
        """What `function` returns, from the cache if the key was asked for lately."""
        if key in self._cache:
            self._cache.move_to_end(key)
            return cast(A, self._cache[key])
        found = await lane.run(function)
        if found.is_final():
            self._cache[key] = found
            if len(self._cache) > _MOST_CACHED:
                self._cache.popitem(last=False)
        return found

    def stop(self) -> None:
        """Fail all pending questions."""
        for lane in (self.quick, self.slow, self.large):
            lane.stop()

    def lane_for(self, stacks: int, *, takes_long: bool = False) -> Lane:
        """The lane in which to work on boards of so many stacks."""
        if stacks > MOST_SMALL_STACKS:
            return self.large
        return self.slow if takes_long else self.quick
