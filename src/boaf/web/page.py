"""The page as a folder of files that any web host serves; `boaf play` serves the same files.

The files of `static/` keep their places, except those that browsers want next to the page: they are at the top. The
service worker must know which files to keep for players without a network, and browsers update it when its bytes
change. So its first lines are a digest and the list of all files.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from boaf import __version__
from boaf.support.errors import BoafError
from boaf.support.files import digest_of, json_text, write_file

_STATIC = Path(__file__).parent / "static"
_AT_THE_TOP = ("index.html", "manifest.webmanifest", _SERVICE_WORKER := "service_worker.js")
_RECORD = "boaf-page.json"
"""Says what wrote the folder, so that the same command may write it again."""


class Page(NamedTuple):
    """How much was written."""

    files: int
    bytes: int


def write_page(directory: Path) -> Page:
    """Write the page to a directory that is new, empty, or has a page that boaf wrote.

    Raises
    ------
    BoafError
        If the directory holds something else, or cannot be written.

    """
    _require_own(directory)
    files = dict(page_files())
    record = {"boaf": __version__, "digest": _digest(files), "files": sorted(files)}
    write_file(directory / _RECORD, json_text(record, indent=1).encode() + b"\n")
    for name, content in files.items():
        write_file(directory / name, content)
    return Page(len(files), sum(map(len, files.values())))


def page_files() -> Iterator[tuple[str, bytes]]:
    """Every file of the page: its place in the folder, and its content."""
    found = {
        name if (name := path.relative_to(_STATIC).as_posix()) in _AT_THE_TOP else f"static/{name}": path.read_bytes()
        for path in sorted(_STATIC.rglob("*"))
        if path.is_file()
    }
    if _SERVICE_WORKER in found:
        kept = sorted(name for name in found if name != _SERVICE_WORKER)
        head = f"const DIGEST = {json.dumps(_digest(found))};\nconst FILES = {json.dumps(kept)};\n"
        found[_SERVICE_WORKER] = head.encode() + found[_SERVICE_WORKER]
    yield from found.items()


def _digest(files: dict[str, bytes]) -> str:
    return digest_of(*(f"{digest_of(files[name])} {name}\n" for name in sorted(files)))


def _require_own(directory: Path) -> None:
    try:
        is_taken = directory.exists() and any(directory.iterdir()) and not (directory / _RECORD).is_file()
    except NotADirectoryError:
        raise BoafError(f"cannot write the page to {directory}: it is not a directory") from None
    except OSError as error:
        raise BoafError(f"cannot write the page to {directory}: {error.strerror}") from None
    if is_taken:
        raise BoafError(f"{directory} is not empty and is not a page that boaf wrote: choose a new or empty directory")
