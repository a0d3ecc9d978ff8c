"""The directory for what can be computed again: machine code and large endgame tables."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def cache_directory() -> Path:
    """`BOAF_CACHE_DIR` if it is set, else the place that the operating system has for caches."""
    if named := os.environ.get("BOAF_CACHE_DIR"):
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "boaf"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "boaf"
