"""The network of Sang & Yoon (2019) ("Neural Network-based Classification Framework"), with every variation it tries.

Representation encoding: a 3 × 3 convolution of the maps to two channels, ReLU, 2 × 2 max-pooling. Step encoding: what
is left, eight numbers for a 4 × 4 board, goes to 32 units and from there through fully connected layers that shrink in
equal steps to two: 32, 30, 28 … 4, 2 for the 15 layers of the paper. The two outputs are regressed to (1, 0) for
solvable and (0, 1) for unsolvable boards, with the squared error summed over the two; the larger output decides.

Without convolution the maps themselves go to the 32 units; without shrinking all layers but the last have 32 units;
other numbers of layers shrink from 32 to 2 in equal steps, rounded. On boards with an odd number of rows or columns
pooling keeps the last, incomplete windows, so that every cell counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from boaf.kernel.dealing import Cards
from boaf.kernel.position import MAX_CELLS
from boaf.learn.names import MAPS
from boaf.learn.neural.image_inputs import check_maps, maps_of
from boaf.support.errors import BoafError
from boaf.support.schema import flag, listing, record, text, whole

LAYERS = 15
WIDTH = 32
_CHANNELS = 2


class PaperNetwork(nn.Module):
    """Sang & Yoon's network for boards of one size."""

    kind = "maps"
    options_shape = record(
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
        self.options: dict[str, Any] = {
            "rows": rows, "cols": cols, "maps": list(maps), "convolution": convolution, "shrinking": shrinking,
            "layers": layers,
        }  # fmt: skip
        self.convolution = nn.Conv2d(len(maps), _CHANNELS, 3, padding=1) if convolution else None
        pooled = _CHANNELS * ((rows + 1) // 2) * ((cols + 1) // 2)
        units = widths(layers, shrinking)
        self.entry = nn.Linear(pooled if convolution else len(maps) * rows * cols, units[0])
        self.steps = nn.ModuleList(nn.Linear(before, after) for before, after in pairwise(units))

    def forward(self, pictures: Tensor) -> Tensor:
        """Maps (boards, maps, rows, cols) to outputs (boards, 2)."""
        if self.convolution is not None:
            pictures = functional.max_pool2d(functional.relu(self.convolution(pictures)), 2, ceil_mode=True)
        values: Tensor = self.entry(pictures.flatten(1))
        for step in self.steps:
            values = step(functional.relu(values))
        return values

    def inputs(self, cards: Cards, rows: int, cols: int) -> tuple[Tensor, ...]:
        """What `forward` takes for boards of card numbers."""
        if (rows, cols) != (self.options["rows"], self.options["cols"]):
            size = f"{self.options['rows']} × {self.options['cols']}"
            raise BoafError(f"the network was made for {size} boards, not for {rows} × {cols}")
        return (torch.from_numpy(maps_of(cards, rows, cols, self.options["maps"])).to(self.entry.weight.dtype),)

    def groups(self, cards: Cards) -> NDArray[np.int64]:
        """Boards of one group can share a batch; here all can. Shape (boards,)."""
        return np.zeros(len(cards), np.int64)

    def losses(self, outputs: Tensor, solvable: Tensor) -> Tensor:
        """The squared error of each board, (boards, 2) and (boards,). Shape (boards,)."""
        wanted = torch.stack([solvable, 1 - solvable], 1)
        return ((outputs - wanted) ** 2).sum(1)

    def probability(self, outputs: Tensor) -> Tensor:
        """The outputs as a probability of solvable: above ½ where the first is larger. Shape (boards,)."""
        return ((outputs[:, 0] - outputs[:, 1] + 1) / 2).clamp(0, 1)


def widths(layers: int, shrinking: bool) -> list[int]:
    """The units before each fully connected layer after the first, and after the last."""
    if shrinking:
        return [round(float(units)) for units in np.linspace(WIDTH, 2, layers + 1)]
    return [WIDTH] * layers + [2]
