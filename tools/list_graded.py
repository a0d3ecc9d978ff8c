"""Make graded/: lists of graded deals as CSV and JSON, with a card, from the files that `boaf generate --out` wrote.

Lists of other sizes stay as they are. The commands that made the files are in the card. They can be resumed, so longer
lists are a matter of time:

    boaf generate --difficulty 1 --difficulty 2 --difficulty 3 --difficulty 4 --difficulty 5 --count 2000 \
        --rows 4 --cols 4 --out graded-4x4.jsonl
    python tools/list_graded.py graded-*.jsonl
"""

from __future__ import annotations

import argparse
import csv
import gzip
import io
import json
from collections import Counter
from pathlib import Path
from typing import Any

import boaf

OUTPUT = Path(__file__).parent.parent / "graded"
SEED = 0
_FIRST = ("seed", "rows", "cols", "difficulty", "score", "score_low", "score_high", "certainty")


def main() -> None:
    """Read, check and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--output", type=Path, default=OUTPUT)
    arguments = parser.parse_args()
    arguments.output.mkdir(exist_ok=True)
    for path in sorted(arguments.files):
        recipe, *puzzles = map(json.loads, path.read_text().splitlines())
        rows = [row_of(puzzle, recipe["recipe"]) for puzzle in puzzles]
        rows.sort(key=lambda row: (row["difficulty"], row["seed"]))
        name = f"graded-{recipe['recipe']['rows']}x{recipe['recipe']['cols']}"
        _write(arguments.output / f"{name}.csv.gz", _csv(rows))
        _write(arguments.output / f"{name}.json.gz", json.dumps(rows, separators=(",", ":")))
    lists = {}
    for path in sorted(arguments.output.glob("graded-*.json.gz")):
        rows = json.loads(gzip.decompress(path.read_bytes()))
        lists[rows[0]["rows"], rows[0]["cols"]] = Counter(row["difficulty"] for row in rows)
        print(path.name, dict(sorted(lists[rows[0]["rows"], rows[0]["cols"]].items())))
    (arguments.output / "README.md").write_text(card(lists))


def row_of(puzzle: dict[str, Any], recipe: dict[str, Any]) -> dict[str, Any]:
    """A deal as one flat row; its solution is replayed."""
    if recipe["seed"] != SEED:
        raise SystemExit(f"the lists are drawn with the seed {SEED}, not {recipe['seed']}")
    board = boaf.deal(puzzle["seed"], recipe["rows"], recipe["cols"])
    if not board.is_solved_by(boaf.parse_moves(" ".join(puzzle["solution"]))):
        raise SystemExit(f"the solution of deal {puzzle['seed']} does not solve it")
    values = {**puzzle, "rows": recipe["rows"], "cols": recipe["cols"]}
    attributes = {name: round(value, 4) for name, value in puzzle["attributes"].items()}
    return {name: values[name] for name in _FIRST} | attributes | {"solution": " ".join(puzzle["solution"])}


def _csv(rows: list[dict[str, Any]]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, rows[0].keys(), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def _write(path: Path, text: str) -> None:
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


def card(lists: dict[tuple[int, int], Counter[int]]) -> str:
    """The data card of lists by size, each as the number of deals of each difficulty."""
    from boaf.puzzles import ATTRIBUTES

    table = "\n".join(
        f"| {rows} × {cols} | " + " | ".join(f"{counts[level]:,}" for level in range(1, 6)) + " |"
        for (rows, cols), counts in lists.items()
    )
    options = " ".join(f"--difficulty {level}" for level in range(1, 6))
    commands = "\n".join(
        f"boaf generate {options} --count {max(counts.values())} --rows {rows} --cols {cols} --seed {SEED} "
        f"--out graded-{rows}x{cols}.jsonl"
        for (rows, cols), counts in lists.items()
    )
    short = [
        f"{rows} × {cols}" for (rows, cols), counts in lists.items() if min(counts.values()) < max(counts.values())
    ]
    stopped = f" The one of {', '.join(short)} was stopped early." if short else ""
    attributes = "\n".join(f"| `{name}` | {text} |" for name, text in ATTRIBUTES.items())
    return f"""# Graded deals

Solvable numbered deals by difficulty, for apps that need puzzles without a solver. `tools/list_graded.py` made these
files.

| size | level 1 | level 2 | level 3 | level 4 | level 5 |
| --- | --- | --- | --- | --- | --- |
{table}

Each list is a compressed CSV and the same as JSON, sorted by difficulty and number. `boaf.deal(seed, rows, cols)` deals
the cards; docs/puzzles.md says what the levels mean, and that no person has tried them. Levels of different sizes are
not comparable. Every level is at least 90 % certain, and every solution was replayed. Licence: as boaf (MIT).

| column | meaning |
| --- | --- |
| `seed`, `rows`, `cols` | the number of the deal and its size |
| `difficulty` | 1 (easy) to 5 (hard) |
| `score`, `score_low`, `score_high` | the share of games that programs are expected to lose, with its 95 % interval |
| `certainty` | how likely more games would give the same difficulty |
{attributes}
| `solution` | moves that solve the deal |

The lists come from these commands.{stopped} Run longer, they give the same deals first and then more:

```text
{commands}
python tools/list_graded.py graded-*.jsonl
```
"""


if __name__ == "__main__":
    main()
