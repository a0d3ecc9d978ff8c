"""Giving spoiled files to whatever reads them, within limits of time and memory, and judging what comes of it.

A reader may refuse a file: from Python with a `BoafError`, from the shell with the exit status 2 and one line. It may
accept it; then the judge of the sample says whether the answer is right. Anything else is a fault: another exception,
another exit status, more lines, more time or memory, a wrong answer.
"""

import faulthandler
import io
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import FrameType
from typing import NamedTuple

from boaf.cli import main
from boaf.support.errors import BoafError, UndecidedError
from tests.fuzz.mutations import Mutation

SECONDS = 10
"""What no reader may take on a small file, whatever it holds; a loaded machine included."""
STUCK_SECONDS = 300
"""After so long something hangs for good, even if it began with compiling."""
BYTES = 2 << 30
"""What no reader may allocate on top of what the process has when the fuzzing begins."""
STATUSES = (0, 2, 3)


class FaultError(Exception):
    """A reader did what it must not."""


class HangError(BaseException):
    """A reader takes too long; not an `Exception`, which a reader may catch."""


class Answer(NamedTuple):
    """What a command has printed."""

    status: int
    out: str


Reader = Callable[[Path], object]
"""Reads the file at a path; what was next to the valid file is next to it."""


Judge = Callable[[object, bytes], str | None]
"""What is wrong with the answer for a file with this content, if anything."""


@dataclass(frozen=True)
class Sample:
    """A small valid file, how it is spoiled, and who reads it."""

    name: str
    files: Mapping[str, bytes]
    """The file and what must be next to it, by their paths in a directory."""
    target: str
    """Which of them is spoiled."""
    mutations: tuple[Mutation, ...]
    readers: Mapping[str, Reader]
    judge: Judge = lambda _answer, _content: None
    weight: float = 1.0
    """How many inputs it gets next to others; less where its readers are slow."""


@dataclass
class Tally:
    """What came of the inputs of a sample."""

    inputs: int = 0
    refused: int = 0
    accepted: int = 0
    slowest: float = 0.0
    faults: list[str] = field(default_factory=list)


def boaf(*words: object, stdin: bytes = b"") -> Answer:
    """Run the command line as the shell does, and raise `BoafError` where it refuses its input."""
    out = io.TextIOWrapper(io.BytesIO(), "utf-8")
    old = sys.stdin, sys.stdout
    sys.stdin, sys.stdout = io.TextIOWrapper(io.BytesIO(stdin), "utf-8"), out
    try:
        with stderr_lines() as lines:
            status = main([str(word) for word in words])
        out.flush()
        printed = out.buffer.getvalue().decode()  # type: ignore[attr-defined]
    finally:
        sys.stdin, sys.stdout = old
    if status not in STATUSES:
        raise FaultError(f"exit status {status}: {lines}")
    if status == 2 and not lines and '"sound": false' in printed:
        raise BoafError("a census with problems, which are the answer")
    of_lines = all(line.startswith("boaf: line ") for line in lines)
    if status == 2 and ((len(lines) != 1 and not of_lines) or not lines or not lines[0].startswith("boaf: ")):
        raise FaultError(f"{len(lines)} lines: {lines[:4]}")
    if any("Warning" in line or "Traceback" in line for line in lines):
        raise FaultError(f"on standard error: {lines[:4]}")
    if status == 2:
        raise BoafError(lines[0])
    return Answer(status, printed)


@contextmanager
def stderr_lines() -> Iterator[list[str]]:
    """The lines that Python or a library writes to standard error; a library writes to the descriptor itself."""
    lines: list[str] = []
    with tempfile.TemporaryFile() as file:
        old, kept = sys.stderr, os.dup(2)
        os.dup2(file.fileno(), 2)
        sys.stderr = io.TextIOWrapper(io.FileIO(os.dup(2), "w"), "utf-8", "backslashreplace", write_through=True)
        try:
            yield lines
        finally:
            sys.stderr.close()
            sys.stderr = old
            os.dup2(kept, 2)
            os.close(kept)
            file.seek(0)
            lines += file.read().decode(errors="replace").splitlines()


@contextmanager
def limits() -> Iterator[None]:
    """Limit the memory of this process."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + BYTES, hard))
    old = signal.signal(signal.SIGALRM, _hang)
    try:
        yield
    finally:
        signal.signal(signal.SIGALRM, old)
        faulthandler.cancel_dump_traceback_later()
        _wound[0] = 0.0
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


_wound = [0.0]


def _wind_second_clock() -> None:
    """Compiled code does not see the signal; then a second clock ends the process and shows where it was.

    Winding it takes a new thread, so it is wound now and then only.
    """
    if time.monotonic() - _wound[0] > SECONDS:
        faulthandler.dump_traceback_later(STUCK_SECONDS, exit=True)
        _wound[0] = time.monotonic()


def _hang(_signal: int, _frame: FrameType | None) -> None:
    raise HangError


def input_of(sample: Sample, seed: int, number: int) -> tuple[str, bytes]:
    """The reader and the content of one input; they depend on nothing else."""
    random = Random(zlib.crc32(f"{seed} {sample.name} {number}".encode()))
    reader = list(sample.readers)[number % len(sample.readers)]
    mutation = sample.mutations[number // len(sample.readers) % len(sample.mutations)]
    return reader, mutation(sample.files[sample.target], random)


def run(sample: Sample, seed: int, number: int, place: Path, tally: Tally) -> None:
    """Give one spoiled file to a reader."""
    reader, content = input_of(sample, seed, number)
    started = time.perf_counter()
    try:
        try:
            tally.accepted += _accepts(sample, reader, content, place)
        except HangError:
            # It may have been compiling, which counts once; so let it end, and then measure it.
            with suppress(Exception):
                _accepts(sample, reader, content, place, limited=False)
            started = time.perf_counter()
            tally.accepted += _accepts(sample, reader, content, place)
    except (Exception, HangError) as error:
        kind = "" if isinstance(error, FaultError) else f"{type(error).__name__}: "
        reason = str(error) or f"more than {SECONDS} s"
        tally.faults.append(f"{sample.name}, {reader}, input {number}: {kind}{reason[:300]}")
    tally.inputs += 1
    tally.refused = tally.inputs - tally.accepted - len(tally.faults)
    tally.slowest = max(tally.slowest, time.perf_counter() - started)


def check_valid(sample: Sample, place: Path) -> None:
    """Every reader must accept the file as it was, and the judge the answer; this also compiles what is compiled."""
    for reader in sample.readers:
        content = sample.files[sample.target]
        if not _accepts(sample, reader, content, place, limited=False):
            raise FaultError(f"{sample.name}, {reader}: the valid file is refused")


def _accepts(sample: Sample, reader: str, content: bytes, place: Path, *, limited: bool = True) -> bool:
    directory = place / "case"
    shutil.rmtree(directory, ignore_errors=True)
    for name, there in (sample.files | {sample.target: content}).items():
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        (directory / name).write_bytes(there)
    try:
        _wind_second_clock()
        if limited:
            signal.setitimer(signal.ITIMER_REAL, SECONDS)
        answer = sample.readers[reader](directory / sample.target)
    except UndecidedError:
        return True
    except BoafError as error:
        if len(str(error).splitlines()) != 1:
            raise FaultError(f"a message of several lines: {error}") from None
        return False
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    if wrong := sample.judge(answer, content):
        raise FaultError(f"accepted, but {wrong}")
    return True
