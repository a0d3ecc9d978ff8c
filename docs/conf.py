"""How Sphinx builds the site: the pages as they are, and a reference made of the program (`tools/site_pages`)."""

import sys
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tools"))

import boaf  # noqa: E402
from boaf.web.page import write_page  # noqa: E402
from site_pages import write_reference  # noqa: E402

project = "boaf"
author = "the authors of boaf"
copyright = "the authors of boaf"  # noqa: A001
version = release = boaf.__version__

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build", "jupyter_execute"]  # what a build writes must not be part of the next one
nitpicky = True
elsewhere = (
    "abc|collections|contextlib|datetime|enum|fastapi|fractions|gymnasium|np|numpy|nx|networkx|pathlib|pl|polars|torch"
)
nitpick_ignore_regex = [
    # No inventory of another project is fetched, so that the site can be built without a network.
    (r"py:.*", rf"({elsewhere})\..*|NDArray|TensorDataset"),
    # What only boaf itself passes: a position of the kernel, marks on a picture, the queues of a server.
    (r"py:class", r"Position|Marks|boaf\.web\.workers\.Workers"),
]
suppress_warnings = ["config.cache"]

html_theme = "furo"
html_title = f"boaf {release}"
html_static_path = ["live-board.css", "../examples/embed/embed.js"]
html_css_files = ["live-board.css"]

myst_heading_anchors = 4
myst_links_external_new_tab = False
nb_execution_mode = "off"

default_role = "code"
add_module_names = False
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 88
napoleon_google_docstring = False
napoleon_use_rtype = False


def without_factories(*facts: Any) -> tuple[str, str] | None:
    """A signature that Sphinx can read: what a factory makes by default has no text of its own."""
    signature, returned = facts[-2:]
    return (signature.replace("<factory>", "..."), returned) if signature else None


def without_aliases(_app: Sphinx, _what: str, _name: str, _thing: object, _options: object, lines: list[str]) -> None:
    """Say nothing where only Python has described a field of a named tuple."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()


def write_board(app: Sphinx, error: Exception | None) -> None:
    """Put boaf's page into the site, for the board on the first page."""
    if error is None and app.builder.format == "html":
        write_page(Path(app.outdir) / "play")


def setup(app: Sphinx) -> None:
    """Write the reference before Sphinx looks for pages."""
    write_reference(HERE / "reference")
    app.connect("build-finished", write_board)
    app.connect("autodoc-process-signature", without_factories)
    app.connect("autodoc-process-docstring", without_aliases)
