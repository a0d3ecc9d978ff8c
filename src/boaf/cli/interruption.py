"""Ctrl-C ends the program soon, whatever it is doing.

Ctrl-C raises `KeyboardInterrupt` in the main thread, which stops what is going on, shows what is finished and returns.
But the interpreter can do so only between two of its own steps: not while the main thread is in a library, say in a
long fit of a classifier, and when the main thread has returned it still waits for the other threads. So the program
does not wait for them, and a watchman, who hears of the signal at once (`signal.set_wakeup_fd`), ends the process if it
is still there after a grace period.
Whatever is finished has been written by then, and files are there as a whole or not at all (`boaf.support.files`).
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from time import sleep
from typing import Any

from boaf.cli.status import Status

_GRACE_SECONDS = 1.0


def watch_for_interrupts() -> None:
    """Post the watchman; once in a process, from its main thread."""
    if os.name == "nt" or threading.current_thread() is not threading.main_thread():
        return
    heard, told = os.pipe()
    os.set_blocking(told, False)
    signal.set_wakeup_fd(told, warn_on_full_buffer=False)
    threading.Thread(target=_watch, args=(heard,), daemon=True).start()
    sys.unraisablehook = partial(_without_interrupts, sys.unraisablehook)


def _without_interrupts(usual: Callable[[Any], Any], error: Any) -> None:
    """Say nothing of an interrupt that came when it could not be raised; the watchman has heard of it."""
    if error.exc_type is not KeyboardInterrupt:
        usual(error)


@contextmanager
def in_its_own_time() -> Iterator[None]:
    """Within the block, whoever handles the signal may take as long as it needs."""
    watchman = signal.set_wakeup_fd(-1)
    try:
        yield
    finally:
        signal.set_wakeup_fd(watchman)


def _watch(heard: int) -> None:
    """Wait for the signal, and then for the process to end by itself."""
    while signal.SIGINT not in os.read(heard, 1):
        continue
    sleep(_GRACE_SECONDS)
    if not _has_reported.is_set():
        with suppress(OSError):
            os.write(2, b"interrupted\n")
    _end()


_has_reported = threading.Event()


def report() -> None:
    """Say that the command was interrupted."""
    _has_reported.set()
    print("interrupted", file=sys.stderr)


def leave() -> None:
    """End the process at once, when everything is written: the interpreter would wait for its threads."""
    sys.stdout.flush()
    sys.stderr.flush()
    _end()


def _end() -> None:
    """End the process, and those that work for it."""
    if processes := sys.modules.get("multiprocessing"):
        for child in processes.active_children():
            child.terminate()
    os._exit(Status.INTERRUPTED)
