"""Measure how much of src/boaf the quick tests reach, with coverage installed: `python tools/measure_coverage.py`.

Machine code is invisible to the tool, so the kernel runs as plain Python, with the tests marked `plain`; the others run
with machine code and count for everything else. Prints the modules with the lowest coverage and the total.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent


def main(tests: list[str]) -> None:
    """Run the tests under coverage twice, and report."""
    with TemporaryDirectory() as directory:
        common = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", *(tests or ["tests"])]
        for name, marked, kernel in (("native", "not slow", "native"), ("plain", "plain and not slow", "python")):
            environment = os.environ | {"COVERAGE_FILE": f"{directory}/all.{name}", "BOAF_KERNEL": kernel}
            command = [sys.executable, "-m", "coverage", "run", "--source=src/boaf", *common, "-m", marked]
            done = subprocess.run(command, cwd=ROOT, env=environment, check=False)
            if done.returncode not in (0, 5):  # 5: no test is marked so
                sys.exit(done.returncode)
        environment = os.environ | {"COVERAGE_FILE": f"{directory}/all"}
        for words in (["combine", "-q", directory], ["report", "--sort=cover", "--skip-covered"]):
            subprocess.run([sys.executable, "-m", "coverage", *words], cwd=ROOT, env=environment, check=True)


if __name__ == "__main__":
    main(sys.argv[1:])
