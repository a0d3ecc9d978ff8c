"""Measure every solver, player and predictor of boaf, and write the tables of docs/benchmark.md.

    python tools/make_benchmark.py

The results go to `results/bench`, one file each; what is there is not measured again.
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from boaf.bench import BenchResult, measure, read_result, report
from boaf.learn import CLASSIFIERS, train
from boaf.learn.data import DataSet, random_states
from boaf.players.registry import PLAYERS
from boaf.solvers.single import SOLVERS
from boaf.support.files import write_text
from page_blocks import filled

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
RESULTS = ROOT / "results" / "bench"
PAGE = ROOT / "docs" / "benchmark.md"
MOST_NODES = 20_000
ITERATIONS = {"mcts": (10, 100), "flock": (1, 10)}
LEFT_OUT = ("sat", "oracle")
"""Independent references, which take seconds per board."""
MODELS = ("linear-H", "lightgbm-F", "shipped", "stacks")
STATES = 20_000
"""How many random states the classifiers of the papers learn from here, with the features of Araki et al.; none of
them is on the sets of the benchmark, whose random boards have other seeds."""
STATES_SEED = 1
AGENTS = "train_agent:Trained"
"""Agents of `examples/train_agent.py`, saved for each seed of `examples/agents`."""
SETS = {"solvers": ("hard",), "players": ("test", "hard"), "predictors": ("mid-game",)}
"""The sets of each table, side by side."""


def subjects(table: str) -> list[dict[str, Any]]:
    """What a table measures, as arguments of `measure`."""
    if table == "solvers":
        return [{"solver": name, "max_nodes": MOST_NODES} for name in SOLVERS if name not in LEFT_OUT]
    if table == "predictors":
        return [{"predictor": name} for name in (*MODELS, *CLASSIFIERS)]
    options: dict[str, list[dict[str, int]]] = {
        name: [{"iterations": n} for n in ITERATIONS[name]] if name in ITERATIONS else [{}] for name in PLAYERS
    }
    options[AGENTS] = [{"agent": int(path.stem)} for path in sorted((EXAMPLES / "agents").glob("*.safetensors"))]
    return [{"player": name, "options": given} for name, all_given in options.items() for given in all_given]


@cache
def data() -> DataSet:
    """What the classifiers learn from."""
    return random_states(STATES, STATES_SEED)


def measured(boards: str, subject: dict[str, Any]) -> BenchResult:
    """One measurement on a set of boards; a classifier learns first."""
    if (name := subject.get("predictor")) not in CLASSIFIERS:
        return measure(boards, **subject)
    found = measure(boards, predictor=train(name, data(), folds=0))
    return replace(found, name=name, options={"states": STATES})


def results(table: str, boards: str) -> list[BenchResult]:
    """The results of a table on a set; those that are missing are measured first."""
    found = []
    for subject in subjects(table):
        kind = next(kind for kind in ("solver", "player", "predictor") if kind in subject)
        words = [
            boards,
            kind,
            subject[kind].replace(":", "-"),
            *(str(value) for value in subject.get("options", {}).values()),
        ]
        path = RESULTS / f"{'-'.join(words)}.json"
        if not path.exists():
            print(path.stem, file=sys.stderr)
            measured(boards, subject).write(path)
        found.append(read_result(path))
    return found


def table_of(table: str) -> str:
    """A table of the page: the rates and figures on one set or more, the best on the first set at the top."""
    found = {boards: report(results(table, boards)).lines for boards in SETS[table]}
    every = [line for lines in found.values() for line in lines]
    names = [name for name in every[0].figures if any(line.figures[name] for line in every)]
    none = ", ".join(name for name in every[0].figures if name not in names)
    head = [table[:-1]]
    rows: dict[str, list[str]] = {}
    for boards, lines in found.items():
        head += [f"`{boards}`: rate %" if len(found) > 1 else "rate %", *names]
        for line in sorted(lines, key=lambda line: -line.rate.share):
            figures = [line.figures[name] for name in names]
            share, low, high = (f"{100 * rate:.1f}" for rate in line.rate)
            cells = [f"{share} ({low}–{high})"]
            cells += [f"{value:,.{0 if isinstance(value, int) else 3}f}" for value in figures]
            name = line.name.removesuffix(f" states={STATES}")
            rows.setdefault(name, [f"`{name}`"]).extend(cells)
    shown = [head, ["---", *["---:"] * (len(head) - 1)], *rows.values()]
    lines_of_page = [f"| {' | '.join(row)} |" for row in shown]
    lines_of_page += ["", f"Zero in every row: {none}."] if none else []
    if table == "predictors":
        shipped = ", ".join(f"`{name}`" for name in MODELS)
        lines_of_page += [
            "",
            f"{shipped} come with boaf; the classifiers of the papers learned from {STATES:,} random states.",
        ]
    return "\n".join(lines_of_page)


def made() -> str:
    """The page with its tables."""
    return filled(PAGE.read_text(), {table: table_of(table) for table in SETS})


if __name__ == "__main__":
    sys.path.insert(0, str(EXAMPLES))
    os.environ["PYTHONPATH"] = os.pathsep.join([str(EXAMPLES), *filter(None, [os.environ.get("PYTHONPATH")])])
    write_text(PAGE, made())
