"""Refusing an output that cannot be written before the work that fills it.

Directories that are missing are made when a file is written, so only what stands in their way is refused.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path

from boaf.support.errors import BoafError

FIGURES = (".png", ".svg", ".pdf")


def require_place(path: Path | None) -> None:
    """Refuse, before the work that fills it, a file that is a directory or can have none to stand in."""
    if path is None:
        return
    if os.path.isdir(path):
        raise BoafError(f"cannot write {path}: {os.strerror(errno.EISDIR)}")
    _require_room(path, path.parent)


def require_figure(path: Path | None, formats: tuple[str, ...] = FIGURES) -> None:
    """Refuse, before the work that it shows, a figure that cannot be written or is of no format that is drawn."""
    require_place(path)
    if path is not None and path.suffix not in formats:
        raise BoafError(f"cannot draw {path}: its name must end in {', '.join(formats)}")


def require_directory(path: Path | None) -> None:
    """Refuse, before the work that fills it, a directory that cannot be made or written to."""
    if path is not None:
        _require_room(path, path)


def _require_room(path: Path, directory: Path) -> None:
    """Refuse a path if its directory, or the nearest one above it that exists, takes no files."""
    nearest = next(place for place in (directory, *directory.absolute().parents) if os.path.exists(place))
    if not nearest.is_dir():
        raise BoafError(f"cannot write {path}: {nearest} is not a directory")
    if not os.access(nearest, os.W_OK | os.X_OK):
        raise BoafError(f"cannot write {path}: {nearest} cannot be written to")
