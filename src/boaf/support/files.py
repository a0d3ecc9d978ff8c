"""Writing files atomically, even through a crash, and reading files that may be hostile.

The content goes into a temporary file in the same directory, is synced to disk, read back and compared, and renamed;
then the directory is synced too. Missing directories are made first. A process that is killed may leave its temporary
file behind; its name begins with a full stop, and nothing reads it.

A file may come from anyone. No more is read than it may hold, and JSON is read strictly: no repeated keys, numbers that
fit 64 bits, no deep nesting. `boaf.support.schema` checks its entries.
"""

from __future__ import annotations

import errno
import json
import math
import os
from contextlib import suppress
from pathlib import Path
from threading import get_ident
from time import time
from typing import Any

from boaf.support.errors import BoafError

_MARK = ".part-"
_ABANDONED_SECONDS = 3600
"""When the temporary file of another machine is taken to be left behind: no write takes so long."""
_PIECE = 1 << 20
MOST_JSON = 1 << 20
"""The default limit for a JSON text in bytes; as Python objects it may take fifty times as much memory."""
MOST_TEXT = 64 << 20
"""The limit for a text that a person may have written, in bytes."""
MOST_NESTED = 32
"""How deep JSON may be nested, so that code may recurse through it."""


def write_file(path: Path, content: bytes, *, reassurance: str = "") -> None:
    """Write or replace a file; `reassurance` is the end of the message if that fails."""
    _write(path, content, reassurance, in_place=True)


def write_text(path: Path, text: str) -> None:
    """Write a text in UTF-8, as `write_file` does."""
    write_file(path, text.encode())


def json_text(values: Any, indent: int | None = None) -> str:
    """Values as a JSON text, with null for NaN and infinity, which JSON does not have."""
    try:
        return json.dumps(values, indent=indent, allow_nan=False)
    except ValueError:
        return json.dumps(_with_null(values), indent=indent, allow_nan=False)


def json_bytes(values: Any) -> bytes:
    """Values as the content of a JSON file."""
    return (json_text(values, indent=1) + "\n").encode()


def digest_of(*parts: bytes | str) -> str:
    """The SHA-256, in hexadecimal, of parts one after another; texts are encoded in UTF-8."""
    from hashlib import sha256  # which takes five milliseconds to load

    found = sha256()
    for part in parts:
        found.update(part.encode() if isinstance(part, str) else part)
    return found.hexdigest()


def _with_null(values: Any) -> Any:
    """The values with None for numbers that are not finite."""
    if isinstance(values, dict):
        return {name: _with_null(value) for name, value in values.items()}
    if isinstance(values, list | tuple):
        return [_with_null(value) for value in values]
    return None if isinstance(values, float) and not math.isfinite(values) else values


def create_file(path: Path, content: bytes) -> None:
    """Write a file unless it exists; of several writers at the same time, one succeeds and the others do nothing."""
    if not path.exists():
        _write(path, content, "", in_place=False)


def remove_leftovers(directory: Path) -> None:
    """Remove the temporary files of processes that were killed, but not those of running processes."""
    for path in directory.glob(f".*{_MARK}*"):
        host, _, process = path.name.rpartition(_MARK)[2].rpartition("-")
        with suppress(OSError, ValueError):
            here = host == _host() and os.name != "nt"
            if _is_gone(int(process)) if here else time() - path.stat().st_mtime > _ABANDONED_SECONDS:
                path.unlink(missing_ok=True)


def read_file(path: Path, most: int) -> bytes:
    """The content of a file, which must not have more than `most` bytes."""
    content = bytearray()
    try:
        with path.open("rb") as file:
            # In pieces, because read(most) would allocate all of it at once, however small the file is.
            while len(content) <= most and (piece := file.read(_PIECE)):
                content += piece
    except OSError as error:
        raise BoafError(f"cannot read {path}: {error.strerror}") from None
    if len(content) > most:
        raise BoafError(f"cannot read {path}: it has more than {most:,} bytes")
    return bytes(content)


def read_text(path: Path, most: int) -> str:
    """The text of a file in UTF-8."""
    try:
        return read_file(path, most).decode()
    except UnicodeDecodeError:
        raise BoafError(f"cannot read {path}: it is not text in UTF-8") from None


def read_json(path: Path, most: int = MOST_JSON) -> Any:
    """The values of a JSON file; see `parse_json`."""
    return parse_json(read_file(path, most), str(path), most)


def parse_json(content: bytes | str, where: str, most: int = MOST_JSON) -> Any:
    """The values of a JSON text; `where` names it in messages.

    Refused are texts of more than `most` bytes, in another encoding than UTF-8, nested deeper than `MOST_NESTED`, with
    a repeated key in an object, with NaN, infinities or numbers beyond 64 bits, or with unpaired surrogates.
    """
    if len(content) > most:
        raise BoafError(f"{where} has more than {most:,} bytes")
    try:
        text = content.decode() if isinstance(content, bytes) else content
        value = json.loads(
            text,
            object_pairs_hook=_without_repetition,
            parse_int=_integer,
            parse_float=_finite,
            parse_constant=_refuse_constant,
        )
        _check_depth_and_texts(value)
    except _JsonError as error:
        raise BoafError(f"{where} is not proper JSON: {error}") from None
    except RecursionError:
        raise BoafError(f"{where} is not proper JSON: {_TOO_DEEP}") from None
    except UnicodeDecodeError:
        raise BoafError(f"{where} is not JSON: it is not text in UTF-8") from None
    except json.JSONDecodeError as error:
        raise BoafError(f"{where} is not JSON: {error}") from None
    return value


class _JsonError(Exception):
    """Something that JSON allows and boaf does not."""


_TOO_DEEP = f"it is nested deeper than {MOST_NESTED}"


def _without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise _JsonError(f"the key {name[:60]!r} occurs twice")
        found[name] = value
    return found


def _integer(text: str) -> int:
    if len(text) > 20 or not -(1 << 63) <= int(text) < 1 << 64:
        raise _JsonError("a number is beyond 64 bits")
    return int(text)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise _JsonError("a number is too large")
    return number


def _refuse_constant(name: str) -> float:
    raise _JsonError(f"{name} is not a number")


def _check_depth_and_texts(value: Any) -> None:
    """Check level by level: recursion is what this is to prevent."""
    level = [value]
    for _ in range(MOST_NESTED + 1):
        below: list[Any] = []
        for entry in level:
            if isinstance(entry, dict):
                below += entry.keys()
                below += entry.values()
            elif isinstance(entry, list):
                below += entry
            elif isinstance(entry, str) and not entry.isascii():
                try:
                    entry.encode()
                except UnicodeEncodeError:
                    raise _JsonError("a text has an unpaired surrogate") from None
        if not below:
            return
        level = below
    raise _JsonError(_TOO_DEEP)


def _is_gone(process: int) -> bool:
    """Whether no process of this machine has this number."""
    try:
        os.kill(process, 0)
    except OSError as error:
        return error.errno == errno.ESRCH
    return False


def _host() -> str:
    """The name of this machine."""
    import socket  # only commands that write need it

    return socket.gethostname()


def _write(path: Path, content: bytes, reassurance: str, *, in_place: bool) -> None:
    if not path.name:
        raise BoafError(f"cannot write {path}: {os.strerror(errno.EISDIR)}")
    part = path.with_name(f".{path.name}.{get_ident()}{_MARK}{_host()}-{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(part, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if part.read_bytes() != content:
            raise OSError(errno.EIO, "it reads back differently")
        if in_place:
            os.replace(part, path)
        else:
            _link(part, path)
        _sync_directory(path.parent)
    except OSError as error:
        raise BoafError(f"cannot write {path}: {error.strerror}{reassurance}") from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _link(part: Path, path: Path) -> None:
    """Give a file its name unless the name is taken."""
    try:
        os.link(part, path)
    except FileExistsError:
        return
    except OSError:
        # Some file systems have no links; on these the last of two simultaneous writers wins.
        os.replace(part, path)


def _sync_directory(directory: Path) -> None:
    if os.name == "nt":
        return  # directories cannot be opened on Windows
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
