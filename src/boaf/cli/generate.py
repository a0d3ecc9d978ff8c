"""`boaf generate`."""

from __future__ import annotations

import json
from datetime import date
from typing import Annotated

import typer

from boaf.cli.boards import Json
from boaf.cli.progress import progress_bar
from boaf.cli.rate import describe
from boaf.errors import BoafError


def generate(
    difficulty: Annotated[
        int | None, typer.Option("--difficulty", "-d", metavar="1..5", help="1 is easy and 5 is hard; 3 by default.")
    ] = None,
    count: Annotated[int, typer.Option("--count", "-n", metavar="N", help="How many puzzles.")] = 1,
    rows: Annotated[int, typer.Option("--rows", "-r", metavar="R", help="Rows of the boards.")] = 4,
    cols: Annotated[int, typer.Option("--cols", "-c", metavar="C", help="Columns of the boards.")] = 4,
    seed: Annotated[int, typer.Option("--seed", "-s", metavar="S", help="The same seed gives the same puzzles.")] = 0,
    method: Annotated[
        str,
        typer.Option(
            "--method",
            "-m",
            metavar="NAME",
            help="deals (choose numbered deals) or annealing (simulated annealing over the placement of the cards).",
        ),
    ] = "deals",
    daily: Annotated[
        str | None,
        typer.Option("--daily", metavar="DATE", help="The puzzle of a day, such as 2026-11-15 or `today`, instead."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Make winnable boards of a wished difficulty, with their attributes and a solution.

    JSON: {rows, cols, seed, method, puzzles: [{board, seed, difficulty, score, attributes, solution}]}, where the
    seed of a puzzle is the number of its deal, or null; with --daily {date, rows, cols, puzzles}.

    Example: boaf generate --difficulty 4 --count 2
    """
    from boaf.play import generate as generation

    head: dict[str, object]
    if daily is not None:
        if difficulty is not None:
            raise BoafError("the puzzle of the day has its own difficulty: leave --difficulty out")
        day = _day(daily)
        puzzles = [generation.daily(day)]
        head = {"date": day.isoformat(), "rows": 4, "cols": 4}
    else:
        with progress_bar("generating", count, "puzzles") as progress:
            wanted = 3 if difficulty is None else difficulty
            puzzles = generation.generate(wanted, count, rows, cols, seed, method, progress=progress)
        head = {"rows": rows, "cols": cols, "seed": seed, "method": method}
    if as_json:
        typer.echo(json.dumps(head | {"puzzles": [puzzle.to_json() for puzzle in puzzles]}))
        return
    for number, puzzle in enumerate(puzzles):
        name = "" if puzzle.seed is None else f"deal {puzzle.seed}\n"
        solution = " ".join(map(str, puzzle.solution))
        text = f"{name}{puzzle.board}\n{describe(puzzle.rating)}\nsolution: {solution}"
        typer.echo(("\n" if number else "") + text)


def _day(text: str) -> date:
    if text == "today":
        return date.today()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BoafError(f"date {text!r}: write it as 2026-11-15, or as today") from None
