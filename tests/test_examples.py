"""The examples run, and do what they say."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parent.parent / "examples"


def test_the_agent_learns_and_its_curve_is_drawn(tmp_path: Path) -> None:
    command = [sys.executable, str(EXAMPLES / "train_agent.py"), "--seconds", "600", "--updates", "6"]
    run = subprocess.run(
        [*command, "--deals", "500", "--out", "curve.png"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    answer = json.loads(run.stdout)
    assert answer["updates"] == 6
    assert answer["won"]["agent"]["low"] > answer["won"]["random"]["high"]
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
