"""`boaf generate`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from click import option

from boaf.cli import options
from boaf.cli.options import command
from boaf.cli.process import ExitStatus, count, progress_bar, require_place, show, warn
from boaf.cli.puzzles import describe_rating
from boaf.support.errors import BoafError, UndecidedError
from boaf.support.files import json_text

if TYPE_CHECKING:
    from boaf.puzzles import Puzzle
    from boaf.puzzles.candidates import PuzzleRequest
    from boaf.puzzles.designs import OnlyMove
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


_FILTERS = ("theme", "max_solutions", "min_forced", "min_traps")
_THEME_HELP = "Draw boards of a theme instead of numbered deals: mirror, red, black, low or high."
_SOLUTIONS_HELP = "At most N solutions, up to the order of independent moves; they can be counted up to about 4 × 4."
_FORCED_HELP = "At least N steps of the solution at which only one move wins."
_TRAPS_HELP = "At least N steps of the solution at which the greedy player may choose a move that loses."
_ONLY_HELP = "Make positions in which exactly one move wins instead; they have no difficulty."
_FOR_HELP = "With --daily: the deal of this group alone, whose size and difficulty you may choose."


@command()
@options.number("--difficulty", metavar="1..5", multiple=True, help=_DIFFICULTY_HELP)
@options.number("--count", "-n", help="How many puzzles of each difficulty (default: 1).")
@options.size(note="s (default: 4)")
@options.number("--seed", metavar="S", help="The same seed gives the same puzzles (default: 0).")
@option("--method", metavar="NAME", help=_METHOD_HELP)
@option("--theme", metavar="NAME", help=_THEME_HELP)
@options.number("--max-solutions", help=_SOLUTIONS_HELP)
@options.number("--min-forced", help=_FORCED_HELP)
@options.number("--min-traps", help=_TRAPS_HELP)
@options.flag("--only-move", help=_ONLY_HELP)
@option("--daily", metavar="DATE", help="The deal of the day instead: 2026-11-15, or `today` (in UTC).")
@option("--for", "group", metavar="NAME", help=_FOR_HELP)
@options.flag("--no-solution", help="Do not show the solution.")
@options.max_seconds
@options.threads
@options.file("--out", help=_OUT_HELP)
@options.json
def generate(
    only_move: bool,
    daily: str | None,
    group: str | None,
    no_solution: bool,
    max_seconds: float | None,
    threads: int | None,
    out: Path | None,
    as_json: bool,
    **chosen: Any,
) -> int:
    """Make solvable boards of given difficulties, with their attributes and a solution.

    The boards do not depend on the number of threads. Each is shown as soon as it is finished. When --max-seconds is
    over (exit status 3), or after Ctrl-C, the finished puzzles are kept; with --out FILE the same command makes the
    rest.

    JSON: {rows, cols, seed, method, puzzles: [{board, seed, difficulty, score, score_low, score_high, certainty,
    attributes, solution}]}, where the seed of a puzzle is the number of its deal, or null, and filters add solutions,
    forced and traps; with --only-move {rows, cols, seed, puzzles: [{board, seed, legal_moves, move, solution}]}; with
    --daily {date, rows, cols, link, puzzles}; with --out FILE {file, puzzles, computed}. In FILE the first line is
    {recipe, check}, the others are puzzles with draw and check.

    Example: boaf generate --difficulty 4 --count 2
    """
    from boaf.puzzles import generation

    asked = {name: value for name, value in chosen.items() if value not in (None, ())}
    shown = _Shown(as_json, no_solution)
    if daily is not None or group is not None:
        others = [name for name, value in {"out": out, "only_move": only_move}.items() if value]
        return _daily(daily, group, asked | dict.fromkeys(others), max_seconds, shown)
    if only_move:
        return _only_moves(asked, max_seconds, shown, out)
    request = generation.make_request(**_request(asked), max_seconds=max_seconds)
    if out is not None and str(out) != "-":
        if no_solution:
            raise BoafError("a file of puzzles has their solutions: leave --no-solution or --out out")
        return _to_file(request, threads, out, as_json)
    return _to_output(request, threads, shown, as_lines=out is not None)


class _Shown(NamedTuple):
    """How puzzles are shown."""

    as_json: bool
    no_solution: bool

    def values(self, puzzle: Puzzle | OnlyMove) -> dict[str, Any]:
        hidden = {"solution", "move"} if self.no_solution else set()
        return {name: value for name, value in puzzle.to_json().items() if name not in hidden}

    def words(self, puzzle: Puzzle) -> str:
        name = "" if puzzle.seed is None else f"deal {puzzle.seed}\n"
        counts = "".join(f"\n{number:9,}  {name}" for name, number in puzzle.counts.items())
        solution = "" if self.no_solution else f"\nsolution: {' '.join(map(str, puzzle.solution))}"
        return f"{name}{puzzle.board}\n{describe_rating(puzzle.rating)}{counts}{solution}"


def _request(asked: dict[str, Any]) -> dict[str, Any]:
    """The arguments of `make_request`."""
    chosen = {**_DEFAULTS, **asked}
    return {"difficulties": chosen.pop("difficulty"), **chosen}


def _daily(daily: str | None, group: str | None, asked: dict[str, Any], seconds: float | None, shown: _Shown) -> int:
    """Show the deal of a day."""
    from boaf.puzzles.generation import daily as deal_of

    if daily is None:
        raise BoafError("--for NAME goes with --daily DATE")
    levels = asked.pop("difficulty", (None,))
    size = {name: asked.pop(name) for name in ("rows", "cols") if group is not None and name in asked}
    if group is None and levels != (None,):
        asked["difficulty"] = levels
    if asked:
        other = next(iter(asked)).replace("_", "-")
        if group is not None:
            raise BoafError(f"the deal of a group has a size and a difficulty: leave --{other} out")
        remedy = ", or add --for NAME" if other in ("rows", "cols", "difficulty") else ""
        raise BoafError(f"the deal of the day is the same for everyone: leave --{other} out{remedy}")
    if len(levels) > 1:
        raise BoafError("the deal of the day has one difficulty")
    day = _day(daily)
    puzzle = deal_of(day, group, difficulty=levels[0], max_seconds=seconds, **size)
    rows, cols = puzzle.board.rows, puzzle.board.cols
    link = f"#deal={puzzle.seed}" + (f"&rows={rows}&cols={cols}" if (rows, cols) != (4, 4) else "")
    head = {"date": day.isoformat(), "rows": rows, "cols": cols, "link": link}
    words = f"{shown.words(puzzle)}\nlink: {link} after the address of the page"
    show(json_text(head | {"puzzles": [shown.values(puzzle)]}) if shown.as_json else words)
    return ExitStatus.ANSWERED


def _only_moves(asked: dict[str, Any], seconds: float | None, shown: _Shown, out: Path | None) -> int:
    """Show positions with one winning move, from deals drawn as puzzles are."""
    from boaf.puzzles.candidates import METHODS, draws
    from boaf.puzzles.designs import only_move
    from boaf.puzzles.generation import make_request

    for name in ("difficulty", "method", *_FILTERS):
        if name in asked:
            raise BoafError(f"--only-move makes positions, not deals: leave --{name.replace('_', '-')} out")
    if out is not None:
        raise BoafError("--only-move writes to standard output: leave --out out")
    request = make_request(**_request(asked), max_seconds=seconds)
    found: list[OnlyMove] = []
    status, last, most = ExitStatus.ANSWERED, 0, METHODS["deals"]
    with progress_bar("generating", request.count, "positions") as progress, suppress(UndecidedError):
        for draw in draws(request):
            position = only_move(draw.seed, request.rows, request.cols, max_seconds=request.limits.seconds_left)
            if position is not None:
                found.append(position)
                last = draw.number
                progress(1)
            if len(found) == request.count or not request.limits.seconds_left:
                break
            if draw.number - last >= most:
                raise BoafError(f"{most:,} {request.rows} × {request.cols} deals in a row have no such position")
    if len(found) < request.count:
        status = ExitStatus.LIMIT_REACHED
        warn(f"boaf: time is up: found {len(found):,} of {count(request.count, 'position')}")
    if shown.as_json:
        head = {name: getattr(request, name) for name in ("rows", "cols", "seed")}
        show(json_text(head | {"puzzles": [shown.values(position) for position in found]}))
        return status
    for number, position in enumerate(found):
        answer = "" if shown.no_solution else f"\nsolution: {' '.join(map(str, position.solution))}"
        words = f"{position.board}\none of {position.legal_moves} legal moves wins{answer}"
        show(("\n" if number else "") + words)
    return status


def _to_output(request: PuzzleRequest, threads: int | None, shown: _Shown, *, as_lines: bool) -> ExitStatus:
    """Show the puzzles as they are finished, or as one JSON object in the end."""
    from boaf.puzzles.generation import missing

    puzzles: list[Puzzle] = []

    def keep(draw: int, puzzle: Puzzle) -> None:
        puzzles.append(puzzle)
        if as_lines:
            show(json_text({"draw": draw} | shown.values(puzzle)))
        elif not shown.as_json:
            show(("\n" if len(puzzles) > 1 else "") + shown.words(puzzle))

    status = _make(request, threads, (), keep)
    if status == ExitStatus.LIMIT_REACHED and not puzzles:
        raise UndecidedError(f"no puzzle after {request.limits.max_seconds:g} seconds: {missing(request, ())}")
    if status == ExitStatus.LIMIT_REACHED:
        warn(f"boaf: time is up: {missing(request, (puzzle.rating.difficulty for puzzle in puzzles))}")
    if shown.as_json and not as_lines:
        head = {name: getattr(request, name) for name in ("rows", "cols", "seed", "method")}
        show(json_text(head | {"puzzles": [shown.values(puzzle) for puzzle in puzzles]}))
    return status


def _to_file(request: PuzzleRequest, threads: int | None, path: Path, as_json: bool) -> ExitStatus:
    """Write the puzzles to a file as they are finished, after those that are there."""
    from boaf.puzzles.generation import PuzzleFile, missing

    require_place(path)
    computed: list[int] = []

    def keep(draw: int, puzzle: Puzzle) -> None:
        file.write(draw, puzzle)
        computed.append(puzzle.rating.difficulty)

    file = PuzzleFile(path, request)
    there = len(file.taken)
    status = _make(request, threads, file.taken, keep)
    if status == ExitStatus.LIMIT_REACHED:
        made = [*(taken.difficulty for taken in file.taken), *computed]
        warn(f"boaf: time is up: {missing(request, made)}; run the same command to continue")
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


def _day(text: str) -> date:
    if text == "today":
        return datetime.now(UTC).date()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BoafError(f"date {text!r}: write it as 2026-11-15, or as today") from None
