"""Networks and checkpoints in files: safetensors with a JSON text of facts, never pickle, never half written.

Among the facts is a digest of the tensors and of all other facts, so that a damaged file is noticed. What a file says
is checked before anything is built from it: the options of a network have bounds (`options_shape` of each kind), and
the tensors must be those that a network with these options has.

The facts about a network are the description that every model file has (`boaf.models.model_file`): its kind is that of
the network, its parameters are the network's options and, as `ahead`, how it weighs the boards one move ahead.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.torch import load, save
from torch import Tensor

import boaf
from boaf.kernel.dealing import Cards
from boaf.models.model_file import Description, describe, read_bytes
from boaf.support.errors import BoafError
from boaf.support.files import json_text, parse_json, write_file
from boaf.support.schema import Shape, listing, mapping, real, record, text

_AHEAD = "ahead"
MOST_AHEAD = 1000.0
"""No weight of the look ahead is larger."""
_DIGEST = "sha256"
_METADATA = "__metadata__"
_MOST_HEADER = 32 << 20
"""The most bytes of a header; the history of a long training takes the most."""
_LENGTH = 8
"""A safetensors file begins with this many bytes that tell the length of its JSON header."""


class Network(Protocol):
    """What training and prediction need of a network; both kinds are `torch.nn.Module`s."""

    kind: str
    options: dict[str, Any]
    options_shape: Shape
    """What its options may be."""

    def __call__(self, *inputs: Tensor) -> Tensor:
        """The outputs for the inputs of some boards."""

    def inputs(self, cards: Cards, rows: int, cols: int) -> tuple[Tensor, ...]:
        """The inputs of boards of card numbers, all of one group."""

    def groups(self, cards: Cards) -> NDArray[np.int64]:
        """Which boards can share a batch: those with the same number. Shape (boards,)."""

    def losses(self, outputs: Tensor, solvable: Tensor) -> Tensor:
        """The loss of each board. Shape (boards,)."""

    def probability(self, outputs: Tensor) -> Tensor:
        """The probability that each board is solvable. Shape (boards,)."""

    def parameters(self) -> Any:
        """The weights that are trained."""

    def named_parameters(self) -> Any:
        """The same with their names."""

    def state_dict(self) -> Any:
        """The weights by name."""

    def load_state_dict(self, weights: Any) -> Any:
        """Set the weights."""

    def train(self) -> Any:
        """Get ready to be trained."""

    def eval(self) -> Any:
        """Get ready to be used."""


def network_type(kind: str) -> Any:
    """The class of a kind of network."""
    from boaf.learn.neural.networks import PaperNetwork
    from boaf.learn.neural.stacks import StackNetwork

    kinds = {network.kind: network for network in (PaperNetwork, StackNetwork)}
    if kind not in kinds:
        raise BoafError(f"unknown network {kind!r}: choose from {', '.join(kinds)}")
    return kinds[kind]


def new_network(kind: str, options: dict[str, Any], seed: int = 0) -> Network:
    """An untrained network; its first weights depend on the seed alone."""
    make = network_type(kind)
    make.options_shape(options, f"the options of {kind}")
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        network: Network = make(**options)
    return network


def save_network(
    network: Network, path: Path, recipe: dict[str, Any], metrics: dict[str, Any], ahead: Sequence[float] = ()
) -> None:
    """Write a trained network.

    `recipe` is everything needed to train it again, `metrics` what was measured, and `ahead` how it weighs the boards
    one move ahead (`boaf.learn.neural.ahead`), if that is known.
    """
    description = Description(
        name=f"neural-{network.kind}",
        kind=network.kind,
        features=tuple(network.options.get("maps", ())),
        parameters=network.options | ({_AHEAD: list(ahead)} if ahead else {}),
        recipe=recipe,
        metrics=metrics,
        versions={"boaf": boaf.__version__, "torch": str(torch.__version__)},
    )
    write_tensors(path, dict(network.state_dict()), description.to_header())


def load_network(model: Path | str) -> tuple[Network, Description]:
    """A network from its file, or one that comes with boaf by its name, ready to be used, and its description."""
    return parse_network(read_bytes(model), str(model))


def parse_network(content: bytes, where: str) -> tuple[Network, Description]:
    """A network from the bytes of its file, which `where` names in messages, and its description."""
    tensors, facts = parse_tensors(content, where)
    if "format" not in facts:
        raise BoafError(f"{where} holds no trained network (a checkpoint, perhaps)")
    description = describe(facts, where)
    options = dict(description.parameters)
    ahead = options.pop(_AHEAD, [0.0] * 3)
    try:
        _AHEAD_SHAPE(ahead, repr(_AHEAD))
        _require_fitting(description.kind, options, tensors)
        network = new_network(description.kind, options)
    except BoafError as error:
        raise BoafError(f"{where} does not fit its description: {error}") from None
    network.load_state_dict(tensors)
    network.eval()
    return network, description


_AHEAD_SHAPE = listing(real(-MOST_AHEAD, MOST_AHEAD), least=3, most=3)


def _require_fitting(kind: str, options: dict[str, Any], tensors: dict[str, Tensor]) -> None:
    """Refuse tensors that a network with these options does not have, before one is built that may be large."""
    with torch.device("meta"):
        require_tensors(tensors, new_network(kind, options).state_dict())


def require_tensors(tensors: dict[str, Tensor], wanted: Mapping[str, Tensor]) -> None:
    """Refuse tensors with other names, sizes or types than those wanted, or with what is not a number."""
    for name in sorted(wanted.keys() | tensors.keys()):
        if name not in wanted or name not in tensors:
            raise BoafError(f"the tensor {name!r} {'is too much' if name in tensors else 'is missing'}")
        if (wanted[name].shape, wanted[name].dtype) != (tensors[name].shape, tensors[name].dtype):
            raise BoafError(f"the tensor {name!r} is of another size or type")
        if not torch.isfinite(tensors[name]).all():
            raise BoafError(f"the tensor {name!r} holds weights that are not numbers")


def write_tensors(path: Path, tensors: dict[str, Tensor], facts: dict[str, Any]) -> None:
    """Write tensors and facts."""
    whole = {name: value.contiguous() for name, value in tensors.items()}
    digest = _digest(save(whole), facts)
    write_file(path, save(whole, {"facts": json.dumps(facts | {_DIGEST: digest}, allow_nan=False)}))


def read_tensors(path: Path) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """The tensors of a file and its facts."""
    return parse_tensors(read_bytes(path), str(path))


def parse_tensors(content: bytes, where: str) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """The tensors that the bytes of a file hold, and the facts."""
    header = _header(content, where)
    try:
        _HEADER_SHAPE(header.get(_METADATA, {}), "its metadata")
        facts = parse_json(header.get(_METADATA, {}).get("facts", "{}"), "the text of its facts", _MOST_HEADER)
        mapping()(facts, "the facts")
        if facts.pop(_DIGEST, None) != _digest(content, facts):
            raise BoafError("its tensors or facts are not those that were written")
        return load(content), facts
    except (SafetensorError, BoafError) as error:
        raise BoafError(f"cannot read {where}: {error}") from None


_HEADER_SHAPE = record({"facts": text(), "format": text()})


def _header(content: bytes, where: str) -> dict[str, Any]:
    """The JSON with which a safetensors file begins."""
    length = int.from_bytes(content[:_LENGTH], "little")
    if length > len(content) - _LENGTH:
        raise BoafError(f"cannot read {where}: it is cut off, or not a safetensors file")
    header = parse_json(content[_LENGTH : _LENGTH + length], f"the header of {where}", _MOST_HEADER)
    mapping(mapping())(header, f"the header of {where}")
    return dict(header)


def _digest(content: bytes, facts: dict[str, Any]) -> str:
    """A digest of the tensors that the bytes of a file hold, and of facts."""
    header = _header(content, "what was written")
    table = {name: entry for name, entry in header.items() if name != _METADATA}
    digest = hashlib.sha256(json.dumps([facts, table], sort_keys=True).encode())
    digest.update(content[_LENGTH + int.from_bytes(content[:_LENGTH], "little") :])
    return digest.hexdigest()


def append_line(path: Path, values: dict[str, Any]) -> None:
    """Append a line of JSON to a file."""
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(json_text(values) + "\n")
    except OSError as error:
        raise BoafError(f"cannot write {path}: {error.strerror}") from None
