"""Networks and checkpoints of PyTorch in files (`tensor_file`): never pickle, never half-written.

The description is checked before anything is built from it: the options of a network have bounds
(`Network.options_shape`), and the tensors must be those of a network with these options.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load, save
from torch import Tensor

import boaf
from boaf.learn.neural.networks import Network, new_network
from boaf.learn.neural.tensor_file import FACTS, LOOKAHEAD, description_of, metadata_of, signed_metadata
from boaf.models.model_file import Description, read_bytes
from boaf.support.errors import BoafError
from boaf.support.files import write_file


def save_network(
    network: Network, path: Path, recipe: dict[str, Any], metrics: dict[str, Any], ahead: Sequence[float] = ()
) -> None:
    """Write a trained network.

    `recipe` is everything needed to train it again, `metrics` what was measured, and `ahead` the weights of its
    lookahead (`boaf.learn.neural.lookahead`), if they were fitted.
    """
    description = Description(
        name=f"neural-{network.kind}",
        kind=network.kind,
        features=tuple(network.options.get("maps", ())),
        parameters=network.options | ({LOOKAHEAD: list(ahead)} if ahead else {}),
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
    description = description_of(metadata, where)
    options = {name: value for name, value in description.parameters.items() if name != LOOKAHEAD}
    try:
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
    contiguous = {name: value.contiguous() for name, value in tensors.items()}
    write_file(path, save(contiguous, {FACTS: signed_metadata(save(contiguous), metadata)}))


def read_tensors(path: Path) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """The tensors of a file and its metadata."""
    return parse_tensors(read_bytes(path), str(path))


def parse_tensors(content: bytes, where: str) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """The tensors and the metadata in the bytes of a file, which `where` names in messages."""
    metadata = metadata_of(content, where)
    try:
        return load(content), metadata
    except SafetensorError as error:
        raise BoafError(f"cannot read {where}: {error}") from None
