"""How machine code is made and kept, and how a person learns that the first compilation is under way.

Numba keeps machine code on disk, so that the compilation is paid once on a machine. It notices when the file of a
function changes, but not when a function that was inlined into it does, which stands in another file. So the code of
each module has a directory of its own, named by a digest of its source and of all compiled modules that it imports,
directly or not. Numba does not notice either whether code checks the bounds of arrays (`NUMBA_BOUNDSCHECK=1`), so such
code has directories of its own. Where none can be written, code is kept in memory only: Numba's own places are not
asked, since code there could be stale.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import Lock, Timer
from time import perf_counter
from typing import Any

import numba
from numba.core import caching, event

import boaf.kernel.vectors
from boaf.kernel.cache import cache_directory
from boaf.kernel.clock import loading

_SETTINGS = vars(numba.config)
_CHANGING_SETTINGS = Lock()
"""Modules are imported by several threads at a time."""
_FunctionCache: Any = caching.FunctionCache  # Numba has no types for it
_COMPILED = re.compile(rb"^@(compiled|lean|heavy)$|^class Lanes|^def lowest", re.MULTILINE)
"""What the source of a module has that is compiled into others."""
_LONG = 5.0
"""Seconds of compiling after which it is mentioned even where nobody may be watching."""
_ONCE = "compiling what is used for the first time on this machine; `boaf warm-up` compiles everything ahead of time"
_EVERY_TIME = "compiling the kernel, every time: set BOAF_CACHE_DIR to a directory that can be written to keep it"


def dispatcher_of(function: Callable[..., Any], options: dict[str, Any]) -> Any:
    """What compiles `function` when it is called, keeps the machine code, and lets other threads run meanwhile."""
    dispatcher: Any = numba.njit(nogil=True, **options)(function)
    code = None if _SETTINGS["DISABLE_JIT"] else _code_of(function)
    if code is not None:
        dispatcher._cache = code
    return dispatcher


class _Code(_FunctionCache):  # type: ignore[misc]
    """The machine code of a function on disk; what cannot be read or written there is compiled again."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The code for a signature, None where there is none."""
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # reading a damaged file can raise anything
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code for a signature, if the disk takes it."""
        with suppress(OSError):
            super().save_overload(sig, data)


def _code_of(function: Callable[..., Any]) -> _Code | None:
    """Where the machine code of a function is kept, None where it cannot be."""
    directory = _code_directory(function.__module__)
    if directory is None:
        return None
    with _CHANGING_SETTINGS:
        others, _SETTINGS["CACHE_DIR"] = _SETTINGS["CACHE_DIR"], directory
        try:
            code = _Code(function)
        except RuntimeError:  # there is no place that Numba can write to
            return None
        finally:
            _SETTINGS["CACHE_DIR"] = others
    return code if Path(code.cache_path).is_relative_to(directory) else None


@cache
def _code_directory(module: str) -> str | None:
    place = cache_directory()
    if place is None:
        return None
    modules, found = [module], {module}
    for name in modules:
        imported = _imports(name) - found
        modules += sorted(imported)
        found |= imported
    sources = (_source(name) for name in sorted(found | {boaf.kernel.vectors.__name__}))
    digest = hashlib.sha256(b"".join(source for source in sources if _COMPILED.search(source)))
    checked = "-checked" if _SETTINGS["BOUNDSCHECK"] else ""
    return str(place / f"code-{digest.hexdigest()[:16]}{checked}")


def _imports(module: str) -> set[str]:
    """The modules of the package that a module imports at its top level."""
    found = re.findall(rb"^from (boaf[\w.]*) import (\([^)]*\)|.*)", _source(module), re.MULTILINE)
    pairs = [(package, name) for package, names in found for name in [b"", *re.findall(rb"\w+", names)]]
    return {b".".join(pair).decode().rstrip(".") for pair in pairs}


@cache
def _source(module: str) -> bytes:
    """The source of a module of the package, empty if there is none of that name."""
    path = Path(__file__).parents[2].joinpath(*module.split("."))
    files = path.with_suffix(".py"), path / "__init__.py"
    return b"".join(file.read_bytes() for file in files if file.is_file())


class Announcer(event.Listener):
    """Says in one line that code is being compiled, and how that can be had ahead of time.

    It does so at once on a terminal, and elsewhere when compiling has taken some seconds, so that whoever reads a log
    learns what the time went into. How long it will take depends on the functions that are used, and is not said.
    """

    def __init__(self) -> None:
        self.is_silent = False
        """Whether there is nothing left to say."""
        self.compiled = 0
        """How many functions were compiled in this process."""
        self._depth = 0
        self._seconds = 0.0
        self._began = 0.0
        self._timer = Timer(0, self._announce)

    @contextmanager
    def silence(self) -> Iterator[None]:
        """Say nothing inside, where somebody else does."""
        before, self.is_silent = self.is_silent, True
        try:
            yield
        finally:
            self.is_silent = before

    def on_start(self, _event: Any) -> None:
        """Begin to compile a function; those that it calls are compiled in between."""
        self._depth += 1
        if self._depth > 1:
            return
        self._began = perf_counter()
        if self.is_silent or sys.stderr is None:
            return
        if sys.stderr.isatty() or cache_directory() is None:
            self._announce()
            return
        self._timer = Timer(max(_LONG - self._seconds, 0), self._announce)
        self._timer.daemon = True
        self._timer.start()

    def on_end(self, _event: Any) -> None:
        """Count a function as compiled."""
        self._depth -= 1
        self.compiled += 1
        if not self._depth:
            self._timer.cancel()
            self._seconds += perf_counter() - self._began

    def _announce(self) -> None:
        if not self.is_silent and sys.stderr is not None:
            self.is_silent = True
            print(_ONCE if cache_directory() else _EVERY_TIME, file=sys.stderr, flush=True)


class _Loading(event.Listener):
    """Stops the clock while machine code is compiled or loaded: both happen under Numba's compiler lock."""

    def on_start(self, _event: Any) -> None:
        loading.__enter__()

    def on_end(self, _event: Any) -> None:
        loading.__exit__()


announcer = Announcer()
event.register("numba:compile", announcer)
event.register("numba:compiler_lock", _Loading())
