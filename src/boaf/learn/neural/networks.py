"""The two kinds of networks: the one of Sang & Yoon (2019), which sees images, and ours, which sees both graphs.

`PaperNetwork` (kind `maps`; "Neural Network-based Classification Framework") has every variation that the paper tries.
Representation encoding: a 3 × 3 convolution of the maps to two channels, ReLU, 2 × 2 max-pooling, which keeps the last,
incomplete windows of odd sizes. Step encoding: the result, eight numbers for a 4 × 4 board, goes to 32 units and from
there through fully connected layers that shrink in equal steps to two: 32, 30, 28 … 4, 2 for the 15 layers of the
paper. The two outputs are regressed to (1, 0) for solvable and (0, 1) for unsolvable boards; the larger one decides.
Without convolution the maps themselves go to the 32 units; without shrinking all layers but the last have 32 units.

`StackNetwork` (kind `stacks`) is attention among the stacks of a board of any size. Every stack is a vector. The
attention from one stack to another is the usual product of a query and a key plus a weighted sum of the inputs of the
pair (`graph_inputs`): whether they match by card, by position, by both, whether the move is safe. At the start each
head follows one relation; training may change that. The network sees neither cells nor cards.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, ClassVar, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from boaf.kernel.dealing import Cards
from boaf.kernel.position import MAX_CELLS
from boaf.learn.neural.graph_inputs import PAIR_INPUTS, STACK_INPUTS, graph_inputs, stacks_of
from boaf.learn.neural.image_inputs import MAPS, check_maps, maps_of
from boaf.learn.neural.stack_inference import HIDDEN, KIND, OPTIONS, SOLVED, check_heads
from boaf.support.errors import BoafError
from boaf.support.schema import Shape, flag, listing, record, text, whole

LAYERS = 15
WIDTH = 32
_CHANNELS = 2
_CARD, _LINE, _LEGAL, _THERE, _BACK = range(5)
_FIRST_RELATIONS: tuple[dict[int, float], ...] = (
    {_CARD: 1}, {_LINE: 1}, {_LEGAL: 1}, {_THERE: 1}, {_BACK: 1}, {_CARD: 1, _LEGAL: -1}, {_LINE: 1, _LEGAL: -1}, {},
)  # fmt: skip
"""What each head attends to first: matches by card, by position, by both, … by card only, by position only, all."""
_FIRST_WEIGHT = 4.0


class Network(nn.Module, ABC):
    """What training and inference need of a network."""

    kind: str
    options: dict[str, Any]
    options_shape: ClassVar[Shape]
    """The options that are allowed."""

    @abstractmethod
    def inputs(self, cards: Cards, rows: int, cols: int) -> tuple[Tensor, ...]:
        """The arguments of `forward` for boards of card numbers, all of one group."""

    @abstractmethod
    def groups(self, cards: Cards) -> NDArray[np.int64]:
        """A number for each board; boards with the same number can share a batch. Shape (boards,)."""

    @abstractmethod
    def losses(self, outputs: Tensor, solvable: Tensor) -> Tensor:
        """The loss of each board. Shape (boards,)."""

    @abstractmethod
    def probability(self, outputs: Tensor) -> Tensor:
        """The probability that each board is solvable. Shape (boards,)."""


def network_type(kind: str) -> type[Network]:
    """The class of a kind of network."""
    for network in (PaperNetwork, StackNetwork):
        if network.kind == kind:
            return network
    raise BoafError(f"unknown network {kind!r}: choose from {PaperNetwork.kind}, {StackNetwork.kind}")


def new_network(kind: str, options: dict[str, Any], seed: int = 0) -> Network:
    """An untrained network; its first weights depend on the seed alone."""
    network = network_type(kind)
    network.options_shape(options, f"the options of {kind}")
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return network(**options)


class PaperNetwork(Network):
    """Sang & Yoon's network for boards of one size."""

    kind = "maps"
    options_shape: ClassVar[Shape] = record(
        {
            "rows": whole(1, MAX_CELLS), "cols": whole(1, MAX_CELLS), "maps": listing(text(), least=1, most=len(MAPS)),
            "convolution": flag(), "shrinking": flag(), "layers": whole(1, 1000),
        }
    )  # fmt: skip

    def __init__(
        self,
        rows: int = 4,
        cols: int = 4,
        maps: Sequence[str] = MAPS,
        convolution: bool = True,
        shrinking: bool = True,
        layers: int = LAYERS,
    ) -> None:
        super().__init__()
        check_maps(maps)
        self.options = {
            "rows": rows, "cols": cols, "maps": list(maps), "convolution": convolution, "shrinking": shrinking,
            "layers": layers,
        }  # fmt: skip
        self.convolution = nn.Conv2d(len(maps), _CHANNELS, 3, padding=1) if convolution else None
        pooled = _CHANNELS * ((rows + 1) // 2) * ((cols + 1) // 2)
        units = widths(layers, shrinking)
        self.entry = nn.Linear(pooled if convolution else len(maps) * rows * cols, units[0])
        self.steps = nn.ModuleList(nn.Linear(before, after) for before, after in pairwise(units))

    def forward(self, images: Tensor) -> Tensor:
        """Maps (boards, maps, rows, cols) to outputs (boards, 2)."""
        if self.convolution is not None:
            images = functional.max_pool2d(functional.relu(self.convolution(images)), 2, ceil_mode=True)
        values: Tensor = self.entry(images.flatten(1))
        for step in self.steps:
            values = step(functional.relu(values))
        return values

    def inputs(self, cards: Cards, rows: int, cols: int) -> tuple[Tensor, ...]:
        """The maps of boards."""
        if (rows, cols) != (self.options["rows"], self.options["cols"]):
            size = f"{self.options['rows']} × {self.options['cols']}"
            raise BoafError(f"the network was made for {size} boards, not for {rows} × {cols}")
        return (torch.from_numpy(maps_of(cards, rows, cols, self.options["maps"])).to(self.entry.weight.dtype),)

    def groups(self, cards: Cards) -> NDArray[np.int64]:
        """All boards can share a batch. Shape (boards,)."""
        return np.zeros(len(cards), np.int64)

    def losses(self, outputs: Tensor, solvable: Tensor) -> Tensor:
        """The squared error of each board, (boards, 2) and (boards,). Shape (boards,)."""
        wanted = torch.stack([solvable, 1 - solvable], 1)
        return ((outputs - wanted) ** 2).sum(1)

    def probability(self, outputs: Tensor) -> Tensor:
        """Above ½ where the first output is larger. Shape (boards,)."""
        return ((outputs[:, 0] - outputs[:, 1] + 1) / 2).clamp(0, 1)


def widths(layers: int, shrinking: bool) -> list[int]:
    """The units before each fully connected layer after the first, and after the last."""
    if shrinking:
        return [round(float(units)) for units in np.linspace(WIDTH, 2, layers + 1)]
    return [WIDTH] * layers + [2]


class StackNetwork(Network):
    """Attention among the stacks of a board."""

    kind = KIND
    options_shape: ClassVar[Shape] = staticmethod(OPTIONS)

    def __init__(self, width: int = 80, heads: int = 5, rounds: int = 8, expansion: int = 2) -> None:
        super().__init__()
        check_heads(width, heads)
        self.options = {"width": width, "heads": heads, "rounds": rounds, "expansion": expansion}
        self.entry = nn.Linear(len(STACK_INPUTS), width)
        self.rounds = nn.ModuleList(_Round(width, heads, expansion) for _ in range(rounds))
        self.answer = nn.Sequential(
            nn.LayerNorm(2 * width), nn.Linear(2 * width, HIDDEN), nn.GELU(approximate="tanh"), nn.Linear(HIDDEN, 1)
        )

    def forward(self, of_stacks: Tensor, of_pairs: Tensor) -> Tensor:
        """Graph inputs (boards, stacks, 8) and (boards, 8, stacks, stacks) to the logits of solvable (boards,)."""
        if of_stacks.shape[1] == 1:  # solved; the logit has a gradient, which is zero
            return (SOLVED + 0 * self.entry.bias[:1]).expand(len(of_stacks))
        stacks = self.entry(of_stacks)
        for one_round in self.rounds:
            stacks = one_round(stacks, of_pairs)
        logits: Tensor = self.answer(torch.cat([stacks.mean(1), stacks.amax(1)], -1))
        return logits[:, 0]

    def inputs(self, cards: Cards, rows: int, cols: int) -> tuple[Tensor, ...]:
        """The graph inputs of boards with equally many stacks."""
        of_stacks, of_pairs = graph_inputs(cards, rows, cols)
        return torch.from_numpy(of_stacks), torch.from_numpy(of_pairs)

    def groups(self, cards: Cards) -> NDArray[np.int64]:
        """Boards of one group have equally many stacks. Shape (boards,)."""
        return stacks_of(cards)

    def losses(self, outputs: Tensor, solvable: Tensor) -> Tensor:
        """The cross entropy of each board. Shape (boards,)."""
        return functional.binary_cross_entropy_with_logits(outputs, solvable, reduction="none")

    def probability(self, outputs: Tensor) -> Tensor:
        """The logistic function of the logits. Shape (boards,)."""
        return torch.sigmoid(outputs)


class _Round(nn.Module):
    """A transformer layer: attention to the other stacks, then a feed-forward network, each with a residual.

    The names of its layers are those of the tensors in a file: `look` makes query, key and value, `seen` projects what
    the heads gather, `think` and `thought` are the feed-forward network.
    """

    def __init__(self, width: int, heads: int, expansion: int) -> None:
        super().__init__()
        self.heads = heads
        self.look_norm, self.think_norm = nn.LayerNorm(width), nn.LayerNorm(width)
        self.look = nn.Linear(width, 3 * width)
        self.relations = nn.Conv2d(len(PAIR_INPUTS), heads, 1)
        self.seen = nn.Linear(width, width)
        self.think = nn.Linear(width, expansion * width)
        self.thought = nn.Linear(expansion * width, width)
        nn.init.normal_(self.relations.weight, std=0.3)
        nn.init.zeros_(cast("Tensor", self.relations.bias))
        with torch.no_grad():
            for head in range(heads):
                for relation, weight in _FIRST_RELATIONS[head % len(_FIRST_RELATIONS)].items():
                    self.relations.weight[head, relation] += _FIRST_WEIGHT * weight

    def forward(self, stacks: Tensor, of_pairs: Tensor) -> Tensor:
        boards, count, width = stacks.shape
        parts = self.look(self.look_norm(stacks)).view(boards, count, 3, self.heads, width // self.heads)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        scores = query @ key.transpose(-1, -2) / math.sqrt(width // self.heads) + self.relations(of_pairs)
        seen = (torch.softmax(scores, -1) @ value).transpose(1, 2).reshape(boards, count, width)
        stacks = stacks + self.seen(seen)
        thought: Tensor = self.thought(functional.gelu(self.think(self.think_norm(stacks)), approximate="tanh"))
        return stacks + thought
