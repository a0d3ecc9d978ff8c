"""Our network in NumPy gives what it gives in PyTorch, and refuses damaged files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from boaf.learn.data import numbered_deals
from boaf.learn.data.interesting import children_of
from boaf.learn.prediction import NeuralModel, load
from boaf.models.model_file import read_bytes
from boaf.solvers.depth_first import natural_steps
from boaf.support.errors import BoafError


def test_numpy_gives_the_probabilities_of_pytorch() -> None:
    pytest.importorskip("torch")
    from boaf.learn.neural.model_guided_search import network_judge

    deals = numbered_deals(0, 8).cards
    for cards in (deals, np.concatenate([children_of(one, natural_steps(4, 4)) for one in deals[:1]])):
        for ahead in (False, True):
            model = load("stacks")
            assert isinstance(model, NeuralModel)
            judged = (model.with_lookahead() if ahead else model).probability(cards, 4, 4)
            assert np.allclose(judged, network_judge("stacks", lookahead=ahead)(cards, 4, 4), atol=1e-5)


def test_a_prediction_does_not_import_pytorch() -> None:
    code = "import boaf, sys; print(round(boaf.predict(boaf.deal(1), 'stacks'), 2), 'torch' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "1.0 False\n"


@pytest.mark.parametrize("place", [9, 200, -1000])
def test_a_damaged_file_is_refused(place: int, tmp_path: Path) -> None:
    content = bytearray(read_bytes("stacks"))
    content[place] ^= 1
    (tmp_path / "damaged").write_bytes(content)
    with pytest.raises(BoafError):
        load(tmp_path / "damaged")
