"""Neural networks that judge whether a board is solvable: Sang & Yoon's (2019), and one of ours that sees both graphs.

PyTorch is imported by the modules here that need it (`network`, `stacks`, `training`, `files`, …) and by nothing else,
so import those inside functions. `maps`, `facts` and `lines` are plain NumPy and Numba.
"""

from __future__ import annotations

from importlib.util import find_spec

from boaf.errors import BoafError


def require_torch() -> None:
    """Complain clearly where the extra `neural` is not installed."""
    if find_spec("torch") is None or find_spec("safetensors") is None:
        raise BoafError("neural networks need PyTorch and safetensors: pip install 'boaf[neural]'")
