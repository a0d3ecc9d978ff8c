"""`boaf page`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from boaf.cli.boards import Json
from boaf.cli.files import require_directory
from boaf.support.files import json_text


def page(
    directory: Annotated[
        Path, typer.Argument(metavar="DIR", help="Where to: a new or empty directory, or a page written before.")
    ],
    as_json: Json = False,
) -> None:
    """Write the page as a folder of files that any web host serves.

    It is the page of boaf play, and needs no server: hints, analysis and proofs come from the same kernel, compiled for
    the browser. What needs Python, such as the networks, is left out, and the page says so. Any web server will do, but
    a browser does not run the page from a file. JSON: {directory, files, bytes}.

    Example: boaf page site
    """
    from boaf.web.page import write_page

    require_directory(directory)
    written = write_page(directory)
    if as_json:
        typer.echo(json_text({"directory": str(directory), "files": written.files, "bytes": written.bytes}))
    else:
        typer.echo(f"wrote {written.files} files, {written.bytes / 1000:,.0f} kB, to {directory}")
