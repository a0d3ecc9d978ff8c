"""The reference of the documentation site, made of the program itself whenever the site is built.

Each file here turns one face of boaf into Markdown: its packages, its commands, its HTTP calls. What a page says
stands once, where the program keeps it: in docstrings, in the help, in the OpenAPI description.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from site_pages.http import http_page
from site_pages.python import PACKAGES, package_page
from site_pages.shell import shell_page

ROOT = Path(__file__).parents[2]
BESIDE = ("CONTRIBUTING", "CHANGELOG")
"""Pages of the site that stand at the root of the repository, where people look for them."""


def write_reference(folder: Path) -> None:
    """Write all pages of the reference into a folder, which holds nothing else."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    pages = {"shell": shell_page(), "http": http_page()}
    pages |= {name.lower(): _moved((ROOT / f"{name}.md").read_text(encoding="utf-8")) for name in BESIDE}
    pages |= {f"python-{number:02}": package_page(package) for number, package in enumerate(PACKAGES)}
    for name, text in pages.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")


def _moved(text: str) -> str:
    """A page of the repository's root, with links that hold in the folder of the reference."""
    return text.replace("](docs/", "](../")
