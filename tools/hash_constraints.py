"""Write requirements-hashed.txt: the run-time dependencies, pinned as in constraints.txt, with digests of their files.

The digests come from the package index that pip is set up to use, and are those of every file of a version, so the list
holds for all platforms and versions of Python. The packages are found in the environment that runs this script.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from urllib.request import Request, urlopen

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
LIST = ROOT / "requirements-hashed.txt"
HEAD = """\
# The run-time dependencies of boaf with the digests of their files; made by tools/hash_constraints.py.
# pip cannot check the digest of a directory, so boaf itself is installed in a second step:
#   pip install --require-hashes -r requirements-hashed.txt && pip install --no-deps .
"""


def needed(package: str, found: dict[str, str]) -> dict[str, str]:
    """The versions of the packages that one needs, and of those that they need."""
    for text in requires(package) or []:
        requirement = Requirement(text)
        name = canonicalize_name(requirement.name)
        is_wanted = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        if is_wanted and name not in found:
            try:
                found[name] = version(name)
            except PackageNotFoundError:
                continue
            needed(name, found)
    return found


def digests(index: str, name: str, wanted: str) -> Iterator[str]:
    """The digests of all files of a version."""
    request = Request(f"{index.rstrip('/')}/{name}/", headers={"Accept": "text/html"})
    with urlopen(request, timeout=60) as answer:
        page = answer.read().decode()
    for file, digest in re.findall(r'href="[^"]*?([^"/#]+)#sha256=([0-9a-f]{64})"', page):
        stem = file.replace("_", "-").lower()
        if re.match(rf"{re.escape(name)}-{re.escape(wanted)}(-|\.tar|\.zip)", stem):
            yield digest


def main() -> None:
    """Write the list."""
    command = [sys.executable, "-m", "pip", "config", "get", "global.index-url"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    index = done.stdout.strip()
    if not index:
        sys.exit("pip names no index: set one with `pip config set global.index-url URL`")
    lines = []
    for name, pinned in sorted(needed("boaf", {}).items()):
        found = sorted(set(digests(index, name, pinned)))
        if not found:
            sys.exit(f"the index has no digest for {name} {pinned}")
        lines.append(" \\\n".join([f"{name}=={pinned}", *(f"    --hash=sha256:{digest}" for digest in found)]))
    LIST.write_text(HEAD + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
