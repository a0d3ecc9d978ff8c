"""Execute the notebooks of docs/notebooks and keep what they show: python tools/run_notebooks.py.

Needs what the extra `dev` has. A notebook is run in an empty directory, from top to bottom, as a reader would; what it
writes there is thrown away. Counters and times are left out of what is kept, so that a second run changes little.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).parent.parent / "docs" / "notebooks"
SECONDS = 300
"""How long a cell may take on a machine that has to compile first."""


def executed(path: Path, directory: Path) -> Any:
    """The notebook with what it shows when it is run in a directory."""
    notebook: Any = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=SECONDS, resources={"metadata": {"path": directory}}).execute()
    for cell in notebook.cells:
        cell.metadata.clear()
    notebook.metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return notebook


def main() -> None:
    """Execute all notebooks."""
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        with tempfile.TemporaryDirectory() as directory:
            notebook = executed(path, Path(directory))
        path.write_text(nbformat.writes(notebook) + "\n", encoding="utf-8")
        print(path.name)


if __name__ == "__main__":
    main()
