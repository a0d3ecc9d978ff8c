"""Networks and checkpoints in files: safetensors with metadata in JSON; never pickle, never half-written.

The metadata contain a digest of the tensors and of all other metadata, which detects corruption. They are checked
before anything is built from them: the options of a network have bounds (`Network.options_shape`), and the tensors must
be those of a network with these options.

The metadata of a network are the description that every model file has (`boaf.models.model_file`): its kind is that of
the network, its parameters are the network's options and, as `ahead`, the weights of its one-move lookahead.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load, save
from torch import Tensor

import boaf
from boaf.learn.neural.networks import Network, new_network
from boaf.models.model_file import Description, describe, read_bytes
from boaf.support.errors import BoafError
from boaf.support.files import digest_of, parse_json, write_file
from boaf.support.schema import listing, mapping, real, record, text

MOST_WEIGHT = 1000.0
"""No weight of a lookahead is larger."""
_LOOKAHEAD = "ahead"
_LOOKAHEAD_SHAPE = listing(real(-MOST_WEIGHT, MOST_WEIGHT), least=3, most=3)
_FACTS = "facts"
_DIGEST = "sha256"
_METADATA = "__metadata__"
_METADATA_SHAPE = record({_FACTS: text(), "format": text()})
_MOST_HEADER = 32 << 20
"""The most bytes of a header; the history of a long training takes most of them."""
_LENGTH = 8
"""A safetensors file begins with this many bytes that give the length of its JSON header."""


def save_network(
    network: Network, path: Path, recipe: dict[str, Any], metrics: dict[str, Any], ahead: Sequence[float] = ()
) -> None:
    """Write a trained network.

    `recipe` is everything needed to train it again, `metrics` what was measured, and `ahead` the weights of its
    lookahead (`boaf.learn.neural.inference`), if they were fitted.
    """
    description = Description(
        name=f"neural-{network.kind}",
        kind=network.kind,
        features=tuple(network.options.get("maps", ())),
        parameters=network.options | ({_LOOKAHEAD: list(ahead)} if ahead else {}),
        recipe=recipe,
        metrics=metrics,
        versions={"boaf": boaf.__version__, "torch": str(torch.__version__)},
    )
    write_tensors(path, dict(network.state_dict()), description.to_header())


def load_network(model: Path | str) -> tuple[Network, Description]:
    """A network, ready for use, from its file or, for one that comes with boaf, by name; and its description."""
    return parse_network(read_bytes(model), str(model))


def parse_network(content: bytes, where: str) -> tuple[Network, Description]:
    """A network from the bytes of its file, which `where` names in messages, and its description."""
    tensors, metadata = parse_tensors(content, where)
    if "format" not in metadata:
        raise BoafError(f"{where} holds no trained network (a checkpoint, perhaps)")
    description = describe(metadata, where)
    options = dict(description.parameters)
    ahead = options.pop(_LOOKAHEAD, [0.0] * 3)
    try:
        _LOOKAHEAD_SHAPE(ahead, repr(_LOOKAHEAD))
        with torch.device("meta"):  # before a network is built that may be large
            require_tensors(tensors, new_network(description.kind, options).state_dict())
        network = new_network(description.kind, options)
    except BoafError as error:
        raise BoafError(f"{where} does not fit its description: {error}") from None
    network.load_state_dict(tensors)
    network.eval()
    return network, description


def require_tensors(tensors: dict[str, Tensor], wanted: Mapping[str, Tensor]) -> None:
    """Refuse tensors with other names, sizes or types than those wanted, or with values that are not finite."""
    for name in sorted(wanted.keys() | tensors.keys()):
        if name not in wanted or name not in tensors:
            raise BoafError(f"the tensor {name!r} {'is unexpected' if name in tensors else 'is missing'}")
        if (wanted[name].shape, wanted[name].dtype) != (tensors[name].shape, tensors[name].dtype):
            raise BoafError(f"the tensor {name!r} is of another size or type")
        if not torch.isfinite(tensors[name]).all():
            raise BoafError(f"the tensor {name!r} holds values that are not finite")


def write_tensors(path: Path, tensors: dict[str, Tensor], metadata: dict[str, Any]) -> None:
    """Write tensors and metadata."""
    whole = {name: value.contiguous() for name, value in tensors.items()}
    digest = _digest(save(whole), metadata)
    write_file(path, save(whole, {_FACTS: json.dumps(metadata | {_DIGEST: digest}, allow_nan=False)}))


def read_tensors(path: Path) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """The tensors of a file and its metadata."""
    return parse_tensors(read_bytes(path), str(path))


def parse_tensors(content: bytes, where: str) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """The tensors and the metadata in the bytes of a file, which `where` names in messages."""
    header = _header(content, where)
    try:
        _METADATA_SHAPE(header.get(_METADATA, {}), "its metadata")
        metadata = parse_json(header.get(_METADATA, {}).get(_FACTS, "{}"), "its metadata", _MOST_HEADER)
        mapping()(metadata, "its metadata")
        if metadata.pop(_DIGEST, None) != _digest(content, metadata):
            raise BoafError("its tensors or metadata do not match their digest")
        return load(content), metadata
    except (SafetensorError, BoafError) as error:
        raise BoafError(f"cannot read {where}: {error}") from None


def _header(content: bytes, where: str) -> dict[str, Any]:
    """The JSON with which a safetensors file begins."""
    length = int.from_bytes(content[:_LENGTH], "little")
    if length > len(content) - _LENGTH:
        raise BoafError(f"cannot read {where}: it is cut off, or not a safetensors file")
    header = parse_json(content[_LENGTH : _LENGTH + length], f"the header of {where}", _MOST_HEADER)
    mapping(mapping())(header, f"the header of {where}")
    return dict(header)


def _digest(content: bytes, metadata: dict[str, Any]) -> str:
    """A digest of the tensors that the bytes of a file hold, and of metadata."""
    header = _header(content, "what was written")
    table = {name: entry for name, entry in header.items() if name != _METADATA}
    data = content[_LENGTH + int.from_bytes(content[:_LENGTH], "little") :]
    return digest_of(json.dumps([metadata, table], sort_keys=True), data)
