"""Writing a file so that it is there as a whole or not at all, also after a crash.

The content goes into a sibling with a name of its own, is synced to disk, read back and compared, and renamed; then
the directory is synced too. A process that is killed may leave such a sibling behind, which begins with a
full stop and which nobody reads.
"""

from __future__ import annotations

import errno
import os
import socket
from contextlib import suppress
from pathlib import Path
from threading import get_ident
from time import time

from boaf.errors import BoafError

_MARK = ".part-"
_ABANDONED_SECONDS = 3600
"""Nobody takes so long to write a chunk; whether a process of another machine is still there cannot be asked."""


def write_file(path: Path, content: bytes, *, reassurance: str = "") -> None:
    """Write a file, in place of one that may be there; `reassurance` ends the message where that fails."""
    _write(path, content, reassurance, in_place=True)


def write_text(path: Path, text: str) -> None:
    """Write a text, in UTF-8, as `write_file` does."""
    write_file(path, text.encode())


def create_file(path: Path, content: bytes) -> None:
    """Write a file unless there is one; of several writers at a time, one succeeds and the others change nothing."""
    if not path.exists():
        _write(path, content, "", in_place=False)


def remove_leftovers(directory: Path) -> None:
    """Remove the siblings that killed processes left behind, but not those of processes still at work."""
    for path in directory.glob(f".*{_MARK}*"):
        host, _, process = path.name.rpartition(_MARK)[2].rpartition("-")
        with suppress(OSError, ValueError):
            here = host == socket.gethostname() and os.name != "nt"
            if _is_gone(int(process)) if here else time() - path.stat().st_mtime > _ABANDONED_SECONDS:
                path.unlink(missing_ok=True)


def _is_gone(process: int) -> bool:
    """Whether no process of this machine has that number."""
    try:
        os.kill(process, 0)
    except OSError as error:
        return error.errno == errno.ESRCH
    return False


def _write(path: Path, content: bytes, reassurance: str, *, in_place: bool) -> None:
    part = path.with_name(f".{path.name}.{get_ident()}{_MARK}{socket.gethostname()}-{os.getpid()}")
    try:
        with open(part, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if part.read_bytes() != content:
            raise OSError(errno.EIO, "it reads back otherwise than it was written")
        if in_place:
            os.replace(part, path)
        else:
            _link(part, path)
        _sync_directory(path.parent)
    except OSError as error:
        raise BoafError(f"cannot write {path}: {error.strerror}{reassurance}") from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _link(part: Path, path: Path) -> None:
    """Give a file its name unless the name is taken."""
    try:
        os.link(part, path)
    except FileExistsError:
        return
    except OSError:
        # Some file systems have no links; there a second writer in the same instant would win.
        os.replace(part, path)


def _sync_directory(directory: Path) -> None:
    if os.name == "nt":
        return  # a directory cannot be opened there
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
