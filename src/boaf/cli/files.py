"""Writing files so that nothing is ever half there."""

from __future__ import annotations

import os
from pathlib import Path

from boaf.errors import BoafError


def write_text(path: Path, text: str) -> None:
    """Write a file beside its place, then rename it there."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        part.write_text(text, encoding="utf-8")
        os.replace(part, path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise BoafError(f"cannot write {path}: {error.strerror}") from None
