"""`boaf generate`."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boaf.cli.boards import Json, MaxSeconds
from boaf.cli.progress import progress_bar
from boaf.cli.rate import describe
from boaf.cli.status import Status
from boaf.errors import BoafError
from boaf.files import json_text

if TYPE_CHECKING:
    from boaf.puzzles import Puzzle


def generate(
    difficulty: Annotated[
        int | None, typer.Option("--difficulty", metavar="1..5", help="From 1, easy, to 5, hard (default: 3).")
    ] = None,
    count: Annotated[
        int | None, typer.Option("--count", "-n", metavar="N", help="How many puzzles (default: 1).")
    ] = None,
    rows: Annotated[
        int | None, typer.Option("--rows", "-r", metavar="R", help="Rows of the boards (default: 4).")
    ] = None,
    cols: Annotated[
        int | None, typer.Option("--cols", "-c", metavar="C", help="Columns of the boards (default: 4).")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="S", help="The same seed gives the same puzzles (default: 0)."),
    ] = None,
    method: Annotated[
        str | None,
        typer.Option(
            "--method",
            metavar="NAME",
            help="deals (choose numbered deals) or annealing (simulated annealing over the placement of the cards) "
            "(default: deals).",
        ),
    ] = None,
    daily: Annotated[
        str | None,
        typer.Option("--daily", metavar="DATE", help="Instead, the deal of the day: 2026-11-15, or `today` (in UTC)."),
    ] = None,
    max_seconds: MaxSeconds = None,
    as_json: Json = False,
) -> int:
    """Make solvable boards of a given difficulty, with their attributes and a solution.

    JSON: {rows, cols, seed, method, puzzles: [{board, seed, difficulty, score, attributes, solution}]}, where the
    seed of a puzzle is the number of its deal, or null; with --daily {date, rows, cols, puzzles}. Past --max-seconds
    the puzzles that are finished are shown, with exit status 3.

    Example: boaf generate --difficulty 4 --count 2
    """
    from boaf.puzzles import generation

    asked = {"difficulty": difficulty, "count": count, "rows": rows, "cols": cols, "seed": seed, "method": method}
    asked = {name: value for name, value in asked.items() if value is not None}
    if daily is not None:
        if asked:
            raise BoafError(f"the deal of the day is the same for everyone: leave --{next(iter(asked))} out")
        day = _day(daily)
        puzzle = generation.daily(day, max_seconds=max_seconds)
        _show({"date": day.isoformat(), "rows": 4, "cols": 4}, [puzzle], as_json)
        return Status.ANSWERED
    chosen: dict[str, Any] = {"difficulty": 3, "count": 1, "rows": 4, "cols": 4, "seed": 0, "method": "deals"} | asked
    with progress_bar("generating", chosen["count"], "puzzles") as progress:
        puzzles = generation.generate(**chosen, max_seconds=max_seconds, progress=progress)
    _show({name: chosen[name] for name in ("rows", "cols", "seed", "method")}, puzzles, as_json)
    return Status.ANSWERED if len(puzzles) == chosen["count"] else Status.LIMIT_REACHED


def _show(head: dict[str, object], puzzles: list[Puzzle], as_json: bool) -> None:
    if as_json:
        typer.echo(json_text(head | {"puzzles": [puzzle.to_json() for puzzle in puzzles]}))
        return
    for number, puzzle in enumerate(puzzles):
        name = "" if puzzle.seed is None else f"deal {puzzle.seed}\n"
        solution = " ".join(map(str, puzzle.solution))
        text = f"{name}{puzzle.board}\n{describe(puzzle.rating)}\nsolution: {solution}"
        typer.echo(("\n" if number else "") + text)


def _day(text: str) -> date:
    if text == "today":
        return datetime.now(UTC).date()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BoafError(f"date {text!r}: write it as 2026-11-15, or as today") from None
