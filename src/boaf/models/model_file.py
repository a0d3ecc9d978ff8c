"""Model files: what a fitted model is kept in, with all that is needed to use it and to make it again.

A model file is a zip archive of two members. `model.json` says what the model is: its kind, the features that it asks
for in their order, the data it was fitted on, its parameters, what was measured, and the versions of the libraries.
`body` is the model itself, in a format that cannot run code: LightGBM's text, JSON, or skops. A file that is anything
else is refused with a line that says what it is; above all a pickle, which can run code when it is opened.

Networks are safetensors files with the same description (`boaf.learn.neural.files`). The models that come with boaf
stand beside this file and are known by their names: `linear-H`, `lightgbm-F`, `shipped`, `stacks`.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

from boaf.errors import BoafError
from boaf.files import write_file

FORMAT = "boaf model"
VERSION = 1
SUFFIXES = (".boaf", ".safetensors")
MOST_BYTES = 256 << 20
"""No model that boaf makes is larger."""
_HEADER, _BODY = "model.json", "body"
_DATE = (1980, 1, 1, 0, 0, 0)
"""The date of every member, so that equal models are equal files."""
_PICKLES = (b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05")


@dataclass(frozen=True)
class Description:
    """What a model is."""

    name: str
    """What was fitted, such as `lightgbm`."""
    kind: str
    """How the body is read, such as `trees`."""
    features: tuple[str, ...] = ()
    """What it asks for, in this order."""
    parameters: dict[str, Any] = field(default_factory=dict)
    recipe: dict[str, Any] = field(default_factory=dict)
    """The data that it was fitted on."""
    metrics: dict[str, Any] = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)

    def to_header(self) -> dict[str, Any]:
        """The description as plain values, as it stands in a file."""
        return {"format": FORMAT, "version": VERSION} | {name: getattr(self, name) for name in _ENTRIES}


_ENTRIES = {
    "name": str, "kind": str, "features": list, "parameters": dict, "recipe": dict, "metrics": dict, "versions": dict,
}  # fmt: skip


def write(path: Path, description: Description, body: bytes) -> None:
    """Write a model file; nothing half-written is left behind."""
    header = description.to_header() | {"sha256": _digest(body)}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in ((_HEADER, json.dumps(header, indent=1).encode()), (_BODY, body)):
            archive.writestr(zipfile.ZipInfo(name, _DATE), content, zipfile.ZIP_DEFLATED, 9)
    write_file(path, buffer.getvalue())


def read_bytes(model: Path | str) -> bytes:
    """The bytes of a file that may be a model, or of a model that comes with boaf, by its name."""
    for suffix in SUFFIXES:
        shipped = files("boaf.models").joinpath(f"{model}{suffix}")
        if Path(model).name == str(model) and shipped.is_file():
            return shipped.read_bytes()
    try:
        with Path(model).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise BoafError(f"cannot read {model}: {error.strerror}") from None
    if len(content) > MOST_BYTES:
        raise BoafError(f"{model} is not a boaf model file: it is too large")
    return content


def parse(content: bytes, where: str) -> tuple[Description, bytes]:
    """What the bytes of a model file hold; `where` names it in messages."""
    if content.startswith(_PICKLES):
        raise BoafError(f"{where} is a pickle, which can run code when it is opened; boaf opens none")
    if content[8:9] == b"{":  # safetensors: a length of eight bytes, then JSON
        raise BoafError(f"{where} is a neural network; here linear models and trees can be used")
    if not content.startswith(b"PK"):
        raise BoafError(f"{where} is not a boaf model file")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if sorted(archive.namelist()) != sorted((_HEADER, _BODY)):
                raise BoafError(f"{where} is not a boaf model file")
            if sum(member.file_size for member in archive.infolist()) > MOST_BYTES:
                raise BoafError(f"{where} is not a boaf model file: it is too large")
            header, body = json.loads(archive.read(_HEADER)), archive.read(_BODY)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, UnicodeDecodeError):
        raise BoafError(f"{where} is damaged or cut off") from None
    except json.JSONDecodeError:
        raise BoafError(f"{where} is damaged: its description is not JSON") from None
    description = describe(header, where)
    if header.get("sha256") != _digest(body):
        raise BoafError(f"{where} is damaged: its body is not what its description says")
    return description, body


def describe(header: Any, where: str) -> Description:
    """The description that a header holds; `where` names its file in messages."""
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise BoafError(f"{where} is not a boaf model file")
    if header.get("version") != VERSION:
        raise BoafError(f"{where} has the format version {header.get('version')}; this boaf reads {VERSION}")
    for name, kind in _ENTRIES.items():
        if not isinstance(header.get(name), kind):
            raise BoafError(f"{where} is damaged: its description has no proper {name!r}")
    if not all(isinstance(feature, str) for feature in header["features"]):
        raise BoafError(f"{where} is damaged: its features are not names")
    return Description(**{name: header[name] for name in _ENTRIES} | {"features": tuple(header["features"])})


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()
