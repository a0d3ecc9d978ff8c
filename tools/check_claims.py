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
HINTS = (
    "import boaf; boards = [boaf.deal(n, 2, 4) for n in range(60)]; wrong = 0\n"
    "for board in boards:\n"
    "    for move, verdict in boaf.analyze(board).moves:\n"
    "        after = board.copy(); after.push(move); wrong += boaf.solve(after, 'oracle').verdict != verdict\n"
    "print(wrong)"
)
ENVIRONMENT = (
    "import gymnasium, boaf.envs; from gymnasium.utils.env_checker import check_env; "
    "check_env(gymnasium.make('boaf/BirdsOfAFeather-v0').unwrapped); print(1)"
)
PAGE = (
    "import pathlib, re, tempfile; from boaf.web.page import write_page; "
    "place = pathlib.Path(tempfile.mkdtemp()); write_page(place); "
    "texts = [path.read_text() for path in place.rglob('*') if path.suffix in ('.html', '.js', '.css', '.json')]; "
    "print(sum(len(re.findall('https?://(?!www.w3.org/)', text)) for text in texts))"
)
SEARCHES = [
    "baseline",
    "constrained",
    "compatible",
    "ordered",
    "island-merge",
    "heuristic",
    "standard",
    "best-first",
    "best-n",
]
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
    needs: str = ""
    """What must be installed besides boaf at the small scale: an extra."""


CLAIMS = (
    Claim(
        "solve",
        "every 4 × 4 deal is decided; deal 1 is solved",
        "boaf solve 1 --json",
        lambda found: found["verdict"] == "solvable" and len(found["moves"]) == 15,
        "exact",
        "`boaf census all --out all`, about three hours",
    ),
    Claim(
        "large",
        "larger boards up to the whole deck are decided",
        "boaf solve 1 --rows 4 --cols 13 --json",
        lambda found: found["verdict"] == "solvable" and len(found["moves"]) == 51,
        "exact",
        "`boaf census 0 1000 --rows 7 --cols 7 --out large`, seconds",
    ),
    Claim(
        "hints",
        "every hint is right: all moves of 60 boards, against brute force",
        f'python -c "{HINTS}"',
        lambda found: found == 0,
        "exact",
        "`pytest tests/solvers tests/web`, minutes",
    ),
    Claim(
        "best score",
        "the best score of a lost deal is found and proved",
        "boaf solve --best-score 1264 --json",
        lambda found: found["score"] == found["bound"] == 198,
        "exact",
        "`boaf census grid --rows 3 --cols 4 --seeds 0 2000 --best-score`, seconds",
    ),
    Claim(
        "searches",
        "all searches of the papers agree: the nine that need no fitted model, on three deals",
        f"boaf compare --seeds 0 3 {' '.join(f'--solver {name}' for name in SEARCHES)} --json",
        lambda found: [row["agreement"] for row in found["rows"]] == [1.0] * len(SEARCHES),
        "exact",
        "`pytest tests/solvers tests/papers`, minutes",
    ),
    Claim(
        "bench",
        "players and solvers are compared in pairs on fixed sets of boards",
        "boaf bench easy --player greedy --player flock --out {out}/bench --json",
        lambda found: found["tests"][0]["p"] < 1e-6,
        "exact",
        "the same with other sets, up to an hour",
    ),
    Claim(
        "counting",
        "a census counts deals into Parquet files, with reasons",
        "boaf census 0 2000 --reasons --out {out}/census --json",
        lambda found: found["unsolvable"] == sum(found["reasons"].values()) == 8,
        "exact",
        "`pytest -m thorough tests/census tests/cli`, minutes; on a cluster `tools/try_slurm.sh`",
    ),
    Claim(
        "speed",
        "a 4 × 4 deal takes microseconds on average",
        f'python -c "{SPEED}"',
        lambda found: found / 100_000 < 1e-4,
        "below 100 microseconds on any machine",
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
        "`research`",
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
        "`boaf reproduce all --check`, 25 minutes, with `neural` and `research`",
        "`learn`",
    ),
    Claim(
        "logs",
        "Kucharski et al.'s depth-first search takes the nodes of their log: deal 3",
        "boaf solve 3 --solver boaf_papers.kucharski_et_al.searches:depth_first --json",
        lambda found: found["nodes"] == 801,
        "exact",
        "`boaf reproduce learned --table baseline --scale paper`, 15 seconds",
    ),
    Claim(
        "players",
        "`flock` wins 99.77 % of the solvable deals with ten iterations",
        "boaf match --player flock --iterations 10 --seeds 0 300 --json",
        lambda found: found["low"] <= 0.9977 <= found["high"],
        "the 95 % interval of the sample",
        "`boaf match --player flock --iterations 10 --seeds 0 10000`, seconds",
    ),
    Claim(
        "learning",
        "features, data and models: a decision tree predicts whether a position can be won",
        "boaf train decision-tree --data states:2000 --folds 3 --json",
        lambda found: found["metrics"]["accuracy"] > 0.7,
        "well above one half",
        "`boaf reproduce prediction --scale paper`, half an hour",
        "`learn`",
    ),
    Claim(
        "networks",
        "a network estimates the chance of a solution",
        "boaf predict 1264 --model stacks --exact --json",
        lambda found: found["probability"] < 0.01 and found["verdict"] == "unsolvable",
        "well below one half",
        "`boaf reproduce neural --scale paper`, hours, with `neural`",
    ),
    Claim(
        "environment",
        "there is a Gymnasium environment",
        f'python -c "{ENVIRONMENT}"',
        lambda found: found == 1,
        "Gymnasium's own check",
        "`pytest tests/envs`, seconds",
        "`learn`",
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
        f'python -c "{PAGE}"',
        lambda found: found == 0,
        "no address of another host in any file",
        "`pytest tests/web`, every request of a browser, minutes",
    ),
    Claim(
        "planners",
        "a board is a planning problem in PDDL",
        "boaf export 1 --json",
        lambda found: found["problem"].count("(settled ") == 16,
        "exact",
        "`pytest tests/reduction/test_pddl.py`, seconds, with the planner of `dev`",
    ),
)


def run(claim: Claim) -> tuple[bool, float]:
    """Whether a claim holds, and the seconds that it took."""
    started = perf_counter()
    with TemporaryDirectory() as directory:
        program, _, rest = claim.command.partition(" ")
        words = (
            ["-c", rest.split('"')[1]] if program == "python" else ["-m", "boaf", *rest.format(out=directory).split()]
        )
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
    lines = [
        "| claim | small scale | needs | seconds | tolerance | full scale |",
        "| --- | --- | --- | ---: | --- | --- |",
    ]
    seconds = json.loads(TIMES.read_text())["seconds"]
    for claim in CLAIMS:
        command = (
            f"`{claim.command}`" if claim.command.startswith("boaf") else f"`{claim.name}` in `tools/check_claims.py`"
        )
        time = f"{seconds[claim.name]:.1f}"
        cells = (claim.text, command.format(out="DIR"), claim.needs, time, claim.tolerance, claim.full)
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
    command = ["git", "-C", str(ROOT), "describe", "--always", "--abbrev=40", "--dirty"]
    commit = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() if chosen.record else ""
    if commit.endswith("-dirty"):
        parser.error("--record measures a clean checkout: commit first")
    failed, times = 0, {}
    for claim in CLAIMS:
        if not chosen.names or claim.name in chosen.names:
            holds, seconds = run(claim)
            failed += not holds
            times[claim.name] = round(seconds, 1)
            print(f"{'holds' if holds else 'FAILS'}  {seconds:6.1f} s  {claim.name}: {claim.text}", flush=True)
    if chosen.record:
        TIMES.write_text(json_text({"seconds": times, "made_by": made_by() | {"commit": commit}}, indent=1) + "\n")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
