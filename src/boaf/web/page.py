"""The page as a folder of files that any web host serves; `boaf play` serves the same files.

Files keep their places, except those that browsers want next to the page: they are at the top. Modules and style sheets
become one file each, so that the page starts with few requests. The service worker must know which files to keep, and
browsers update it when its bytes change. So its first lines are a digest and two lists: the files of the first visit,
and those for ratings, players and predictions, which it keeps later.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from boaf import __version__
from boaf.support.errors import BoafError
from boaf.support.files import digest_of, json_text, write_file
from boaf.web.bundle import bundle, without_comments

_STATIC = Path(__file__).parent / "static"
_AT_THE_TOP = ("index.html", "manifest.webmanifest", "_headers", _SERVICE_WORKER := "service_worker.js")
_ENTRY, _PACKAGE = "main.js", "kernel/boaf.js"
_RUNNER, _WORKER = "kernel/runner.js", "kernel/worker.js"
"""What is bundled: the page, the JavaScript package, which it and other pages import, the solver, and its worker."""
_ALONE = ("theme.js", _SERVICE_WORKER)
_OTHERS = {"kernel": "endgame-7.bin", "models": "shipped.boaf", "puzzles": "difficulty.json"}
"""Files of other packages that the page reads, under `static/kernel`."""
LATER = {f"static/kernel/{name}" for name in ("players.wasm", *_OTHERS.values())}
"""What only ratings, players and predictions need."""
_STYLE = re.compile(r' *<link rel="stylesheet" href="static/(\w+\.css)">\n')
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


def shared_files() -> dict[str, Path]:
    """The files of other packages that the page reads, by their places in the folder."""
    return {f"static/kernel/{name}": _STATIC.parents[1] / place / name for place, name in _OTHERS.items()}


def page_files() -> Iterator[tuple[str, bytes]]:
    """Every file of the page: its place in the folder, and its content."""
    source = {path.relative_to(_STATIC).as_posix(): path for path in sorted(_STATIC.rglob("*")) if path.is_file()}
    modules = {name: path.read_text("utf-8") for name, path in source.items() if name.endswith(".js")}
    page = index_page()
    styles = _STYLE.findall(page)
    page = _STYLE.sub("", page).replace("</head>", '  <link rel="stylesheet" href="static/page.css">\n</head>')
    page = page.replace(
        f'  <script type="module" src="static/{_ENTRY}"></script>\n',
        '  <link rel="preload" as="style" href="static/page.css">\n'
        f'  <link rel="modulepreload" href="static/{_PACKAGE}">\n'
        '  <script type="module" src="static/page.js"></script>\n',
    )
    found = {
        name if name in _AT_THE_TOP else f"static/{name}": path.read_bytes()
        for name, path in source.items()
        if name not in styles and (name not in modules or name in _ALONE)
    }
    found |= {name: path.read_bytes() for name, path in shared_files().items()}
    found["index.html"] = page.encode()
    found["static/page.js"] = bundle(modules, _ENTRY, (_PACKAGE,)).encode()
    for name, outside in {_PACKAGE: (), _RUNNER: (), _WORKER: (_RUNNER,)}.items():
        found[f"static/{name}"] = bundle(modules, name, outside).encode()
    found["static/page.css"] = "".join(without_comments(source[name].read_text("utf-8")) for name in styles).encode()
    first = sorted(found.keys() - LATER - {_SERVICE_WORKER, "_headers"})
    head = {"DIGEST": _digest(found), "FILES": first, "LATER": sorted(LATER)}
    lines = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in head.items())
    found[_SERVICE_WORKER] = lines.encode() + found[_SERVICE_WORKER]
    yield from sorted(found.items())


def index_page() -> str:
    """The page itself, which names the languages that have a catalogue."""
    languages = " ".join(sorted(path.stem for path in (_STATIC / "messages").glob("*.json")))
    page = (_STATIC / "index.html").read_text("utf-8")
    return page.replace('data-languages="en"', f'data-languages="{languages}"', 1)


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
