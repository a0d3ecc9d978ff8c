"""How long work reports its progress.

Work whose size the caller knows takes a `Progress`. Work that first has to find out how much is left, because it
resumes, takes a `ProgressBar` and opens it when it knows:

    with bar("solving", deals, "deals") as progress:
        solve_many(range(deals), progress=progress)
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

Progress = Callable[[int], None]
"""Called with the number of units finished since the last call."""
ProgressBar = Callable[[str, int | None, str], AbstractContextManager[Progress]]
"""Given what is being done, the number of units (None if unknown) and their name, shows a bar within a `with` block."""


def no_progress(units: int) -> None:
    """Show nothing."""


def no_bar(work: str, total: int | None, unit: str) -> AbstractContextManager[Progress]:  # noqa: ARG001
    """Show no bar."""
    return nullcontext(no_progress)
