"""How compiled functions are made, and how a person learns that the first compilation is under way.

Numba keeps machine code on disk, so that the compilation is paid once on a machine. It notices when the file of a
function changes, but not when a function that was inlined into it does, which stands in another file. So the code of
each module has a directory of its own, named by a digest of its source and of all compiled modules that it imports,
directly or not.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import event

from boaf.kernel.cache import cache_directory
from boaf.kernel.clock import loading

F = TypeVar("F", bound=Callable[..., Any])
_SETTINGS = vars(numba.config)


def compiled(function: F) -> F:
    """Compile `function` when it is first called, keep the machine code, and let other threads run meanwhile."""
    others, _SETTINGS["CACHE_DIR"] = _SETTINGS["CACHE_DIR"], _code_directory(function.__module__)
    try:
        return cast(F, numba.njit(cache=True, nogil=True)(function))
    finally:
        _SETTINGS["CACHE_DIR"] = others


@cache
def _code_directory(module: str) -> str:
    modules, found = [module], {module}
    for name in modules:
        imported = _imports(name) - found
        modules += sorted(imported)
        found |= imported
    sources = (_source(name) for name in sorted(found))
    digest = hashlib.sha256(b"".join(source for source in sources if b"@compiled" in source))
    return str(cache_directory() / f"code-{digest.hexdigest()[:16]}")


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


class _Announcer(event.Listener):
    """Says once on a terminal that the kernel is being compiled."""

    announced = False

    def on_start(self, _event: Any) -> None:
        if not self.announced and sys.stderr.isatty():
            print("compiling the kernel, once on this machine: some ten seconds …", file=sys.stderr, flush=True)
        self.announced = True

    def on_end(self, _event: Any) -> None:
        pass


class _Loading(event.Listener):
    """Stops the clock while machine code is compiled or loaded: both happen under Numba's compiler lock."""

    def on_start(self, _event: Any) -> None:
        loading.__enter__()

    def on_end(self, _event: Any) -> None:
        loading.__exit__()


event.register("numba:compile", _Announcer())
event.register("numba:compiler_lock", _Loading())
