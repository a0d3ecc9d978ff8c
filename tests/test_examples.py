"""The examples run, and do what they say."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parent.parent / "examples"


def train_agent(updates: int, deals: int, directory: Path) -> Any:
    command = [sys.executable, str(EXAMPLES / "train_agent.py"), "--seconds", "600", "--updates", str(updates)]
    command += ["--deals", str(deals), "--out", "curve.png"]
    return json.loads(subprocess.run(command, cwd=directory, capture_output=True, text=True, check=True).stdout)


@pytest.mark.thorough
def test_an_agent_is_trained_and_its_curve_is_drawn(tmp_path: Path) -> None:
    answer = train_agent(1, 100, tmp_path)
    assert answer["updates"] == 1
    assert set(answer["won"]) == {"agent", "random"}
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.thorough
def test_the_agent_learns(tmp_path: Path) -> None:
    won = train_agent(6, 500, tmp_path)["won"]
    assert won["agent"]["low"] > won["random"]["high"]


def test_a_saved_agent_plays() -> None:
    command = [
        sys.executable,
        "-m",
        "boaf",
        "match",
        "--player",
        "train_agent:Trained",
        "-o",
        "agent=0",
        "--seeds",
        "0",
        "8",
        "--json",
    ]
    done = subprocess.run(command, cwd=EXAMPLES, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["won"] >= 4
