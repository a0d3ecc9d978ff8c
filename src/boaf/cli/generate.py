"""`boaf generate`."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boaf.cli.boards import Json, MaxSeconds, Threads
from boaf.cli.files import require_place
from boaf.cli.progress import progress_bar
from boaf.cli.rate import describe
from boaf.cli.status import Status
from boaf.cli.words import count as count_of
from boaf.support.errors import BoafError, UndecidedError
from boaf.support.files import json_text

if TYPE_CHECKING:
    from boaf.puzzles import Puzzle
    from boaf.puzzles.candidates import PuzzleRequest


def generate(
    difficulty: Annotated[
        list[int] | None,
        typer.Option("--difficulty", metavar="1..5", help="From 1, easy, to 5, hard (default: 3); give several."),
    ] = None,
    count: Annotated[
        int | None, typer.Option("--count", "-n", metavar="N", help="How many puzzles of each difficulty (default: 1).")
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
    threads: Threads = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Write one JSON object per line to this file, each puzzle as soon as it is finished, and resume the "
            "run that is there; - for standard output.",
        ),
    ] = None,
    as_json: Json = False,
) -> int:
    """Make solvable boards of given difficulties, with their attributes and a solution.

    They do not depend on the number of threads. Each is shown as soon as it is finished. After --max-seconds, with exit
    status 3, or Ctrl-C the puzzles that are finished are kept, and with --out FILE the same command makes the others.

    JSON: {rows, cols, seed, method, puzzles: [{board, seed, difficulty, score, attributes, solution}]}, where the seed
    of a puzzle is the number of its deal, or null; with --daily {date, rows, cols, puzzles}; with --out FILE {file,
    puzzles, computed}. In FILE the first line is {recipe, check}, the others are puzzles with draw and check.

    Example: boaf generate --difficulty 4 --count 2
    """
    from boaf.puzzles import generation

    asked = {"difficulty": difficulty, "count": count, "rows": rows, "cols": cols, "seed": seed, "method": method}
    asked = {name: value for name, value in asked.items() if value is not None}
    if daily is not None:
        if asked or out:
            other = next(iter(asked), "out")
            raise BoafError(f"the deal of the day is the same for everyone: leave --{other} out")
        day = _day(daily)
        puzzle = generation.daily(day, max_seconds=max_seconds)
        _show({"date": day.isoformat(), "rows": 4, "cols": 4}, [puzzle], as_json)
        return Status.ANSWERED
    chosen: dict[str, Any] = {"difficulty": [3], "count": 1, "rows": 4, "cols": 4, "seed": 0, "method": "deals"} | asked
    difficulties, number = chosen.pop("difficulty"), chosen["count"]
    wish = generation.make_request(difficulties, **chosen, max_seconds=max_seconds)
    if out is not None and str(out) != "-":
        return _to_file(wish, number, threads, out, as_json)
    head = {name: chosen[name] for name in ("rows", "cols", "seed", "method")}
    return _to_output(wish, number, threads, head, as_json=as_json, as_lines=out is not None)


def _to_output(
    wish: PuzzleRequest, count: int, threads: int | None, head: dict[str, object], *, as_json: bool, as_lines: bool
) -> int:
    """Show the puzzles as they are finished, or as one JSON object in the end."""
    from boaf.puzzles.generation import stream

    puzzles: list[Puzzle] = []
    status: int = Status.ANSWERED
    try:
        with progress_bar("generating", count * len(wish.difficulties), "puzzles") as progress:
            for draw, puzzle in stream(wish, count, threads=threads):
                puzzles.append(puzzle)
                if as_lines:
                    progress.print(json_text({"draw": draw} | puzzle.to_json()))
                elif not as_json:
                    progress.print(("\n" if len(puzzles) > 1 else "") + _in_words(puzzle))
                progress(1)
    except KeyboardInterrupt:
        status = Status.INTERRUPTED
    except UndecidedError:
        if not puzzles:
            raise UndecidedError(f"no puzzle was finished within {wish.limits.max_seconds:g} seconds") from None
        status = Status.LIMIT_REACHED
    if as_json and not as_lines:
        _show(head, puzzles, as_json)
    return status


def _to_file(wish: PuzzleRequest, count: int, threads: int | None, path: Path, as_json: bool) -> int:
    """Write the puzzles to a file as they are finished, after those that it holds."""
    from boaf.puzzles.generation import stream
    from boaf.puzzles.puzzle_file import PuzzleFile

    require_place(path)
    computed, status = 0, Status.ANSWERED
    file = PuzzleFile(path, wish, count)
    there = len(file.taken)
    try:
        with progress_bar("generating", count * len(wish.difficulties) - there, "puzzles") as progress:
            for draw, puzzle in stream(wish, count, threads=threads, before=file.taken):
                file.write(draw, puzzle)
                computed += 1
                progress(1)
    except KeyboardInterrupt:
        status = Status.INTERRUPTED
    except UndecidedError:
        status = Status.LIMIT_REACHED
    if as_json:
        typer.echo(json_text({"file": str(path), "puzzles": there + computed, "computed": computed}))
    else:
        typer.echo(f"{count_of(there + computed, 'puzzle')} in {path}, {computed:,} of them made now")
    return status


def _show(head: dict[str, object], puzzles: list[Puzzle], as_json: bool) -> None:
    if as_json:
        typer.echo(json_text(head | {"puzzles": [puzzle.to_json() for puzzle in puzzles]}))
        return
    for puzzle in puzzles:
        typer.echo(_in_words(puzzle))


def _in_words(puzzle: Puzzle) -> str:
    name = "" if puzzle.seed is None else f"deal {puzzle.seed}\n"
    solution = " ".join(map(str, puzzle.solution))
    return f"{name}{puzzle.board}\n{describe(puzzle.rating)}\nsolution: {solution}"


def _day(text: str) -> date:
    if text == "today":
        return datetime.now(UTC).date()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BoafError(f"date {text!r}: write it as 2026-11-15, or as today") from None
