"""The record of speeds, and the yardstick that it rests on."""

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from boaf.kernel.dealing import draw_deals

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"


@pytest.mark.thorough
def test_the_yardstick_is_what_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """If it did other work, the figures recorded before would mean nothing."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    deals = draw_deals(np.arange(2000), 16)
    assert import_module("reference").search_each(deals, 1000) == 1_504_629


@pytest.mark.thorough
def test_a_line_with_the_commit_and_ratios_is_appended(tmp_path: Path) -> None:
    out = tmp_path / "record.jsonl"
    out.write_text('{"commit": "earlier"}\n')
    command = [sys.executable, str(BENCHMARKS / "record.py"), "--scale", "0.001", "--out", str(out)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    earlier, line = out.read_text().splitlines()
    assert earlier == '{"commit": "earlier"}'
    assert f"{line}\n" == printed
    found = json.loads(line)
    assert {"commit", "date", "signature", "batch 4 × 4, per deal", "solve, median"} <= set(found)
    assert all(value > 0 for name, value in found.items() if " " in name)
