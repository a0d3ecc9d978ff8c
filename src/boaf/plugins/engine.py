"""A plug-in as a process that reads questions from standard input and writes answers to standard output.

The protocol has one line per question and answer (docs/plugins.md):

    boaf 1 solver                            ready
    option cutoff 9
    solve 2.5 - 7H 6C / -- 6H                solvable 3 7H-6C 7H-6H

Lines that begin with `#` are comments. A process that is late, writes anything else or ends is killed; the next
question starts it again.
"""

from __future__ import annotations

import subprocess
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from math import inf
from queue import Empty, SimpleQueue
from threading import Thread
from time import perf_counter
from typing import IO, cast
from weakref import finalize

from boaf.support.errors import PluginError
from boaf.support.schema import shown
from boaf.support.threads import check_stopped

VERSION = 1
_START_SECONDS = 30.0
GRACE_SECONDS = 1.0
"""How much longer than its limit a plug-in may take: it has to notice that the time is up."""
_MOST_LINE = 1 << 16
_MOST_SHOWN = 200
_GLANCE_SECONDS = 0.1


class Engine:
    """A plug-in process; it is started by the first question. One thread uses it at a time."""

    def __init__(self, name: str, command: list[str], role: str, options: dict[str, str] | None = None) -> None:
        self.name = name
        self._command = command
        self._greeting = [f"boaf {VERSION} {role}", *(f"option {key} {text}" for key, text in (options or {}).items())]
        self._running: _Running | None = None

    def ask(self, question: str, seconds: float = inf) -> str:
        """The answer to a question, which must come within a number of seconds; an empty one starts the process."""
        try:
            if self._running is None:
                self._running = _Running(self.name, self._command)
                if self._running.ask(self._greeting, _START_SECONDS) != "ready":
                    raise PluginError(self.name, "did not answer 'ready' when it was started")
            return self._running.ask([question], seconds) if question else ""
        except BaseException:
            if self._running is not None:
                self._running.close()
                self._running = None
            raise


@cache
def require_start(name: str, command: tuple[str, ...], role: str) -> None:
    """Raise `PluginError` if a plug-in cannot be started or loaded; one that can is not tried again."""
    Engine(name, list(command), role).ask("")


class _Running:
    """The process of a plug-in, with threads that read what it writes."""

    def __init__(self, name: str, command: list[str]) -> None:
        self._name = name
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe)
        except OSError as error:
            raise PluginError(name, f"cannot be started: {error.strerror or error}") from None
        self.close = finalize(self, _end, self._process)
        self._answers: SimpleQueue[bytes] = SimpleQueue()
        self._errors: deque[bytes] = deque(maxlen=1)
        self._input, answers, errors = (
            cast("IO[bytes]", stream) for stream in (self._process.stdin, self._process.stdout, self._process.stderr)
        )
        Thread(target=_read, args=(answers, self._answers.put, True), daemon=True).start()
        Thread(target=_read, args=(errors, self._errors.append, False), daemon=True).start()

    def ask(self, lines: list[str], seconds: float) -> str:
        """Write lines, and read the next line that is not a comment."""
        with suppress(OSError):  # a process that has ended is noticed when its answer is read
            self._input.write("".join(f"{line}\n" for line in lines).encode())
            self._input.flush()
        until = perf_counter() + seconds + GRACE_SECONDS
        while True:
            check_stopped()
            with suppress(Empty):
                line = self._answers.get(timeout=max(0.0, min(_GLANCE_SECONDS, until - perf_counter())))
                if not line:
                    raise PluginError(self._name, self._how_it_ended())
                text = line.decode(errors="replace").strip()
                if not line.endswith(b"\n") or not text.isprintable():
                    raise PluginError(self._name, f"wrote {shown(text)}, which is not an answer")
                if text and not text.startswith("#"):
                    return text
            if perf_counter() >= until:
                raise PluginError(self._name, f"gave no answer within {seconds:.3g} s", is_late=True)

    def _how_it_ended(self) -> str:
        """The exit status and the last line of standard error."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE_SECONDS)
        last = self._errors[0].decode(errors="replace").strip() if self._errors else ""
        return f"ended with status {self._process.returncode}" + (f": {last[:_MOST_SHOWN]}" if last else "")


def _read(stream: IO[bytes], put: Callable[[bytes], None], ends: bool) -> None:
    """Pass on the lines of a stream, and at its end an empty one."""
    with suppress(ValueError, OSError):
        while line := stream.readline(_MOST_LINE):
            put(line)
    if ends:
        put(b"")


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        with suppress(OSError, ValueError):
            if stream is not None:
                stream.close()
