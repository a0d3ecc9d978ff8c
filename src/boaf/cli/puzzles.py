"""`boaf rate`, `boaf generate` and `boaf match`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from click import option

from boaf.cli import options
from boaf.cli.boards import Boards, boards_argument
from boaf.cli.options import Limits, command, parse_options
from boaf.cli.process import ExitStatus, count, progress_bar, require_place, show
from boaf.players.registry import PLAYERS, find_player, maker_of, options_of
from boaf.plugins import names as plugins
from boaf.solvers.contract import Verdict
from boaf.support.errors import BoafError, UndecidedError
from boaf.support.files import json_text

if TYPE_CHECKING:
    from boaf.players.match_result import Match
    from boaf.puzzles import Puzzle, Rating
    from boaf.puzzles.candidates import PuzzleRequest
    from boaf.puzzles.generation import Taken

_BATCH = 1000
_NOTHING: dict[str, object] = {
    **dict.fromkeys(("difficulty", "score", "score_low", "score_high", "certainty")),
    "attributes": {},
}
_WHY_NOT = {
    Verdict.UNSOLVABLE: "it has no difficulty",
    Verdict.UNKNOWN: "a limit was reached before the board was rated",
}


@command()
@boards_argument
@options.limits()
@options.json
def rate(boards: Boards, limits: Limits, as_json: bool) -> int:
    """Rate how hard boards are to win, from 1 to 5, and show why.

    Level 1 is the easiest 20 % of the solvable deals of a size; the next 30 %, 30 %, 15 % and 5 % are levels 2 to 5.
    The score is the share of games that programs are expected to lose, with its 95 % interval; people have not been
    asked. Boards that are the same game, such as a board with its rows permuted, have the same rating.

    The limits apply to each board, --max-nodes to each of its searches. JSON: {board, verdict, difficulty, score,
    score_low, score_high, certainty, attributes}, with null and {} unless the board is solvable. Exit status 3 if a
    limit was reached.

    Example: boaf rate 1 1264
    """
    from boaf.puzzles import rate_many

    status, separator = ExitStatus.ANSWERED, ""
    for batch in boards.batches(_BATCH):
        with progress_bar("rating", len(batch), "boards") as progress:
            ratings = rate_many(batch, **limits, progress=progress)
        for board, rating in zip(batch, ratings, strict=True):
            if as_json:
                verdict, found = (rating, _NOTHING) if isinstance(rating, Verdict) else ("solvable", rating.to_json())
                show(json_text({"board": board.text(), "verdict": verdict} | found))
            else:
                text = f"{rating}: {_WHY_NOT[rating]}" if isinstance(rating, Verdict) else _describe_rating(rating)
                show(f"{separator}{board}\n{text}")
            separator = "\n"
        if Verdict.UNKNOWN in ratings:
            status = ExitStatus.LIMIT_REACHED
    return boards.status(status)


def _describe_rating(rating: Rating) -> str:
    """A rating in words, one attribute per line."""
    from boaf.puzzles import ATTRIBUTES

    between = f"{rating.score_low:.3f} … {rating.score_high:.3f}"
    sure = f"{100 * rating.certainty:.0f} %"
    lines = [f"difficulty {rating.difficulty} of 5 ({sure} certain), score {rating.score:.3f} ({between})"]
    lines += [f"{rating.attributes[name]:9.3f}  {definition}" for name, definition in ATTRIBUTES.items()]
    return "\n".join(lines)


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
    return f"{name}{puzzle.board}\n{_describe_rating(puzzle.rating)}\nsolution: {solution}"


def _day(text: str) -> date:
    if text == "today":
        return datetime.now(UTC).date()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BoafError(f"date {text!r}: write it as 2026-11-15, or as today") from None


_SHOWN_ERRORS = 3
_PLAYER_HELP = "One of the players below, module:Class, or 'command PROGRAM'."
_OPTION_HELP = "An option of the player, such as reward=score."


@command(listing=("Players", lambda: options.described(plugins.described(plugins.PLAYER_GROUP, PLAYERS), options_of)))
@option("--player", "-p", metavar="NAME", default="flock", shell_complete=options.choices(PLAYERS), help=_PLAYER_HELP)
@options.number("--iterations", "-i", help="Iterations per move, for players that search.")
@options.seeds(default=(0, 1000))
@options.number("--games", "-g", default=1, help="Games on each deal.")
@options.number("--seed", metavar="S", default=0, help="Seed of the players' random numbers.")
@option("--option", "-o", "options", metavar="NAME=VALUE", multiple=True, help=_OPTION_HELP)
@options.flag("--keep-unsolvable", help="Also play unsolvable deals instead of skipping them.")
@options.deal_size
@options.threads
@options.json
def match(
    player: str, iterations: int | None, seeds: range, options: tuple[str, ...], as_json: bool, **settings: Any
) -> int:
    """Run a player on numbered deals and report its win rate.

    JSON: {player, options, deals, skipped, games, won, win_rate, low, high, mean_score, moves, seconds,
    moves_per_second, errors}; low and high bound the win rate with 95 % confidence, errors are those of a plug-in.

    The result does not depend on the number of threads.

    Example: boaf match --player mcts --iterations 50 --seeds 0 10
    """
    from boaf.players import matches

    if iterations is not None:
        if any(text.startswith("iterations=") for text in options):
            raise BoafError("the iterations are given twice: leave out --iterations or -o iterations")
        options += (f"iterations={iterations}",)
    find = partial(find_player, player) if player in PLAYERS else partial(maker_of, player)
    given = parse_options(options, find)
    with progress_bar("playing", len(seeds) * settings["games"], "games") as progress:
        found = matches.match(player, seeds, **settings, progress=progress, **given)
    show(json_text(found.to_json()) if as_json else _describe(found, settings["rows"] * settings["cols"]))
    return ExitStatus.INTERRUPTED if found.interrupted else ExitStatus.ANSWERED


def _describe(found: Match, cells: int) -> str:
    skipped = f", {found.skipped:,} unsolvable skipped" if found.skipped else ""
    options = "".join(f" {name}={value}" for name, value in found.options.items())
    if not found.games:
        return f"{found.player}{options}: no game was played{skipped}"
    return (
        f"{found.player}{options}: {count(found.games, 'game')} on {count(found.deals, 'deal')}{skipped}\n"
        f"won {found.won:,}: {found.win_rate}\n"
        f"mean score {found.mean_score:.2f} of {cells * cells}; {found.moves_per_second:,.0f} moves per second"
        + "".join(f"\nfailed: {error}" for error in found.errors[:_SHOWN_ERRORS])
    )
