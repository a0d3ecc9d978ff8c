"""`boaf rate` and `boaf match`."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from click import argument, group, option

from boaf.cli import options
from boaf.cli.boards import Boards, boards_argument
from boaf.cli.options import DefaultGroup, LimitOptions, command, parse_options
from boaf.cli.process import ExitStatus, count, progress_bar, require_place, show
from boaf.players.registry import PLAYERS, find_player, maker_of, options_of
from boaf.plugins import names as plugins
from boaf.solvers.contract import Verdict
from boaf.support.errors import BoafError
from boaf.support.files import json_text, write_text

if TYPE_CHECKING:
    from boaf.players.contract import Match
    from boaf.puzzles import Rating

_BATCH = 1000
_NOTHING: dict[str, object] = {
    **dict.fromkeys(("difficulty", "score", "score_low", "score_high", "certainty")),
    "attributes": {},
}
_WHY_NOT = {
    Verdict.UNSOLVABLE: "it has no difficulty",
    Verdict.UNKNOWN: "a limit was reached before the board was rated",
}


@group(cls=DefaultGroup)
def rate() -> None:
    """Rate how hard boards are to win, from 1 to 5, and show why.

    `boaf rate BOARD…` is short for `boaf rate boards BOARD…`, whose help has the options.

    Example: boaf rate 1 1264
    """


@rate.command("boards")
@boards_argument
@options.limits()
@options.json
def rate_boards(boards: Boards, limits: LimitOptions, as_json: bool) -> int:
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
                text = f"{rating}: {_WHY_NOT[rating]}" if isinstance(rating, Verdict) else describe_rating(rating)
                show(f"{separator}{board}\n{text}")
            separator = "\n"
        if Verdict.UNKNOWN in ratings:
            status = ExitStatus.LIMIT_REACHED
    return boards.status(status)


def describe_rating(rating: Rating) -> str:
    """A rating in words, one attribute per line."""
    from boaf.puzzles import ATTRIBUTES

    between = f"{rating.score_low:.3f} … {rating.score_high:.3f}"
    sure = f"{100 * rating.certainty:.0f} %"
    lines = [f"difficulty {rating.difficulty} of 5 ({sure} certain), score {rating.score:.3f} ({between})"]
    lines += [f"{rating.attributes[name]:9.3f}  {definition}" for name, definition in ATTRIBUTES.items()]
    return "\n".join(lines)


_UNDO_HELP = "Also count games won after moves were undone or no move was left."


@rate.command()
@argument("file", nargs=-1, required=True, type=options.PATH, help="Results that the page exported, one per player.")
@options.flag("--with-undo", help=_UNDO_HELP)
@options.file("--out", help="Also write the JSON to this file.")
@options.json
def calibrate(file: tuple[Path, ...], with_undo: bool, out: Path | None, as_json: bool) -> None:
    """Fit the strength of players and the difficulty of deals to their results.

    Rasch's model: a player of strength s wins a deal of difficulty d with the chance 1 / (1 + exp(d − s)). The values
    are log-odds with 95 % intervals; deals have mean 0. A win counts if it took no help, no undone move and no dead
    end. Of several results of a player on a deal, the newest counts. Needs scikit-learn (the extra `learn`).

    JSON: {players: [{name, games, won, value, low, high, level, key}], deals: the same with boards as names, the level
    that the page showed and the key in the file, levels: the mean value of the deals of each level}. The key of a
    player without a name is the file.

    Example: boaf rate calibrate anna.json ben.json
    """
    from boaf.puzzles.calibration import calibrate as fit
    from boaf.puzzles.calibration import newest, read_results

    require_place(out)
    found = fit(newest(result for path in file for result in read_results(path, with_undo=with_undo)))
    text = json_text(found.to_json())
    if out is not None:
        write_text(out, f"{text}\n")
    if as_json:
        show(text)
        return
    for title, rows in (("player", found.players), ("deal", found.deals)):
        show(f"{'value':>7}  {'95 % interval':>15}  {'won':>9}  {title}")
        for row in rows:
            interval, won = f"{row.low:.2f} … {row.high:.2f}", f"{row.won} of {row.games}"
            show(f"{row.value:7.2f}  {interval:>15}  {won:>9}  {row.key or row.name}")
    for level, mean in found.mean_by_level().items():
        show(f"level {level}: mean difficulty {mean:.2f}")


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
    if taken := sorted(given.keys() & {"player", "seeds", "progress", *settings}):
        raise BoafError(f"-o {taken[0]}: this is an option of the match; the player must call its own by another name")
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
