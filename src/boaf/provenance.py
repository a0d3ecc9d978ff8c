"""What computed a result: the versions, the commit and the machine, for the reader of a record."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from boaf import __version__

_LIBRARIES = ("numpy", "numba", "lightgbm", "scikit-learn", "torch")


@cache
def made_by() -> dict[str, Any]:
    """The versions, the commit and the machine."""
    versions = {"boaf": __version__, "python": platform.python_version()}
    for library in _LIBRARIES:
        try:
            versions[library] = version(library)
        except PackageNotFoundError:
            continue
    machine = f"{sys.platform} {platform.machine()}, {os.cpu_count()} cores"
    return {"versions": versions, "commit": _commit(), "machine": machine}


def _commit() -> str | None:
    """The commit of the checkout that runs, with `-dirty` where files are changed; None for an installed package."""
    here = Path(__file__)
    try:
        _git(here.parent, "ls-files", "--error-unmatch", here.name)  # not a package installed within some checkout
        return _git(here.parent, "describe", "--always", "--dirty", "--abbrev=40")
    except (OSError, subprocess.SubprocessError):
        return None


def _git(directory: Path, *arguments: str) -> str:
    command = ["git", "-C", str(directory), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=10).stdout.strip()
