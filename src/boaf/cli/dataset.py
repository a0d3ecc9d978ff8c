"""`boaf dataset`: boards with labels, to learn from."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from boaf.cli.boards import DealCols, DealRows, Json, Seeds, range_of
from boaf.cli.help import Command, Group
from boaf.cli.progress import progress_bar
from boaf.support.files import json_text

if TYPE_CHECKING:
    from boaf.learn.data.data_set import DataSet
    from boaf.learn.data.making import MakeResult as Made
    from boaf.learn.data.recipes import Recipe

Out = Annotated[Path, typer.Option("--out", metavar="FILE", help="The file; its name ends in .parquet or .csv.")]

dataset_app = typer.Typer(
    name="dataset",
    cls=Group,
    help="Make data sets: boards labelled by the exact solver. The same command goes on with a run that was "
    "interrupted, and leaves a finished file as it is.",
    rich_markup_mode=None,
)


@dataset_app.command(cls=Command)
def states(
    count: Annotated[int, typer.Option("--count", "-n", metavar="N", help="How many states.")],
    out: Out,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="Another seed gives other states.")] = 0,
    rows: DealRows = 4,
    cols: DealCols = 4,
    as_json: Json = False,
) -> None:
    """Random states as in Araki et al. (2019): the number of stacks is drawn, then their cards, then their cells.

    JSON: {file, kind, boards, solvable, unsolvable, parts, computed, seconds, recipe}.

    Example: boaf dataset states --count 1000 --out states.parquet
    """
    from boaf.learn.data.recipes import RandomStates

    _make(RandomStates(count, seed, rows, cols), out, as_json)


@dataset_app.command(cls=Command)
def deals(
    seeds: Annotated[tuple[int, int], Seeds],
    out: Out,
    rows: DealRows = 4,
    cols: DealCols = 4,
    as_json: Json = False,
) -> None:
    """The numbered deals START … STOP − 1; those of Hoshino & Kahn (2019) are 1 … 100,000.

    JSON: {file, kind, boards, solvable, unsolvable, parts, computed, seconds, recipe}.

    Example: boaf dataset deals --seeds 1 1001 --out deals.parquet
    """
    from boaf.learn.data.recipes import NumberedDeals

    deals = range_of(seeds)
    _make(NumberedDeals(deals.start, deals.stop, rows, cols), out, as_json)


@dataset_app.command(cls=Command)
def interesting(
    stop: Annotated[int, typer.Option("--stop", metavar="STOP", help="The seed after the last one.")],
    out: Out,
    as_json: Json = False,
) -> None:
    """The challenge's interesting states of the deals 0 … STOP − 1; a CSV file has exactly the challenge's rows.

    JSON: {file, kind, boards, solvable, unsolvable, parts, computed, seconds, recipe}.

    Example: boaf dataset interesting --stop 10 --out interesting.csv
    """
    from boaf.learn.data.recipes import Interesting

    _make(Interesting(stop), out, as_json)


@dataset_app.command(cls=Command)
def balanced(
    out: Out,
    seeds: Annotated[tuple[int, int], Seeds] = (-500_000, 500_000),
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="For the draw and the split.")] = 0,
    rows: DealRows = 4,
    cols: DealCols = 4,
    as_json: Json = False,
) -> None:
    """The unsolvable deals of START … STOP − 1 and as many solvable ones, split 50/30/20 (InitSet of Sang & Yoon 2019).

    JSON: {file, kind, boards, solvable, unsolvable, parts, computed, seconds, recipe}; parts has the counts of train,
    validation and test.

    Example: boaf dataset balanced --seeds 0 5000 --out balanced.parquet
    """
    from boaf.learn.data.recipes import Balanced

    deals = range_of(seeds)
    _make(Balanced(deals.start, deals.stop, rows, cols, seed), out, as_json)


def _make(recipe: Recipe, out: Path, as_json: bool) -> None:
    from boaf.learn.data.making import make

    made = make(recipe, out, partial(progress_bar, "labelling", unit=recipe.unit))
    if as_json:
        typer.echo(json_text(_to_json(made, out)))
    else:
        typer.echo(_describe(made, recipe, out))


def _counts(data: DataSet) -> dict[str, int]:
    solvable = int(data.solvable.sum())
    return {"boards": len(data), "solvable": solvable, "unsolvable": len(data) - solvable}


def _parts(data: DataSet) -> dict[str, dict[str, int]] | None:
    from boaf.learn.data.data_set import PARTS

    return None if data.parts is None else {name: _counts(data.part(name)) for name in PARTS}


def _to_json(made: Made, out: Path) -> dict[str, object]:
    data = made.data
    answer: dict[str, object] = {"file": str(out), "kind": data.recipe["kind"], **_counts(data), "parts": _parts(data)}
    return answer | {"computed": made.computed, "seconds": made.seconds, "recipe": data.recipe}


def _describe(made: Made, recipe: Recipe, out: Path) -> str:
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
