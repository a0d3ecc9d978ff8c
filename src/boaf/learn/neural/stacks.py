"""A network of ours that sees the two graphs of a board: attention among its stacks, for boards of any size.

Every stack is a vector. In each round the stacks look at one another, and how much a head looks from one stack at
another is the usual product of a query and a key plus a weighted sum of the facts about the pair (`facts`): whether
they match by card, by position, by both, whether the move is safe. At the start each head follows one relation;
training may change that. There is no other notion of where a stack stands or which card it shows, so the answer is the
same for all boards that are the same to a search, and boards of any size can be judged.
"""

from __future__ import annotations

import math
from typing import Any, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from boaf.kernel.dealing import Cards
from boaf.learn.neural.graph_inputs import PAIR_FACTS, STACK_FACTS, facts_of, stacks_of
from boaf.support.errors import BoafError
from boaf.support.schema import record, whole

_FOCUS = 4.0
_CARD, _LINE, _LEGAL, _THERE, _BACK = range(5)
_FIRST_LOOK: tuple[dict[int, float], ...] = (
    {_CARD: 1}, {_LINE: 1}, {_LEGAL: 1}, {_THERE: 1}, {_BACK: 1}, {_CARD: 1, _LEGAL: -1}, {_LINE: 1, _LEGAL: -1}, {},
)  # fmt: skip
"""What each head looks at first: a match by card, by position, by both, … by card only, by position only, anything."""
_HIDDEN = 64
_SOLVED = 20.0
"""The logit of a board that is solved."""


class StackNetwork(nn.Module):
    """Attention among the stacks of a board."""

    kind = "stacks"
    options_shape = record(
        {"width": whole(1, 1024), "heads": whole(1, 64), "rounds": whole(1, 64), "expansion": whole(1, 8)}
    )

    def __init__(self, width: int = 80, heads: int = 5, rounds: int = 8, expansion: int = 2) -> None:
        super().__init__()
        if width < heads or width % heads:
            raise BoafError(f"the width must be a multiple of the heads, which {width} is not of {heads}")
        self.options: dict[str, Any] = {"width": width, "heads": heads, "rounds": rounds, "expansion": expansion}
        self.entry = nn.Linear(len(STACK_FACTS), width)
        self.rounds = nn.ModuleList(_Round(width, heads, expansion) for _ in range(rounds))
        self.answer = nn.Sequential(
            nn.LayerNorm(2 * width), nn.Linear(2 * width, _HIDDEN), nn.GELU(approximate="tanh"), nn.Linear(_HIDDEN, 1)
        )

    def forward(self, of_stacks: Tensor, of_pairs: Tensor) -> Tensor:
        """Facts (boards, stacks, 8) and (boards, 8, stacks, stacks) to the logits of solvable (boards,).

        A board with one stack is solved: there is nothing to learn.
        """
        if of_stacks.shape[1] == 1:
            return (_SOLVED + 0 * self.entry.bias[:1]).expand(len(of_stacks))  # with a gradient, which is zero
        stacks = self.entry(of_stacks)
        for one_round in self.rounds:
            stacks = one_round(stacks, of_pairs)
        logits: Tensor = self.answer(torch.cat([stacks.mean(1), stacks.amax(1)], -1))
        return logits[:, 0]

    def inputs(self, cards: Cards, rows: int, cols: int) -> tuple[Tensor, ...]:
        """What `forward` takes for boards of card numbers with equally many stacks."""
        of_stacks, of_pairs = facts_of(cards, rows, cols)
        return torch.from_numpy(of_stacks), torch.from_numpy(of_pairs)

    def groups(self, cards: Cards) -> NDArray[np.int64]:
        """Boards of one group have equally many stacks. Shape (boards,)."""
        return stacks_of(cards)

    def losses(self, outputs: Tensor, solvable: Tensor) -> Tensor:
        """The cross entropy of each board. Shape (boards,)."""
        return functional.binary_cross_entropy_with_logits(outputs, solvable, reduction="none")

    def probability(self, outputs: Tensor) -> Tensor:
        """Shape (boards,)."""
        return torch.sigmoid(outputs)


class _Round(nn.Module):
    """Look around, then think: two steps that are added to what a stack knows."""

    def __init__(self, width: int, heads: int, expansion: int) -> None:
        super().__init__()
        self.heads = heads
        self.look_norm, self.think_norm = nn.LayerNorm(width), nn.LayerNorm(width)
        self.look = nn.Linear(width, 3 * width)
        self.relations = nn.Conv2d(len(PAIR_FACTS), heads, 1)
        self.seen = nn.Linear(width, width)
        self.think = nn.Linear(width, expansion * width)
        self.thought = nn.Linear(expansion * width, width)
        nn.init.normal_(self.relations.weight, std=0.3)
        nn.init.zeros_(cast("Tensor", self.relations.bias))
        with torch.no_grad():
            for head in range(heads):
                for fact, weight in _FIRST_LOOK[head % len(_FIRST_LOOK)].items():
                    self.relations.weight[head, fact] += _FOCUS * weight

    def forward(self, stacks: Tensor, of_pairs: Tensor) -> Tensor:
        boards, count, width = stacks.shape
        parts = self.look(self.look_norm(stacks)).view(boards, count, 3, self.heads, width // self.heads)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        scores = query @ key.transpose(-1, -2) / math.sqrt(width // self.heads) + self.relations(of_pairs)
        seen = (torch.softmax(scores, -1) @ value).transpose(1, 2).reshape(boards, count, width)
        stacks = stacks + self.seen(seen)
        thought: Tensor = self.thought(functional.gelu(self.think(self.think_norm(stacks)), approximate="tanh"))
        return stacks + thought
