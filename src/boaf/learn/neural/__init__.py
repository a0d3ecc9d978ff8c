"""Neural networks that judge whether a board is solvable: that of Sang & Yoon (2019), and ours, which sees both graphs.

PyTorch is imported by the modules here that need it (`network`, `stacks`, `training`, `files`, …) and by nothing else,
so import those inside functions. `maps`, `facts` and `lines` are plain NumPy and Numba.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from boaf.errors import require
from boaf.lazy import lazy_names

if TYPE_CHECKING:
    from boaf.learn.neural.judged_search import network_judge, network_prior
    from boaf.learn.neural.pipeline import Plan, Report, train_network
    from boaf.learn.neural.training import Epoch, TrainingOptions

__all__ = ["Epoch", "Plan", "Report", "TrainingOptions", "network_judge", "network_prior", "train_network"]


def require_torch() -> None:
    """Raise `MissingExtraError` where the extra `neural` is not installed."""
    require("torch", "neural")
    require("safetensors", "neural")


__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "Epoch": "boaf.learn.neural.training",
        "Plan": "boaf.learn.neural.pipeline",
        "Report": "boaf.learn.neural.pipeline",
        "TrainingOptions": "boaf.learn.neural.training",
        "network_judge": "boaf.learn.neural.judged_search",
        "network_prior": "boaf.learn.neural.judged_search",
        "train_network": "boaf.learn.neural.pipeline",
    },
    require_torch,
)
