"""Neural networks that judge whether a board is solvable: Sang & Yoon's (2019), and one of ours that sees both graphs.

PyTorch is imported by the modules here that need it (`network`, `stacks`, `training`, `files`, …) and by nothing else,
so import those inside functions. `maps`, `facts` and `lines` are plain NumPy and Numba.
"""

from __future__ import annotations

from boaf.errors import require


def require_torch() -> None:
    """Raise `MissingExtraError` where the extra `neural` is not installed."""
    require("torch", "neural")
    require("safetensors", "neural")
