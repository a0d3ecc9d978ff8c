"""`boaf features`, `boaf predict` and `boaf dataset`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from click import group, option

from boaf.board import Board
from boaf.cli import options
from boaf.cli.boards import BoardAnswer, Boards, boards_argument
from boaf.cli.options import Group, command
from boaf.cli.process import progress_bar, show
from boaf.support.errors import BoafError
from boaf.support.files import json_text, write_text

if TYPE_CHECKING:
    from boaf.learn.data.data_set import DataSet
    from boaf.learn.data.making import MakeResult
    from boaf.learn.data.recipes import Recipe


@command()
@boards_argument
@options.flag("--all", "every", help="Include the relaxations, which take several times as long as the other features.")
@options.file("--svg", help="Draw the compatibility graph and its islands to an SVG file.")
@options.json
def features(boards: Boards, every: bool, svg: Path | None, as_json: bool) -> int:
    """Show the features of boards that models learn from, with their definitions.

    JSON, one object per board: {board, features: {name: value}}.

    Example: boaf features 1264
    """
    from boaf.learn.board_features import FEATURES, KNOWN_FEATURES
    from boaf.learn.board_features import features as features_of

    boards.require_drawing(svg)

    def answer(board: Board) -> BoardAnswer:
        if svg is not None:
            from boaf.render.graph import draw_islands

            write_text(svg, draw_islands(board))
        found = features_of(board, list(KNOWN_FEATURES if every else FEATURES))
        lines = (_line(name, value, KNOWN_FEATURES[name]) for name, value in found.items())
        return BoardAnswer(lambda: {"board": board.text(), "features": found}, lambda: "\n".join([str(board), *lines]))

    return boards.answer(answer, as_json)


def _line(name: str, value: float, definition: str) -> str:
    shown = f"{value:,}" if isinstance(value, int) else f"{value:,.4f}"
    return f"{name:34}{shown:>16}  {definition}"


_MODEL_HELP = (
    "A file of `boaf train`, or a model that comes with boaf: shipped (default), linear-H, lightgbm-F, or stacks, a "
    "neural network."
)


@command()
@boards_argument
@options.file("--model", "-m", help=_MODEL_HELP)
@options.flag("--lookahead", help="Let a network look one move ahead: slower, but more accurate.")
@options.flag("--exact", help="Also show the exact verdict.")
@options.json
def predict(boards: Boards, model: Path | None, lookahead: bool, exact: bool, as_json: bool) -> int:
    """Estimate how likely boards are to be solvable, with a model that does not search.

    JSON, one object per board: {board, model, probability}, and verdict with --exact; model is the value of --model.

    Example: boaf predict 1 1264 --exact
    """
    from boaf.learn.prediction import SHIPPED, load
    from boaf.learn.prediction import predict as probability_of
    from boaf.solvers.single import solve

    name = SHIPPED if model is None else str(model)
    chosen = load(name)
    if lookahead:
        from boaf.learn.prediction import NeuralModel

        if not isinstance(chosen, NeuralModel):
            raise BoafError(f"{chosen.description.name} is not a network: --lookahead goes with --model stacks")
        chosen = chosen.with_lookahead()
    kind = chosen.description.name
    told = name if kind == name else f"{name}, {kind}"

    def answer(board: Board) -> BoardAnswer:
        likely = probability_of(board, chosen)
        values = {"board": board.text(), "model": name, "probability": likely}
        text = f"{board}\nsolvable with probability {_shown(likely)} ({told})"
        if exact:
            values["verdict"] = str(solve(board).verdict)
            text += f"\nexactly: {values['verdict']}"
        return BoardAnswer(lambda: values, lambda: text)

    return boards.answer(answer, as_json)


def _shown(likely: float) -> str:
    """A probability, never rounded to certainty."""
    if likely in (0, 1):
        return f"{likely:.0f}"
    for digits in range(4, 13):
        if round(likely, digits) not in (0, 1):
            return f"{likely:.{digits}f}"
    return "< 1e-12" if likely < 0.5 else "> 1 - 1e-12"


_out_option = options.file("--out", required=True, help="The file; its name ends in .parquet or .csv.")


@group(cls=Group)
def dataset() -> None:
    """Make data sets: boards labelled by the exact solver.

    The same command resumes a run that was interrupted, and leaves a finished file as it is.
    """


@dataset.command()
@options.number("--count", "-n", required=True, help="How many states.")
@_out_option
@options.number("--seed", metavar="S", default=0, help="Another seed gives other states.")
@options.deal_size
@options.json
def states(count: int, out: Path, seed: int, rows: int, cols: int, as_json: bool) -> None:
    """Random states as in Araki et al. (2019): draw the number of stacks, then their cards, then their cells.

    JSON: {file, kind, boards, solvable, unsolvable, parts, computed, seconds, recipe}.

    Example: boaf dataset states --count 1000 --out states.parquet
    """
    from boaf.learn.data.recipes import RandomStates

    _make(RandomStates(count, seed, rows, cols), out, as_json)


@dataset.command()
@options.seeds(required=True)
@_out_option
@options.deal_size
@options.json
def deals(seeds: range, out: Path, rows: int, cols: int, as_json: bool) -> None:
    """The numbered deals START … STOP − 1; those of Hoshino & Kahn (2019) are 1 … 100,000.

    JSON: {file, kind, boards, solvable, unsolvable, parts, computed, seconds, recipe}.

    Example: boaf dataset deals --seeds 1 1001 --out deals.parquet
    """
    from boaf.learn.data.recipes import NumberedDeals

    _make(NumberedDeals(seeds.start, seeds.stop, rows, cols), out, as_json)


@dataset.command()
@options.number("--stop", metavar="STOP", required=True, help="The seed after the last one.")
@options.flag("--moves", help="Write the state before and the move, as `dataset moves` does, instead of the state.")
@_out_option
@options.json
def interesting(stop: int, moves: bool, out: Path, as_json: bool) -> None:
    """The challenge's interesting states of the deals 0 … STOP − 1; a CSV file has exactly the challenge's rows.

    With --moves the deals themselves are left out, and solvable is the label of the state after the move.

    JSON: {file, kind, boards, solvable, unsolvable, parts, computed, seconds, recipe}.

    Example: boaf dataset interesting --stop 10 --out interesting.csv
    """
    from boaf.learn.data.recipes import Interesting

    _make(Interesting(stop, moves), out, as_json)


@dataset.command()
@_out_option
@options.seeds(default=(-500_000, 500_000))
@options.number("--seed", metavar="S", default=0, help="Seed of the draw and the split.")
@options.deal_size
@options.json
def balanced(out: Path, seeds: range, seed: int, rows: int, cols: int, as_json: bool) -> None:
    """The unsolvable deals of START … STOP − 1 and as many solvable ones, split 50/30/20 (InitSet of Sang & Yoon 2019).

    JSON: {file, kind, boards, solvable, unsolvable, parts, computed, seconds, recipe}; parts has the counts of train,
    validation and test.

    Example: boaf dataset balanced --seeds 0 5000 --out balanced.parquet
    """
    from boaf.learn.data.recipes import Balanced

    _make(Balanced(seeds.start, seeds.stop, rows, cols, seed), out, as_json)


@dataset.command()
@options.seeds(required=True)
@_out_option
@option("--player", "-p", metavar="NAME", default="random", help="The player whose positions are used.")
@options.number("--iterations", "-i", default=0, help="Iterations per move, for players that search.")
@options.number("--stacks", metavar="LEAST MOST", nargs=2, help="Only positions with this many stacks.")
@options.number("--seed", metavar="S", default=0, help="Seed of the player's random numbers.")
@options.deal_size
@options.json
def moves(seeds: range, out: Path, stacks: tuple[int, int] | None, as_json: bool, **settings: Any) -> None:
    """Every legal move, with its verdict, on the positions that a player reaches from the deals START … STOP − 1.

    Each row has the board before the move, the cells of the move, and whether the board after it is solvable. JSON:
    {file, kind, boards, solvable, unsolvable, parts, computed, seconds, recipe}.

    Example: boaf dataset moves --seeds 0 50 --player greedy --out moves.parquet
    """
    from boaf.learn.data.moves import LabelledMoves

    least, most = stacks or (2, 0)
    _make(LabelledMoves(seeds.start, seeds.stop, least_stacks=least, most_stacks=most, **settings), out, as_json)


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
    lines = [f"{out}: {_in_words(_counts(made.data), 'boards' if made.data.steps is None else 'moves')}"]
    lines += [f"{name:12}{_in_words(counts)}" for name, counts in (_parts(made.data) or {}).items()]
    if not made.computed:
        lines.append("the file was there already")
    elif made.computed < recipe.total:
        lines.append(f"{recipe.total - made.computed:,} of {recipe.total:,} {recipe.unit} were there already")
    return "\n".join(lines)


def _in_words(counts: dict[str, int], what: str = "boards") -> str:
    share = counts["solvable"] / max(counts["boards"], 1)
    return f"{counts['boards']:,} {what}, {counts['solvable']:,} solvable ({100 * share:.2f} %)"
