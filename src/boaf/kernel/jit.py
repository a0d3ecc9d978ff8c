"""How compiled functions are made, and how a person learns that the first compilation is under way.

Numba keeps the machine code on disk beside the source, so that the compilation is paid once on a machine.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeVar

import numba
from numba.core import event

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Compile `function` when it is first called, cache the machine code, and let other threads run meanwhile."""
    result: F = numba.njit(cache=True, nogil=True)(function)
    return result


class _Announcer(event.Listener):  # type: ignore[misc]
    """Says once on a terminal that the kernel is being compiled."""

    announced = False

    def on_start(self, event: Any) -> None:
        if not self.announced and sys.stderr.isatty():
            print("compiling the kernel: once on this machine, about half a minute …", file=sys.stderr, flush=True)
        self.announced = True

    def on_end(self, event: Any) -> None:
        pass


event.register("numba:compile", _Announcer())
