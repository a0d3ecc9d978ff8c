"""The levels can be fitted to what people lost instead of what programs lost."""

import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import boaf
from boaf.puzzles.calibration import PlayedDeal, calibrate


def test_weights_of_simulated_people_are_found_again(tool: Callable[[str], ModuleType], tmp_path: Path) -> None:
    fit = tool("fit_difficulty")
    random, truth = np.random.default_rng(0), np.array([-6.0, -3.0, 4.0])
    boards = [boaf.deal(seed, 3, 4) for seed in range(60)]
    rows = {board: row for board in boards if (row := fit.game_attributes(board))}
    difficulty = fit.inputs(list(rows.values())) @ truth
    results = [
        PlayedDeal(f"player {player}", board, None, bool(random.random() < 1 / (1 + np.exp(hard - strength))))
        for player, strength in enumerate(random.normal(0, 1, 40))
        for board, hard in zip(rows, difficulty, strict=True)
    ]
    lost = boaf.deal(10)  # unsolvable: it is left out
    results += [PlayedDeal("player 0", lost, None, False)]
    (tmp_path / "calibration.json").write_text(json.dumps(calibrate(results).to_json()))
    found = fit.fitted_to_people(tmp_path / "calibration.json")
    assert found["panel"] == f"40 people on {len(rows)} deals, {40 * len(rows)} games"
    weights = np.array([*found["weights"].values(), found["intercept"]])
    assert np.corrcoef(fit.inputs(list(rows.values())) @ weights, difficulty)[0, 1] > 0.95
    people = found["held out"]["players"]["people"]
    assert 0 < people["rank correlation"] <= 1
    assert people["mean loss rate by level"]["1"] < people["mean loss rate by level"]["5"]


@pytest.mark.parametrize(("deals", "message"), [(2, "at least 50 are needed"), (250, "does not tell the deals apart")])
def test_too_few_results_of_people_are_refused(
    deals: int, message: str, tool: Callable[[str], ModuleType], tmp_path: Path
) -> None:
    same = {"games": 4, "value": 0.0}
    boards = [{"name": boaf.deal(seed, 2, 3).text(), **same} for seed in range(deals)]
    (tmp_path / "calibration.json").write_text(json.dumps({"players": [{"value": 0.0}], "deals": boards}))
    with pytest.raises(SystemExit, match=message):
        tool("fit_difficulty").fitted_to_people(tmp_path / "calibration.json")
