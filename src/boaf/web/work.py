"""Work off the event loop: lanes of threads with a bounded queue before them, and a cache of answers.

The compiled searches let other threads run, so a few threads use all processors while the event loop goes on answering.
Boards of up to 16 stacks have a lane of their own: a hint is not kept waiting by somebody's 7 × 7 board. A lane whose
queue is full refuses at once (`BusyError`, HTTP status 503), so that what was accepted is answered soon.

The threads are daemons, so that a search under way, which ends within its time limit anyway, does not hold up the end
of the process.
"""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from threading import BoundedSemaphore, Thread
from typing import Any, TypeVar, cast

from boaf.board import Board
from boaf.web.models import Answer

T = TypeVar("T")
A = TypeVar("A", bound=Answer)

MOST_QUICK_STACKS = 16
_PROCESSORS = max(2, os.cpu_count() or 2)
_QUICK_PLACES = 100
_SLOW_PLACES = 8
_MOST_CACHED = 1000


class BusyError(Exception):
    """The work cannot be done: the queue is full, or the server is being stopped."""


class Lane:
    """`threads` threads, and room for `places` jobs in all, running or waiting."""

    def __init__(self, threads: int, places: int) -> None:
        self._threads = threads
        self._places = BoundedSemaphore(places)
        self._jobs: SimpleQueue[tuple[asyncio.Future[Any], Callable[[], Any]]] = SimpleQueue()
        self._expected: set[asyncio.Future[Any]] = set()
        self._started = False

    async def run(self, function: Callable[[], T]) -> T:
        """What `function` returns, computed in one of the threads."""
        if not self._places.acquire(blocking=False):
            raise BusyError("the server is busy: ask again in a second")
        if not self._started:
            self._started = True
            for _ in range(self._threads):
                Thread(target=self._serve, daemon=True).start()
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._expected.add(answer)
        answer.add_done_callback(self._expected.discard)
        self._jobs.put((answer, function))
        return await answer

    def stop(self) -> None:
        """Fail all pending requests."""
        for answer in list(self._expected):
            answer.set_exception(BusyError("the server is being stopped"))

    def _serve(self) -> None:
        while True:
            self._work_off(*self._jobs.get())

    def _work_off(self, answer: asyncio.Future[Any], function: Callable[[], Any]) -> None:
        """Compute an answer if someone still waits for it; its place is free by the time that it arrives."""
        try:
            settle = partial(answer.set_result, None if answer.done() else function())
        except BaseException as error:
            settle = partial(answer.set_exception, error)
        self._places.release()
        with suppress(RuntimeError):  # the loop is closed: the server was stopped meanwhile
            answer.get_loop().call_soon_threadsafe(lambda: answer.done() or settle())


class Work:
    """The lanes and the cache of one server; to be used from its event loop."""

    def __init__(self, quick: Lane | None = None, slow: Lane | None = None) -> None:
        self.quick = quick or Lane(_PROCESSORS, _QUICK_PLACES)
        self.slow = slow or Lane(_PROCESSORS, _SLOW_PLACES)
        self._cache: OrderedDict[tuple[object, ...], Answer] = OrderedDict()

    async def answer(self, function: Callable[[Board], A], board: Board) -> A:
        """What `function` says about the board."""
        key = (function, board.cols, board.stacks)
        return await self.answer_once(key, self.lane_for(board), lambda: function(board))

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
        """Fail all pending requests."""
        self.quick.stop()
        self.slow.stop()

    def lane_for(self, board: Board) -> Lane:
        """The lane in which to work on a board."""
        return self.quick if board.stack_count <= MOST_QUICK_STACKS else self.slow
