"""Neural networks that predict whether a board is solvable: the one of Sang & Yoon (2019), and ours.

| module                | what                                                                         |
| --------------------- | ---------------------------------------------------------------------------- |
| `image_inputs`        | boards as images, for Sang & Yoon's network                                  |
| `graph_inputs`        | boards as graphs, for ours                                                   |
| `networks`            | both networks, in PyTorch                                                    |
| `stack_inference`     | ours in NumPy, for predictions                                               |
| `tensor_file`         | safetensors files and their metadata                                         |
| `network_files`       | networks and checkpoints of PyTorch in files                                 |
| `torch_data`          | data sets as tensors                                                         |
| `training_data`       | lines of play, mixtures, splits                                              |
| `training`, `muon`    | the training loop, and an optimizer                                          |
| `pipeline`            | `train_network`: from boards to a trained network in its file                |
| `inference`           | the probabilities of many boards, by PyTorch                                 |
| `lookahead`           | probabilities with a lookahead of one move                                   |
| `model_guided_search` | depth-first search with a network, or any other model, as its ordering       |

`networks`, `network_files`, `torch_data`, `training`, `muon`, `pipeline` and `inference` import PyTorch: import them in
functions.
"""

from boaf.support.errors import require
from boaf.support.lazy import public_names


def require_torch() -> None:
    """Raise `MissingExtraError` where the extra `neural` is not installed."""
    require("torch", "neural")
    require("safetensors", "neural")


__getattr__, __dir__, __all__ = public_names(__name__, require_torch)
