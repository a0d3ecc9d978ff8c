"""What the tests of the census share."""

import subprocess
import sys
from pathlib import Path

from boaf.census.parameters import Parameters

SMALL = Parameters(0, 2300, chunk_size=500, solutions=True, reasons=True)
"""Five chunks, the last one shorter; deals 10, 190, 397, 520, 1163, 1264, 1309 and 1646 are unsolvable."""
UNSOLVABLE = [10, 190, 397, 520, 1163, 1264, 1309, 1646]

PROGRAM = """
import sys
from boaf.census.parameters import Parameters
from boaf.census.run import run_census
run_census(Parameters(0, 2300, chunk_size=500, solutions=True, reasons=True), sys.argv[1], workers=1)
"""


def contents(directory: Path) -> dict[str, bytes]:
    """Every file of a directory."""
    return {path.name: path.read_bytes() for path in sorted(directory.iterdir())}


def start_small_census(directory: Path) -> subprocess.Popen[bytes]:
    """A process that runs the census `SMALL`."""
    return subprocess.Popen([sys.executable, "-c", PROGRAM, str(directory)])
