"""Compile on demand with Numba: for a checkout whose kernel was edited, and for the build.

`NUMBA_BOUNDSCHECK=1` makes the compiled code check every index. Nothing is kept: each process compiles what it uses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba

import boaf.kernel.vectors  # noqa: F401  (Numba learns how lanes and scratch arrays are compiled)

OPTIONS: dict[str, Any] = {"nogil": True, "_nrt": False}
"""Other threads run meanwhile, and nothing may be allocated, so no references need to be counted."""


def dispatcher_of(function: Callable[..., Any]) -> Any:
    """What compiles a function for the types it is called with."""
    return numba.njit(**OPTIONS)(function)
