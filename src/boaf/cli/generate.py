"""`boaf generate`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from click import option

from boaf.cli import options
from boaf.cli.options import command
from boaf.cli.process import ExitStatus, count, progress_bar, require_place, show
from boaf.cli.puzzles import describe_rating
from boaf.support.errors import BoafError, UndecidedError
from boaf.support.files import json_text

if TYPE_CHECKING:
    from boaf.puzzles import Puzzle
    from boaf.puzzles.candidates import PuzzleRequest
    from boaf.puzzles.generation import Taken

_DEFAULTS: dict[str, Any] = {"difficulty": (3,), "count": 1, "rows": 4, "cols": 4, "seed": 0, "method": "deals"}
_DIFFICULTY_HELP = "From 1, easy, to 5, hard (default: 3); may be repeated."
_METHOD_HELP = (
    "deals (choose numbered deals) or annealing (simulated annealing over the placement of the cards) (default: deals)."
)
_OUT_HELP = (
    "Write one JSON object per line to this file, each puzzle as soon as it is finished, and resume an earlier run; "
    "- for standard output."
)


@command()
@options.number("--difficulty", metavar="1..5", multiple=True, help=_DIFFICULTY_HELP)
@options.number("--count", "-n", help="How many puzzles of each difficulty (default: 1).")
@options.size(note="s (default: 4)")
@options.number("--seed", metavar="S", help="The same seed gives the same puzzles (default: 0).")
@option("--method", metavar="NAME", help=_METHOD_HELP)
@option("--daily", metavar="DATE", help="The deal of the day instead: 2026-11-15, or `today` (in UTC).")
@options.max_seconds
@options.threads
@options.file("--out", help=_OUT_HELP)
@options.json
def generate(
    daily: str | None,
    max_seconds: float | None,
    threads: int | None,
    out: Path | None,
    as_json: bool,
    **chosen: Any,
) -> int:
    """Make solvable boards of given difficulties, with their attributes and a solution.

    They do not depend on the number of threads. Each is shown as soon as it is finished. When --max-seconds is over
    (exit status 3), or after Ctrl-C, the finished puzzles are kept; with --out FILE the same command makes the rest.

    JSON: {rows, cols, seed, method, puzzles: [{board, seed, difficulty, score, score_low, score_high, certainty,
    attributes, solution}]}, where the seed of a puzzle is the number of its deal, or null; with --daily {date, rows,
    cols, puzzles}; with --out FILE {file, puzzles, computed}. In FILE the first line is {recipe, check}, the others are
    puzzles with draw and check.

    Example: boaf generate --difficulty 4 --count 2
    """
    from boaf.puzzles import generation

    asked = {name: value for name, value in chosen.items() if value not in (None, ())}
    if daily is not None:
        if asked or out:
            other = next(iter(asked), "out")
            raise BoafError(f"the deal of the day is the same for everyone: leave --{other} out")
        day = _day(daily)
        puzzle = generation.daily(day, max_seconds=max_seconds)
        answer = {"date": day.isoformat(), "rows": 4, "cols": 4, "puzzles": [puzzle.to_json()]}
        show(json_text(answer) if as_json else _in_words(puzzle))
        return ExitStatus.ANSWERED
    chosen = {**_DEFAULTS, **asked}
    request = generation.make_request(chosen.pop("difficulty"), **chosen, max_seconds=max_seconds)
    if out is not None and str(out) != "-":
        return _to_file(request, threads, out, as_json)
    return _to_output(request, threads, as_json=as_json, as_lines=out is not None)


def _to_output(request: PuzzleRequest, threads: int | None, *, as_json: bool, as_lines: bool) -> ExitStatus:
    """Show the puzzles as they are finished, or as one JSON object in the end."""
    puzzles: list[Puzzle] = []

    def keep(draw: int, puzzle: Puzzle) -> None:
        puzzles.append(puzzle)
        if as_lines:
            show(json_text({"draw": draw} | puzzle.to_json()))
        elif not as_json:
            show(("\n" if len(puzzles) > 1 else "") + _in_words(puzzle))

    status = _make(request, threads, (), keep)
    if status == ExitStatus.LIMIT_REACHED and not puzzles:
        raise UndecidedError(f"no puzzle was finished within {request.limits.max_seconds:g} seconds")
    if as_json and not as_lines:
        head = {name: getattr(request, name) for name in ("rows", "cols", "seed", "method")}
        show(json_text(head | {"puzzles": [puzzle.to_json() for puzzle in puzzles]}))
    return status


def _to_file(request: PuzzleRequest, threads: int | None, path: Path, as_json: bool) -> ExitStatus:
    """Write the puzzles to a file as they are finished, after those that are there."""
    from boaf.puzzles.generation import PuzzleFile

    require_place(path)
    computed: list[int] = []

    def keep(draw: int, puzzle: Puzzle) -> None:
        file.write(draw, puzzle)
        computed.append(draw)

    file = PuzzleFile(path, request)
    there = len(file.taken)
    status = _make(request, threads, file.taken, keep)
    if as_json:
        show(json_text({"file": str(path), "puzzles": there + len(computed), "computed": len(computed)}))
    else:
        show(f"{count(there + len(computed), 'puzzle')} in {path}, {len(computed):,} of them made now")
    return status


def _make(
    request: PuzzleRequest, threads: int | None, before: Sequence[Taken], keep: Callable[[int, Puzzle], None]
) -> ExitStatus:
    """Make the puzzles that were not made `before`, and keep each as soon as it is finished."""
    from boaf.puzzles.generation import stream

    try:
        with progress_bar("generating", request.count * len(request.difficulties) - len(before), "puzzles") as progress:
            for draw, puzzle in stream(request, threads=threads, before=before):
                keep(draw, puzzle)
                progress(1)
    except KeyboardInterrupt:
        return ExitStatus.INTERRUPTED
    except UndecidedError:
        return ExitStatus.LIMIT_REACHED
    return ExitStatus.ANSWERED


def _in_words(puzzle: Puzzle) -> str:
    name = "" if puzzle.seed is None else f"deal {puzzle.seed}\n"
    solution = " ".join(map(str, puzzle.solution))
    return f"{name}{puzzle.board}\n{describe_rating(puzzle.rating)}\nsolution: {solution}"


def _day(text: str) -> date:
    if text == "today":
        return datetime.now(UTC).date()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BoafError(f"date {text!r}: write it as 2026-11-15, or as today") from None
