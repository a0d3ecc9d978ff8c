"""Refusing an output that cannot be written before the work that fills it."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from boaf.errors import BoafError

FIGURES = (".png", ".svg", ".pdf")


def require_place(path: Path | None) -> None:
    """Refuse, before the work that fills it, a file that has no directory to stand in or is one itself."""
    if path is None:
        return
    if path.is_dir():
        reason = errno.EISDIR
    elif not path.parent.exists():
        reason = errno.ENOENT
    elif not path.parent.is_dir():
        reason = errno.ENOTDIR
    else:
        return
    raise BoafError(f"cannot write {path}: {os.strerror(reason)}")


def require_figure(path: Path | None) -> None:
    """Refuse, before the work that it shows, a figure that cannot be written or is of no format that is drawn."""
    require_place(path)
    if path is not None and path.suffix not in FIGURES:
        raise BoafError(f"cannot draw {path}: its name must end in {', '.join(FIGURES)}")


def require_directory(path: Path | None) -> None:
    """Refuse, before the work that fills it, a directory that cannot be made because a file stands in its way."""
    if path is not None and not next(place for place in (path, *path.absolute().parents) if place.exists()).is_dir():
        raise BoafError(f"cannot write to {path}: {os.strerror(errno.ENOTDIR)}")
