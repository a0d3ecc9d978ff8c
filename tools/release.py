"""Release what is checked out, or say why not: python tools/release.py [--only-check].

A release is ready when the version, the changelog and the citation agree, the tree is clean, no tag has the version,
every table of the papers has been computed, the pages that are made of results and models are up to date, the site is
built without a warning, and the wheel for this platform works by itself. A table may lack rows, if its page says so.
Then the wheels for all other platforms are built, the commit is tagged, and the distributions are in `dist`, to be
uploaded by a maintainer.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import boaf

ROOT = Path(__file__).parent.parent
WHEELS = ("x86_64-linux", "aarch64-linux", "x86_64-macos", "aarch64-macos", "x86_64-windows")
"""The platforms that wheels are made for, this one first, as `tools/native/backend.py` names them."""
MADE = ("make_pages.py", "make_probability.py", "make_hall_of_fame.py", "make_variants.py", "make_cards.py")
"""What makes pages of records; on a tree that is ready they change nothing."""


def main() -> None:
    """Check, and tag."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only-check", action="store_true", help="tag nothing")
    given = parser.parse_args()
    if found := [*said(boaf.__version__), *missing_tables(), *found_in_git(boaf.__version__)]:
        sys.exit("not ready:\n" + "\n".join(f"- {line}" for line in found))
    for name in MADE:
        run(sys.executable, f"tools/{name}")
    if changed := output_of("git", "status", "--porcelain"):
        sys.exit(f"not ready: pages were out of date and have been regenerated; review and commit them:\n{changed}")
    run(sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-n", "docs", "docs/_build")
    run(sys.executable, "tools/native/build.py", "--all")
    first, *others = WHEELS
    run(sys.executable, "tools/try_wheel.py", "--out", "dist", BOAF_WHEEL=first)
    for platform in others:
        run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", "dist", ".", BOAF_WHEEL=platform)
    if not given.only_check:
        run("git", "tag", "-a", f"v{boaf.__version__}", "-m", f"boaf {boaf.__version__}")
    print(f"boaf {boaf.__version__} is ready: dist has the distributions")


def said(version: str) -> Iterator[str]:
    """What is wrong with what the files say of the version."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        yield f"the version is {version}, which is no release: write three numbers"
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    first = re.search(r"^## (.*)$", changelog, re.MULTILINE)
    if not first or not re.fullmatch(rf"{re.escape(version)} \(\d{{4}}-\d\d-\d\d\)", first[1]):
        yield f"CHANGELOG.md must begin with '## {version} (YYYY-MM-DD)', not with '## {first[1] if first else ''}'"
    if f"\nversion: {version}\n" not in (ROOT / "CITATION.cff").read_text(encoding="utf-8"):
        yield f"CITATION.cff must say 'version: {version}'"


def missing_tables() -> Iterator[str]:
    """The tables of the papers that were never computed."""
    for page in sorted((ROOT / "docs" / "results").glob("*.md")):
        for command in re.findall(r"^Not computed yet: (.*)\.$", page.read_text(encoding="utf-8"), re.MULTILINE):
            yield f"docs/results/{page.name} lacks a table, which {command} computes"


def found_in_git(version: str) -> Iterator[str]:
    """What is wrong with the checkout."""
    if output_of("git", "status", "--porcelain"):
        yield "there are changes that are not committed"
    if output_of("git", "tag", "--list", f"v{version}"):
        yield f"there is a tag v{version} already"
    if output_of("git", "rev-parse", "--abbrev-ref", "HEAD") != "main":
        yield "the branch is not main"


def run(*command: str, **environment: str) -> None:
    """Run a command in the checkout; end if it fails."""
    if subprocess.run(command, cwd=ROOT, env=os.environ | environment, check=False).returncode:
        sys.exit(f"not ready: {' '.join(command)} failed")


def output_of(*command: str) -> str:
    """What a command prints."""
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


if __name__ == "__main__":
    main()
