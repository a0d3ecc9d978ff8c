"""The directory for what can be computed again: machine code and large endgame tables.

It is the place that `BOAF_CACHE_DIR` names, else the one that the operating system has for caches. Where that cannot be
written, as on a read-only system, a directory of this user's among the temporary files takes its place. Machine code is
loaded from there, so nobody else may be able to write to it.
"""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from functools import cache
from pathlib import Path


def cache_directory() -> Path | None:
    """The directory that things are kept in, or None where no place can be written."""
    usual = _usual_directory()
    if usual is not None and _is_writable(usual):
        return usual
    return _temporary_directory()


def _usual_directory() -> Path | None:
    if named := os.environ.get("BOAF_CACHE_DIR"):
        return Path(named)
    try:
        if sys.platform == "win32":
            return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "boaf"
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "boaf"
    except RuntimeError:  # a user without a home
        return None


def _temporary_directory() -> Path | None:
    """A directory of this user's among the temporary files; not one that somebody else made under that name."""
    if sys.platform == "win32":
        return None  # temporary files and caches stand side by side there
    directory = Path(os.environ.get("TMPDIR") or "/tmp") / f"boaf-{os.getuid()}"
    try:
        directory.mkdir(mode=0o700, exist_ok=True)
        found = directory.lstat()
    except OSError:
        return None
    is_own = stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077
    return directory if is_own and _is_writable(directory) else None


@cache
def _is_writable(directory: Path) -> bool:
    """Whether files can be made in a directory, which is made first if need be."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=directory).close()
    except OSError:
        return False
    return True
