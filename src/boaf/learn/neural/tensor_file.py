"""Files of tensors: safetensors with metadata in JSON, read without PyTorch.

The metadata contain a digest of the tensors and of all other metadata, which detects corruption. Everything is checked
before it is used: a file can come from anywhere.

The metadata of a network are the description that every model file has (`boaf.models.model_file`): its kind is that of
the network, its parameters are the network's options and, as `ahead`, the weights of its one-move lookahead.
"""

from __future__ import annotations

import json
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boaf.models.model_file import Description, describe
from boaf.support.errors import BoafError
from boaf.support.files import digest_of, parse_json
from boaf.support.schema import listing, mapping, real, record, text, whole

FACTS = "facts"
"""The key of the metadata of boaf, in JSON, among the metadata of safetensors."""
LOOKAHEAD = "ahead"
"""The parameter with the weights of the one-move lookahead."""
MOST_WEIGHT = 1000.0
"""No weight of a lookahead is larger."""
_LOOKAHEAD_SHAPE = listing(real(-MOST_WEIGHT, MOST_WEIGHT), least=3, most=3)
_DIGEST = "sha256"
_METADATA = "__metadata__"
_METADATA_SHAPE = record({FACTS: text(), "format": text()})
_SIZE = whole(0, 1 << 40)
_ENTRY = record(dtype=text("F32"), shape=listing(_SIZE, most=4), data_offsets=listing(_SIZE, least=2, most=2))
_MOST_HEADER = 32 << 20
"""The most bytes of a header; the history of a long training takes most of them."""
_LENGTH = 8
"""A safetensors file begins with this many bytes that give the length of its JSON header."""


def is_tensor_file(content: bytes) -> bool:
    """Whether a file begins as safetensors do: the length of a header, then the header, which is JSON."""
    return content[_LENGTH : _LENGTH + 1] == b"{" and _start(content) <= len(content)


def signed_metadata(content: bytes, metadata: dict[str, Any]) -> str:
    """Metadata in JSON, with the digest of the tensors that the bytes of a file hold, and of the metadata."""
    return json.dumps(metadata | {_DIGEST: _digest(content, metadata)}, allow_nan=False)


def metadata_of(content: bytes, where: str) -> dict[str, Any]:
    """The metadata in the bytes of a file, which `where` names in messages."""
    header = _header(content, where)
    try:
        _METADATA_SHAPE(header.get(_METADATA, {}), "its metadata")
        metadata: dict[str, Any] = parse_json(header.get(_METADATA, {}).get(FACTS, "{}"), "its metadata", _MOST_HEADER)
        mapping()(metadata, "its metadata")
        if metadata.pop(_DIGEST, None) != _digest(content, metadata):
            raise BoafError("its tensors or metadata do not match their digest")
    except BoafError as error:
        raise BoafError(f"cannot read {where}: {error}") from None
    return metadata


def description_of(metadata: dict[str, Any], where: str) -> Description:
    """The description of a network in the metadata of its file."""
    if "format" not in metadata:
        raise BoafError(f"{where} holds no trained network (a checkpoint, perhaps)")
    description = describe(metadata, where)
    try:
        _LOOKAHEAD_SHAPE(description.parameters.get(LOOKAHEAD, [0.0] * 3), repr(LOOKAHEAD))
    except BoafError as error:
        raise BoafError(f"{where} does not fit its description: {error}") from None
    return description


def arrays_of(content: bytes, where: str) -> dict[str, NDArray[np.float32]]:
    """The tensors in the bytes of a file, all of which must hold finite 32-bit floats."""
    found = {}
    try:
        for name, entry in _header(content, where).items():
            if name != _METADATA:
                found[name] = _array(memoryview(content)[_start(content) :], name, entry)
    except BoafError as error:
        raise BoafError(f"cannot read {where}: {error}") from None
    return found


def _array(data: memoryview, name: str, entry: dict[str, Any]) -> NDArray[np.float32]:
    _ENTRY(entry, f"the tensor {name!r}")
    first, last = entry["data_offsets"]
    if not first <= last <= len(data) or last - first != 4 * prod(entry["shape"]):
        raise BoafError(f"the tensor {name!r} is of another size or type")
    values = np.frombuffer(data[first:last], "<f4").reshape(entry["shape"])
    if not np.isfinite(values).all():
        raise BoafError(f"the tensor {name!r} holds values that are not finite")
    return values


def _start(content: bytes) -> int:
    """Where the tensors begin."""
    return _LENGTH + int.from_bytes(content[:_LENGTH], "little")


def _header(content: bytes, where: str) -> dict[str, Any]:
    """The JSON with which a safetensors file begins."""
    if _start(content) > len(content):
        raise BoafError(f"cannot read {where}: it is cut off, or not a safetensors file")
    header = parse_json(content[_LENGTH : _start(content)], f"the header of {where}", _MOST_HEADER)
    mapping(mapping())(header, f"the header of {where}")
    return dict(header)


def _digest(content: bytes, metadata: dict[str, Any]) -> str:
    table = {name: entry for name, entry in _header(content, "what was written").items() if name != _METADATA}
    return digest_of(json.dumps([metadata, table], sort_keys=True), content[_start(content) :])
