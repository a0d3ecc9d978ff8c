"""Neural networks that judge whether a board is solvable: that of Sang & Yoon (2019), and ours, which sees both graphs.

PyTorch is imported by the modules here that need it (`network`, `stacks`, `training`, `files`, …) and by nothing else,
so import those inside functions. `maps`, `facts` and `lines` are plain NumPy and Numba.
"""

from __future__ import annotations

from boaf.support.errors import require
from boaf.support.lazy import public_names


def require_torch() -> None:
    """Raise `MissingExtraError` where the extra `neural` is not installed."""
    require("torch", "neural")
    require("safetensors", "neural")


__getattr__, __dir__, __all__ = public_names(__name__, require_torch)
