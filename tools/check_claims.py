"""Run what the README claims, at small scale: `python tools/check_claims.py`. Exit status 1 if a claim fails.

Every claim has a command, what its answer must be, and the command of the full scale with the time that takes. The
table in docs/artifact.md is made from the same list and from the times in `results/claims.json`: `--record` measures
them, in an idle checkout where boaf is installed, and `--table` prints the table.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

from boaf.support.files import json_text
from boaf.support.store import made_by

ROOT = Path(__file__).parent.parent
PROOFS = (
    "import boaf; lost = boaf.solve_many(range(20000)).unsolvable.nonzero()[0].tolist(); "
    "[boaf.check_proof(boaf.deal(n), boaf.explain(boaf.deal(n)).proof) for n in lost]; print(len(lost))"
)
PLUGIN = (
    "import boaf; from boaf.solvers import Outcome, Verdict; "
    "liar = lambda board, limits: Outcome(Verdict.UNSOLVABLE, (), 1); "
    "print(boaf.compare([boaf.deal(n) for n in range(10)], [liar]).rows[0].wrong)"
)
LOOK_UP = "import boaf; print(sum(not boaf.is_solvable(n) for n in range(20000)))"
TIMES = ROOT / "results" / "claims.json"
SPEED = "import boaf, time; t = time.perf_counter(); boaf.solve_many(range(100000)); print(time.perf_counter() - t)"


class Claim(NamedTuple):
    """Something that the README says."""

    name: str
    text: str
    command: str
    """Of boaf, or a Python program after `python -c`."""
    check: Callable[[Any], bool]
    """Whether the answer, read as JSON if it is JSON, bears the claim out."""
    tolerance: str
    full: str
    """The command of the full scale, and how long it takes on two cores."""


CLAIMS = (
    Claim(
        "solve",
        "every 4 × 4 deal is decided; deal 1 is solved",
        "boaf solve 1 --json",
        lambda found: found["verdict"] == "solvable" and len(found["moves"]) == 15,
        "exact",
        "`boaf census all --out all`, hours",
    ),
    Claim(
        "speed",
        "a 4 × 4 deal takes microseconds on average",
        f'python -c "{SPEED}"',
        lambda found: found / 100_000 < 1e-3,
        "below a millisecond on any machine",
        "the same",
    ),
    Claim(
        "census",
        "3,975,830 of all 2,147,483,648 numbered deals have no solution",
        "boaf census report results/census-4x4.jsonl --json",
        lambda found: (found["deals"], found["unsolvable"], found["missing"]) == (2**31, 3_975_830, 0),
        "exact",
        "`boaf census verify --block K`, seconds for each of 2,048 blocks",
    ),
    Claim(
        "list",
        "boaf comes with the list of all unsolvable deals",
        f'python -c "{LOOK_UP}"',
        lambda found: found == 37,
        "exact, deals 0 … 19,999",
        "`pytest -m thorough tests/census/test_deal_list.py`, every block against the census, seconds",
    ),
    Claim(
        "proofs",
        "every unsolvable deal has a reason that the independent checker accepts",
        f'python -c "{PROOFS}"',
        lambda found: found == 37,
        "exact, deals 0 … 19,999",
        "`pytest -m thorough tests/prove`, the first million deals, minutes",
    ),
    Claim(
        "probability",
        "the chance of a solution is exact for small sizes: 2 × 3",
        "boaf census exact --rows 2 --cols 3 --json",
        lambda found: (found["solvable"], found["deals"]) == (370_222_326, 1_221_511_200),
        "exact",
        "`boaf census exact --rows 3 --cols 3`, ten minutes",
    ),
    Claim(
        "intractability",
        "the published reduction has two gaps: the deal of an unsatisfiable formula is solved",
        "boaf sat play unsatisfiable --json",
        lambda found: not found["satisfiable"] and min(len(found["bypass"]), len(found["crossing"])) > 0,
        "exact",
        "`pytest tests/reduction`, minutes",
    ),
    Claim(
        "repair",
        "the repaired reduction is right: the deal of a satisfiable formula is solved",
        "boaf sat play example --repaired --json",
        lambda found: found["satisfiable"] and len(found["moves"]) == found["rows"] ** 2 - 1,
        "exact",
        "`coq/check.sh`, the proof of the theorem, three minutes, with Coq and OCaml",
    ),
    Claim(
        "papers",
        "the figures of the papers are computed next to the printed ones",
        "boaf reproduce prediction --check --json",
        lambda found: found["complete"] and not found["changed"],
        "exact, except times and trained models",
        "`boaf reproduce all --check`, 25 minutes",
    ),
    Claim(
        "logs",
        "Kucharski et al.'s depth-first search takes the nodes of their log: deal 3",
        "boaf solve 3 --solver boaf_papers.kucharski_et_al.searches:depth_first --json",
        lambda found: found["nodes"] == 801,
        "exact",
        "`boaf reproduce learned --table baseline --scale paper`, a minute",
    ),
    Claim(
        "players",
        "`flock` wins 99.77 % of the solvable deals with ten iterations",
        "boaf match --player flock --iterations 10 --seeds 0 300 --json",
        lambda found: found["win_rate"] > 0.97,
        "the interval of the sample",
        "`boaf match --player flock --iterations 10 --seeds 0 10000`, a minute",
    ),
    Claim(
        "learning",
        "features, data and models: a decision tree predicts whether a position can be won",
        "boaf train decision-tree --data states:2000 --folds 3 --json",
        lambda found: found["metrics"]["accuracy"] > 0.7,
        "any machine",
        "`boaf reproduce prediction --scale paper`, half an hour",
    ),
    Claim(
        "plug-ins",
        "every answer of a plug-in is verified: a solver that always says unsolvable is detected",
        f'python -c "{PLUGIN}"',
        lambda found: found == 10,
        "exact",
        "`pytest tests/plugins`, seconds",
    ),
    Claim(
        "puzzles",
        "solvable deals of a given difficulty are generated",
        "boaf generate --difficulty 4 --count 2 --json",
        lambda found: [one["difficulty"] for one in found["puzzles"]] == [4, 4],
        "exact",
        "the same",
    ),
    Claim(
        "page",
        "the page is a folder of files; nothing is loaded from the internet",
        "boaf page {out}",
        lambda _found: True,
        "`pytest tests/web` looks at every request",
        "the same",
    ),
    Claim(
        "planners",
        "a board is a planning problem in PDDL",
        "boaf export 1 --json",
        lambda found: found["problem"].count("(settled ") == 16,
        "exact",
        "`pytest tests/reduction/test_pddl.py`, with a planner installed",
    ),
)


def run(claim: Claim) -> tuple[bool, float]:
    """Whether a claim holds, and the seconds that it took."""
    started = perf_counter()
    with TemporaryDirectory() as directory:
        program, _, rest = claim.command.format(out=directory).partition(" ")
        words = ["-c", rest.split('"')[1]] if program == "python" else ["-m", "boaf", *rest.split()]
        done = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stderr, file=sys.stderr, end="")
        return False, perf_counter() - started
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        answer = done.stdout
    return claim.check(answer), perf_counter() - started


def table() -> str:
    """The claims as a table in Markdown, with the times on record."""
    lines = ["| claim | small scale | seconds | tolerance | full scale |", "| --- | --- | ---: | --- | --- |"]
    seconds = json.loads(TIMES.read_text())["seconds"]
    for claim in CLAIMS:
        command = (
            f"`{claim.command}`" if claim.command.startswith("boaf") else f"`{claim.name}` in `tools/check_claims.py`"
        )
        cells = (claim.text, command.format(out="DIR"), f"{seconds[claim.name]:.1f}", claim.tolerance, claim.full)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Run the claims that are named, or all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"any of {', '.join(one.name for one in CLAIMS)}")
    parser.add_argument("--record", action="store_true", help="write the times to results/claims.json")
    parser.add_argument("--table", action="store_true", help="print the table of docs/artifact.md instead")
    chosen = parser.parse_args()
    if unknown := set(chosen.names) - {claim.name for claim in CLAIMS}:
        parser.error(f"unknown claim {min(unknown)!r}")
    if chosen.table:
        print(table(), end="")
        return
    failed, times = 0, {}
    for claim in CLAIMS:
        if not chosen.names or claim.name in chosen.names:
            holds, seconds = run(claim)
            failed += not holds
            times[claim.name] = round(seconds, 1)
            print(f"{'holds' if holds else 'FAILS'}  {seconds:6.1f} s  {claim.name}: {claim.text}", flush=True)
    if chosen.record:
        TIMES.write_text(json_text({"seconds": times, "made_by": made_by()}, indent=1) + "\n")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
