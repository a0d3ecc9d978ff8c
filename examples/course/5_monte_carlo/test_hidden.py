"""Unit 5: held-out tests: `boaf grade`, with boards that students have not seen."""

import subprocess
import sys


def test_it_passes_on_held_out_boards(path):
    command = [sys.executable, "-m", "boaf", "grade", str(path), "--boards", "12", "--seed", "2026", "--need", "0.3"]
    graded = subprocess.run(command, capture_output=True, text=True)
    assert graded.returncode == 0, graded.stdout + graded.stderr
