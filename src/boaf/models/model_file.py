"""Model files: a fitted model with everything needed to use it and to fit it again.

A model file is a zip archive of two members. `model.json` describes the model: its kind, its features in order, the
data it was fitted on, its parameters, the measurements, and the versions of the libraries. `body` is the model itself,
in a format that cannot run code: LightGBM's text, JSON, or skops. Any other file is refused in one line, above all a
pickle. Networks are safetensors files with the same description (`boaf.learn.neural.network_files`). The models that
come with boaf are in this directory and are known by their names.
"""

from __future__ import annotations

import io
import json
import struct
import zipfile
import zlib
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boaf.support.errors import BoafError
from boaf.support.files import digest_of, parse_json, read_file, write_file
from boaf.support.schema import listing, mapping, record, text, whole

FORMAT = "boaf model"
VERSION = 1
SUFFIXES = (".boaf", ".safetensors")
MOST_BYTES = 256 << 20
"""The most bytes of a model."""
_HEADER, _BODY = "model.json", "body"
_DATE = (1980, 1, 1, 0, 0, 0)
"""The date of every member, so that equal models are equal files."""
_ROUNDING = 1e-6
_PICKLES = (b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05")


@dataclass(frozen=True)
class Description:
    """What a model is."""

    name: str
    """The classifier, such as `lightgbm`."""
    kind: str
    """The format of the body, such as `trees`."""
    features: tuple[str, ...] = ()
    """Its features, in this order."""
    parameters: dict[str, Any] = field(default_factory=dict)
    recipe: dict[str, Any] = field(default_factory=dict)
    """The recipe of the data it was fitted on."""
    metrics: dict[str, Any] = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)

    def to_header(self) -> dict[str, Any]:
        """The description as plain values, for a file."""
        return {"format": FORMAT, "version": VERSION} | {name: getattr(self, name) for name in _ENTRIES}


_ENTRIES = {
    "name": text(), "kind": text(), "features": listing(text(), most=1000), "parameters": mapping(),
    "recipe": mapping(), "metrics": mapping(), "versions": mapping(text()),
}  # fmt: skip
_SHAPE = record(format=text(), version=whole(VERSION, VERSION), **_ENTRIES)
_ZIP_ERRORS = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, struct.error, OSError)
"""The errors of `zipfile` for a damaged archive."""


def write(path: Path, description: Description, body: bytes) -> None:
    """Write a model file; nothing half-written is left behind."""
    header = description.to_header() | {"sha256": digest_of(body)}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in ((_HEADER, json.dumps(header, indent=1).encode()), (_BODY, body)):
            archive.writestr(zipfile.ZipInfo(name, _DATE), content, zipfile.ZIP_DEFLATED, 9)
    write_file(path, buffer.getvalue())


def read_bytes(model: Path | str) -> bytes:
    """The bytes of a file or, by name, of a model that comes with boaf."""
    if not isinstance(model, Path | str):
        raise BoafError(f"a model is a file or a name, not {type(model).__name__}")
    for suffix in SUFFIXES:
        shipped = files("boaf.models").joinpath(f"{model}{suffix}")
        if Path(model).name == str(model) and shipped.is_file():
            return shipped.read_bytes()
    return read_file(Path(model), MOST_BYTES)


def parse(content: bytes, where: str) -> tuple[Description, bytes]:
    """The description and the body in the bytes of a model file; `where` names it in messages."""
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
            content, body = archive.read(_HEADER), archive.read(_BODY)
    except BoafError:
        raise
    except (*_ZIP_ERRORS, ValueError):
        raise BoafError(f"{where} is damaged or cut off") from None
    header = parse_json(content, f"the description in {where}")
    digest = header.pop("sha256", None) if isinstance(header, dict) else None
    description = describe(header, where)
    if digest != digest_of(body):
        raise BoafError(f"{where} is damaged: its body does not match its digest")
    return description, body


def describe(header: Any, where: str) -> Description:
    """The description in a header; `where` names its file in messages."""
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise BoafError(f"{where} is not a boaf model file")
    if header.get("version") != VERSION:
        raise BoafError(f"{where} has the format version {header.get('version')!r}; this boaf reads {VERSION}")
    try:
        _SHAPE(header, "its description")
    except BoafError as error:
        raise BoafError(f"{where} is damaged: {error}") from None
    return Description(**{name: header[name] for name in _ENTRIES} | {"features": tuple(header["features"])})


def require_probabilities(found: NDArray[np.float64], model: str) -> NDArray[np.float64]:
    """Refuse the values of a model that are not probabilities: a damaged file may give any."""
    if not ((found >= -_ROUNDING) & (found <= 1 + _ROUNDING)).all():
        raise BoafError(f"the model {model} is damaged: its values are not probabilities")
    return np.clip(found, 0, 1)
