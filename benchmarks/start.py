"""How long commands take that compute little, next to what their libraries take to load.

Processor time of child processes, everything cached, the best of several runs each; look at the ratios.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys

RUNS = 15
BARE = "import click"
COMMANDS = {
    "--version": BARE,
    "--help": BARE,
    "deal 1": BARE,
    "check 7H6C--6H --rows 2 7H-6C 6H-7H": BARE,
    "solve 1": f"import numpy; {BARE}",
}
"""What each command is measured against."""


def processor_seconds(*words: str) -> float:
    """The processor time of a Python process and of the system on its behalf."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main() -> None:
    """Print one JSON object for each command."""
    for command, libraries in COMMANDS.items():
        ours, theirs = ["-m", "boaf", *command.split()], ["-c", libraries]
        processor_seconds(*ours)
        # In turns, so that whatever else the machine does disturbs both.
        runs = [(processor_seconds(*ours), processor_seconds(*theirs)) for _ in range(RUNS)]
        took, bare = (min(column) for column in zip(*runs, strict=True))
        answer = {"command": command, "seconds": took, "libraries": libraries, "libraries_seconds": bare}
        print(json.dumps(answer | {"ratio": took / bare}), flush=True)


if __name__ == "__main__":
    main()
