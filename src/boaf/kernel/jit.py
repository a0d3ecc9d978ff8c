"""How compiled functions are made, and how a person learns that the first compilation is under way.

Numba keeps machine code on disk, so that the compilation is paid once on a machine. It notices when the file of a
function changes, but not when a function that was inlined into it does, which stands in another file. So the code of
each state of the sources has a directory of its own, named by a digest of all files with compiled functions.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import event

from boaf.kernel.cache import cache_directory

F = TypeVar("F", bound=Callable[..., Any])
_SETTINGS = vars(numba.config)


def compiled(function: F) -> F:
    """Compile `function` when it is first called, keep the machine code, and let other threads run meanwhile."""
    others, _SETTINGS["CACHE_DIR"] = _SETTINGS["CACHE_DIR"], _code_directory()
    try:
        return cast(F, numba.njit(cache=True, nogil=True)(function))
    finally:
        _SETTINGS["CACHE_DIR"] = others


@cache
def _code_directory() -> str:
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.parent.rglob("*.py")):
        source = path.read_bytes()
        if b"@compiled" in source:
            digest.update(source)
    return str(cache_directory() / f"code-{digest.hexdigest()[:16]}")


class _Announcer(event.Listener):
    """Says once on a terminal that the kernel is being compiled."""

    announced = False

    def on_start(self, _event: Any) -> None:
        if not self.announced and sys.stderr.isatty():
            print("compiling the kernel, once on this machine: some ten seconds …", file=sys.stderr, flush=True)
        self.announced = True

    def on_end(self, _event: Any) -> None:
        pass


event.register("numba:compile", _Announcer())
