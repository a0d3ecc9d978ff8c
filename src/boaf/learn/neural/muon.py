"""Muon (Jordan and others, 2024): an optimizer with momentum that makes its steps for matrices orthogonal.

The step of a weight matrix is its momentum with all singular values brought close to one, by five rounds of a
Newton–Schulz polynomial, so that rare directions are learned too. All other parameters are left to AdamW. PyTorch's own
Muon computes in 16 bits, one matrix at a time; this one computes in 32 bits, all matrices of one shape together, and
takes 190 instead of 460 ms of CPU time per step, with about the same loss (`benchmarks/muon.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, cast

import torch
from torch import Tensor

_POLYNOMIAL = (3.4445, -4.7750, 2.0315)
_ROUNDS = 5


class Muon(torch.optim.Optimizer):
    """Muon with Nesterov momentum and decoupled weight decay, for matrices."""

    def __init__(
        self, matrices: Iterable[Tensor], lr: float = 0.02, momentum: float = 0.95, weight_decay: float = 0.0
    ) -> None:
        super().__init__(matrices, {"lr": lr, "momentum": momentum, "weight_decay": weight_decay})

    @torch.no_grad()
    def step(self, closure: Callable[[], Any] | None = None) -> None:  # type: ignore[override]
        """Make one step."""
        if closure is not None:
            raise TypeError("this Muon takes no closure")
        for group in self.param_groups:
            shapes: dict[torch.Size, list[Tensor]] = {}
            for matrix in group["params"]:
                if matrix.grad is not None:
                    shapes.setdefault(matrix.shape, []).append(matrix)
            for (rows, cols), matrices in shapes.items():
                factor = -group["lr"] * max(1.0, rows / cols) ** 0.5
                steps = orthogonal(torch.stack([self._direction(matrix, group["momentum"]) for matrix in matrices]))
                for matrix, step in zip(matrices, steps, strict=True):
                    matrix.mul_(1 - group["lr"] * group["weight_decay"])
                    matrix.add_(step, alpha=factor)

    def _direction(self, matrix: Tensor, momentum: float) -> Tensor:
        state = self.state[matrix]
        if not state:
            state["momentum"] = torch.zeros_like(matrix)
        gradient = cast("Tensor", matrix.grad)
        state["momentum"].lerp_(gradient, 1 - momentum)
        return gradient.lerp(state["momentum"], momentum)


def orthogonal(matrices: Tensor) -> Tensor:
    """Matrices (…, rows, cols) with the same singular vectors and all singular values close to one."""
    is_tall = matrices.shape[-2] > matrices.shape[-1]
    found = matrices.mT if is_tall else matrices
    found = found / (found.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    a, b, c = _POLYNOMIAL
    for _ in range(_ROUNDS):
        square = found @ found.mT
        found = a * found + (b * square + c * square @ square) @ found
    return found.mT if is_tall else found
