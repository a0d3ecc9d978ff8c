"""Data sets for PyTorch."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor
from torch.utils.data import TensorDataset

from boaf.envs.games import observe
from boaf.learn.data.data_set import DataSet


def torch_dataset(data: DataSet, observation: str = "match") -> TensorDataset:
    """The rows of a data set as tensors, for `torch.utils.data.DataLoader`.

    Parameters
    ----------
    data
        A data set of boards or of moves.
    observation
        What is seen of a board, as by the environment: `match` or `cards`.

    Returns
    -------
    torch.utils.data.TensorDataset
        Planes (int8), the action of the environment (int64; only where rows are moves), and 1 for solvable (float32).

    Examples
    --------
    >>> from boaf.learn.data import LabelledMoves, make
    >>> data = make(LabelledMoves(0, 3), "moves.parquet").data
    >>> planes, action, label = torch_dataset(data)[0]
    >>> planes.shape, action.dtype, label.dtype
    (torch.Size([17, 4, 4]), torch.int64, torch.float32)

    """
    columns: list[Tensor] = [torch.from_numpy(observe(data.cards, data.rows, data.cols, observation))]
    if data.steps is not None:
        cells = data.rows * data.cols
        columns.append(torch.from_numpy((data.steps >> 8).astype(np.int64) * cells + (data.steps & 255)))
    columns.append(torch.from_numpy(data.solvable.astype(np.float32)))
    return TensorDataset(*columns)
