"""`boaf dataset`: boards with labels, to learn from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from click import group

from boaf.cli.command import Group, deal_size, file_option, json_option, number_option, seeds_option
from boaf.cli.output import progress_bar, show
from boaf.support.files import json_text

if TYPE_CHECKING:
    from boaf.learn.data.data_set import DataSet
    from boaf.learn.data.making import MakeResult
    from boaf.learn.data.recipes import Recipe

_out_option = file_option("--out", required=True, help="The file; its name ends in .parquet or .csv.")


@group(cls=Group)
def dataset() -> None:
    """Make data sets: boards labelled by the exact solver.

    The same command resumes a run that was interrupted, and leaves a finished file as it is.
    """


@dataset.command()
@number_option("--count", "-n", required=True, help="How many states.")
@_out_option
@number_option("--seed", metavar="S", default=0, help="Another seed gives other states.")
@deal_size
@json_option
def states(count: int, out: Path, seed: int, rows: int, cols: int, as_json: bool) -> None:
    """Random states as in Araki et al. (2019): draw the number of stacks, then their cards, then their cells.

    JSON: {file, kind, boards, solvable, unsolvable, parts, computed, seconds, recipe}.

    Example: boaf dataset states --count 1000 --out states.parquet
    """
    from boaf.learn.data.recipes import RandomStates

    _make(RandomStates(count, seed, rows, cols), out, as_json)


@dataset.command()
@seeds_option(required=True)
@_out_option
@deal_size
@json_option
def deals(seeds: range, out: Path, rows: int, cols: int, as_json: bool) -> None:
    """The numbered deals START … STOP − 1; those of Hoshino & Kahn (2019) are 1 … 100,000.

    JSON: {file, kind, boards, solvable, unsolvable, parts, computed, seconds, recipe}.

    Example: boaf dataset deals --seeds 1 1001 --out deals.parquet
    """
    from boaf.learn.data.recipes import NumberedDeals

    _make(NumberedDeals(seeds.start, seeds.stop, rows, cols), out, as_json)


@dataset.command()
@number_option("--stop", metavar="STOP", required=True, help="The seed after the last one.")
@_out_option
@json_option
def interesting(stop: int, out: Path, as_json: bool) -> None:
    """The challenge's interesting states of the deals 0 … STOP − 1; a CSV file has exactly the challenge's rows.

    JSON: {file, kind, boards, solvable, unsolvable, parts, computed, seconds, recipe}.

    Example: boaf dataset interesting --stop 10 --out interesting.csv
    """
    from boaf.learn.data.recipes import Interesting

    _make(Interesting(stop), out, as_json)


@dataset.command()
@_out_option
@seeds_option(default=(-500_000, 500_000))
@number_option("--seed", metavar="S", default=0, help="Seed of the draw and the split.")
@deal_size
@json_option
def balanced(out: Path, seeds: range, seed: int, rows: int, cols: int, as_json: bool) -> None:
    """The unsolvable deals of START … STOP − 1 and as many solvable ones, split 50/30/20 (InitSet of Sang & Yoon 2019).

    JSON: {file, kind, boards, solvable, unsolvable, parts, computed, seconds, recipe}; parts has the counts of train,
    validation and test.

    Example: boaf dataset balanced --seeds 0 5000 --out balanced.parquet
    """
    from boaf.learn.data.recipes import Balanced

    _make(Balanced(seeds.start, seeds.stop, rows, cols, seed), out, as_json)


def _make(recipe: Recipe, out: Path, as_json: bool) -> None:
    from boaf.learn.data.making import make

    made = make(recipe, out, progress_bar)
    show(json_text(_to_json(made, out)) if as_json else _describe(made, recipe, out))


def _counts(data: DataSet) -> dict[str, int]:
    solvable = int(data.solvable.sum())
    return {"boards": len(data), "solvable": solvable, "unsolvable": len(data) - solvable}


def _parts(data: DataSet) -> dict[str, dict[str, int]] | None:
    from boaf.learn.data.data_set import PARTS

    return None if data.parts is None else {name: _counts(data.part(name)) for name in PARTS}


def _to_json(made: MakeResult, out: Path) -> dict[str, object]:
    data = made.data
    answer: dict[str, object] = {"file": str(out), "kind": data.recipe["kind"], **_counts(data), "parts": _parts(data)}
    return answer | {"computed": made.computed, "seconds": made.seconds, "recipe": data.recipe}


def _describe(made: MakeResult, recipe: Recipe, out: Path) -> str:
    lines = [f"{out}: {_in_words(_counts(made.data))}"]
    lines += [f"{name:12}{_in_words(counts)}" for name, counts in (_parts(made.data) or {}).items()]
    if not made.computed:
        lines.append("the file was there already")
    elif made.computed < recipe.total:
        lines.append(f"{recipe.total - made.computed:,} of {recipe.total:,} {recipe.unit} were there already")
    return "\n".join(lines)


def _in_words(counts: dict[str, int]) -> str:
    share = counts["solvable"] / max(counts["boards"], 1)
    return f"{counts['boards']:,} boards, {counts['solvable']:,} solvable ({100 * share:.2f} %)"
