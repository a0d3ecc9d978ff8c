"""`boaf page`."""

from __future__ import annotations

from pathlib import Path

from click import argument

from boaf.cli.command import PATH, command, json_option
from boaf.cli.output import require_directory, show
from boaf.support.files import json_text


@command()
@argument("directory", metavar="DIR", type=PATH, help="A new or empty directory, or one with a page that boaf wrote.")
@json_option
def page(directory: Path, as_json: bool) -> None:
    """Write the page as a folder of files that any web host can serve.

    It is the page of boaf play and needs no boaf server: hints, analysis and proofs come from the same kernel, compiled
    for the browser. Parts that need Python, such as the networks, are left out, and the page says so. Serve it with any
    web server; browsers do not run it from a file. JSON: {directory, files, bytes}.

    Example: boaf page site
    """
    from boaf.web.page import write_page

    require_directory(directory)
    written = write_page(directory)
    if as_json:
        show(json_text({"directory": str(directory), "files": written.files, "bytes": written.bytes}))
    else:
        show(f"wrote {written.files} files, {written.bytes / 1000:,.0f} kB, to {directory}")
