"""Records: JSON files with values, the versions, commit and machine that computed them, and a digest of both.

The digest detects whether a record was changed.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from boaf import __version__
from boaf.support.errors import BoafError
from boaf.support.files import digest_of, json_bytes, read_json, write_file
from boaf.support.schema import Shape, mapping, record, text

_LIBRARIES = ("numpy", "numba", "lightgbm", "scikit-learn", "torch")


def write_record(path: Path, values: Mapping[str, Any]) -> None:
    """Write plain values to a record."""
    signed = {**values, "made_by": made_by()}
    write_file(path, json_bytes(signed | {"digest": _digest(signed)}))


def read_record(path: Path, shapes: Mapping[str, Shape]) -> dict[str, Any]:
    """The values of a record, with `made_by`; refused if it is not as it was written."""
    found: dict[str, Any] = read_json(path)
    record(made_by=mapping(), digest=text(), **shapes)(found, str(path))
    if found.pop("digest") != _digest(found):
        raise BoafError(f"{path} is not as it was written: delete it or choose another directory")
    return found


def _digest(values: Mapping[str, Any]) -> str:
    return digest_of(json.dumps(values, sort_keys=True))


@cache
def made_by() -> dict[str, Any]:
    """The versions, the commit and the machine."""
    versions = {"boaf": __version__, "python": platform.python_version()}
    for library in _LIBRARIES:
        try:
            versions[library] = version(library)
        except PackageNotFoundError:
            continue
    machine = f"{sys.platform} {platform.machine()}, {os.cpu_count()} cores"
    return {"versions": versions, "commit": _commit(), "machine": machine}


def _commit() -> str | None:
    """The commit of the running checkout, with `-dirty` if the package was changed; None if it is installed."""
    here = Path(__file__)
    try:
        _git(here.parent, "ls-files", "--error-unmatch", here.name)  # fails for a package installed within a checkout
        changed = _git(here.parent, "status", "--porcelain", "--", "..")  # changed records do not matter
        return _git(here.parent, "rev-parse", "HEAD") + ("-dirty" if changed else "")
    except (OSError, subprocess.SubprocessError):
        return None


def _git(directory: Path, *arguments: str) -> str:
    command = ["git", "-C", str(directory), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=10).stdout.strip()
