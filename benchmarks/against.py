"""Compare with another checkout in the same run: python benchmarks/against.py OTHER [--only first-runs|speeds].

OTHER is the root of another checkout of boaf, such as a `git worktree` of an older commit; this Python must have what
it needs. First come commands as a new user runs them: an empty home directory, nothing cached. Then speeds, each as the
best of several runs in turns. All times are processor time unless a row says otherwise, and only ratios mean anything.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

HERE = Path(__file__).parents[1]
COMMANDS = (
    "solve 1",
    "analyze 2454",
    "explain 1264",
    "rate 1",
    "generate --difficulty 2",
    "features 1264",
    "predict 1264",
    "match --player flock --iterations 10 --seeds 0 20",
    "solve --best-score 1264",
    "compare --seeds 0 5 --solver endgame --solver compatible --solver best-first",
    "census 0 2000 --out census",
)
SPEEDS = {
    "batch of 200,000 4 × 4 deals": "boaf.solve_many(range({first}, {first} + 200_000), threads=1)",
    "batch of 20,000 5 × 5 deals": "boaf.solve_many(range({first}, {first} + 20_000), 5, 5, threads=1)",
    "batch of 2,000 7 × 7 deals": "boaf.solve_many(range({first}, {first} + 2_000), 7, 7, threads=1)",
    "solve, 1,000 deals one by one": "[boaf.solve(board) for board in boards]",
    "analyze, 300 deals": "[boaf.analyze(board) for board in boards[:300]]",
    "features, 300 deals": "[boaf.features(board) for board in boards[:300]]",
}
SPEED = """
import time, boaf
boards = [boaf.deal(seed) for seed in range(1000)]
first = 0
{code}
began = time.process_time()
{code}
print(time.process_time() - began)
"""
CENSUS = "census 0 1000000 --reasons --out census"
TURNS = 3


def processor_seconds(tree: Path, words: list[str], home: Path) -> tuple[float, float, str]:
    """What a command takes, of the processors and by the clock, and what it prints."""
    path = os.pathsep.join(str(tree / name) for name in ("src", "papers"))
    cache = {"HOME": str(home), "BOAF_CACHE_DIR": str(home / "cache"), "PYTHONPATH": path}
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    done = subprocess.run(
        [sys.executable, *words], env=usual | cache, cwd=home, capture_output=True, text=True, check=False
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.exit(f"{tree}: {' '.join(words)} failed:\n{done.stderr}")
    return sum(after[:2]) - sum(before[:2]), perf_counter() - began, done.stdout


def first_runs(trees: list[Path]) -> None:
    """Every command with nothing cached, relative to starting Python with two libraries."""
    with tempfile.TemporaryDirectory() as home:
        start = min(processor_seconds(HERE, ["-c", "import numpy, rich"], Path(home))[0] for _ in range(5))
    totals = [0.0 for _ in trees]
    for command in COMMANDS:
        taken = []
        for number, tree in enumerate(trees):
            with tempfile.TemporaryDirectory() as home:
                taken.append(processor_seconds(tree, ["-m", "boaf", *command.split()], Path(home))[0])
            totals[number] += taken[-1]
        show(f"first run of {command}", taken, starts=round(taken[0] / start, 1))
    show("all first runs", totals)


def speeds(trees: list[Path], homes: list[Path]) -> None:
    """Library calls once everything is loaded."""
    for name, call in SPEEDS.items():
        code = SPEED.format(code=call.format(first="first"))
        best = [float("inf") for _ in trees]
        for _ in range(TURNS):
            for number, (tree, home) in enumerate(zip(trees, homes, strict=True)):
                best[number] = min(best[number], float(processor_seconds(tree, ["-c", code], home)[2]))
        show(name, best)


def census(trees: list[Path], homes: list[Path]) -> None:
    """A million deals with reasons, by the clock, on all cores."""
    best = [float("inf") for _ in trees]
    for _ in range(TURNS):
        for number, (tree, home) in enumerate(zip(trees, homes, strict=True)):
            with tempfile.TemporaryDirectory(dir=home) as place:
                words = ["-m", "boaf", *CENSUS.replace("--out census", f"--out {place}/census").split()]
                best[number] = min(best[number], processor_seconds(tree, words, home)[1])
    show("census of 1,000,000 deals with reasons, by the clock", best)


def show(what: str, taken: list[float], **more: float) -> None:
    """One line of JSON."""
    here, other = taken
    print(json.dumps({"what": what, "here": here, "other": other, "ratio": round(here / other, 4), **more}), flush=True)


def main() -> None:
    """Compare."""
    parser = argparse.ArgumentParser(description="Compare this checkout with another one.")
    parser.add_argument("other", type=Path, metavar="OTHER")
    parser.add_argument("--only", choices=("first-runs", "speeds"))
    given = parser.parse_args()
    trees = [HERE, given.other.resolve()]
    if given.only != "speeds":
        first_runs(trees)
    if given.only != "first-runs":
        with tempfile.TemporaryDirectory() as place:
            homes = [Path(place) / str(number) for number in range(len(trees))]
            for home in homes:
                home.mkdir()
            speeds(trees, homes)
            census(trees, homes)


if __name__ == "__main__":
    main()
