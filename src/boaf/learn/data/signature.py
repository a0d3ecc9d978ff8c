"""The digest of a file in the file itself, so that damage is noticed before a library looks at the content.

What reads Parquet asks for as much memory as the file says and ends the process where there is not so much; so one bit
that has fallen over could end boaf without a word of what is wrong. The digest stands in the JSON text of facts that
every data set has, and is taken with zeros in its own place. Whoever forges a file can make the digest again: it guards
against damage, not against malice.
"""

from __future__ import annotations

import hashlib
import re

from boaf.support.errors import BoafError

NAME = "file_sha256"
UNSIGNED = "0" * 64
"""What stands in place of the digest until a file is signed."""
_ENTRY = re.compile(rf'"{NAME}": "([0-9a-f]{{64}})"'.encode())


def sign(content: bytes) -> bytes:
    """The content with its digest in its place; the facts must have been written with `UNSIGNED`."""
    return _with_digest(content, hashlib.sha256(content).hexdigest())


def require_signature(content: bytes) -> None:
    """Refuse a content that is not what was signed."""
    found = _ENTRY.findall(content)
    if len(found) != 1:
        raise BoafError("it was not written by boaf, or by an earlier version: make it again")
    if hashlib.sha256(_with_digest(content, UNSIGNED)).hexdigest().encode() != found[0]:
        raise BoafError("it is not what was written")


def _with_digest(content: bytes, digest: str) -> bytes:
    return _ENTRY.sub(f'"{NAME}": "{digest}"'.encode(), content)
