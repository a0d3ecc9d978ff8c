"""Networks and checkpoints in files: safetensors with a JSON text of facts, never pickle, never half written.

The facts about a network are the description that every model file has (`boaf.models.model_file`): its kind is that of
the network, its parameters are the network's options and, as `ahead`, how it weighs the boards one move ahead.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.torch import load, save
from torch import Tensor

import boaf
from boaf.errors import BoafError
from boaf.files import json_text, write_file
from boaf.kernel.dealing import Cards
from boaf.models.model_file import Description, describe, read_bytes

_AHEAD = "ahead"
_LENGTH = 8
"""A safetensors file begins with this many bytes that tell the length of its JSON header."""


class Network(Protocol):
    """What training and prediction need of a network; both kinds are `torch.nn.Module`s."""

    kind: str
    options: dict[str, Any]

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
    from boaf.learn.neural.network import PaperNetwork
    from boaf.learn.neural.stacks import StackNetwork

    kinds = {network.kind: network for network in (PaperNetwork, StackNetwork)}
    if kind not in kinds:
        raise BoafError(f"unknown network {kind!r}: choose from {', '.join(kinds)}")
    return kinds[kind]


def new_network(kind: str, options: dict[str, Any], seed: int = 0) -> Network:
    """An untrained network; its first weights depend on the seed alone."""
    make = network_type(kind)
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
    if not isinstance(ahead, list) or len(ahead) != 3 or not all(isinstance(weight, float) for weight in ahead):
        raise BoafError(f"{where} is damaged: it does not say properly how it looks ahead")
    try:
        network = new_network(description.kind, options)
        network.load_state_dict(tensors)
    except (RuntimeError, TypeError, ValueError) as error:
        raise BoafError(f"{where} does not fit its description: {str(error).splitlines()[0]}") from None
    if not all(torch.isfinite(value).all() for value in tensors.values()):
        raise BoafError(f"{where} holds weights that are not numbers")
    network.eval()
    return network, description


def write_tensors(path: Path, tensors: dict[str, Tensor], facts: dict[str, Any]) -> None:
    """Write tensors and facts."""
    write_file(path, save({name: value.contiguous() for name, value in tensors.items()}, {"facts": json.dumps(facts)}))


def read_tensors(path: Path) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """The tensors of a file and its facts."""
    return parse_tensors(read_bytes(path), str(path))


def parse_tensors(content: bytes, where: str) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """The tensors that the bytes of a file hold, and the facts."""
    try:
        header = json.loads(content[_LENGTH : _LENGTH + int.from_bytes(content[:_LENGTH], "little")])
        facts = json.loads(header.get("__metadata__", {}).get("facts", "{}"))
        tensors = load(content)
    except (SafetensorError, ValueError, AttributeError) as error:
        raise BoafError(f"cannot read {where}: {error}") from None
    if not isinstance(facts, dict):
        raise BoafError(f"cannot read {where}: its facts are not a JSON object")
    return tensors, facts


def append_line(path: Path, values: dict[str, Any]) -> None:
    """Append a line of JSON to a file."""
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(json_text(values) + "\n")
    except OSError as error:
        raise BoafError(f"cannot write {path}: {error.strerror}") from None
