"""Ctrl-C ends the program soon, whatever it is doing.

Ctrl-C raises `KeyboardInterrupt` in the main thread, which stops what is going on, shows what is finished and returns.
But the interpreter can do so only between two of its own steps: not while the main thread is in a library, say in a
long fit of a classifier, and when the main thread has returned it still waits for the other threads. So a watchman
hears of the signal at once (`signal.set_wakeup_fd`) and ends the process if it is still there after a grace period.
Whatever is finished has been written by then, and files are there as a whole or not at all (`boaf.files`).
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import sleep

from boaf.cli.status import Status

_GRACE_SECONDS = 1.5


def watch_for_interrupts() -> None:
    """Post the watchman; once in a process, from its main thread."""
    if os.name == "nt" or threading.current_thread() is not threading.main_thread():
        return
    heard, told = os.pipe()
    os.set_blocking(told, False)
    signal.set_wakeup_fd(told, warn_on_full_buffer=False)
    threading.Thread(target=_watch, args=(heard,), daemon=True).start()


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
    os._exit(Status.INTERRUPTED)


_has_reported = threading.Event()


def report() -> None:
    """Say that the command was interrupted."""
    _has_reported.set()
    print("interrupted", file=sys.stderr)
