"""`boaf match`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from click import option

from boaf.cli.command import (
    choices,
    command,
    deal_size,
    described,
    flag_option,
    json_option,
    number_option,
    parse_options,
    seeds_option,
    threads_option,
)
from boaf.cli.output import count, progress_bar, show
from boaf.cli.process import ExitStatus
from boaf.players.registry import PLAYERS, find_player, options_of
from boaf.support.errors import BoafError
from boaf.support.files import json_text

if TYPE_CHECKING:
    from boaf.players.matches import Match

_PLAYER_HELP = "One of the players below."
_OPTION_HELP = "An option of the player, such as reward=score."


@command(listing=("Players", lambda: described(PLAYERS, options_of)))
@option("--player", "-p", metavar="NAME", default="flock", shell_complete=choices(PLAYERS), help=_PLAYER_HELP)
@number_option("--iterations", "-i", help="Iterations per move, for players that search.")
@seeds_option(default=(0, 1000))
@number_option("--games", "-g", default=1, help="Games on each deal.")
@number_option("--seed", metavar="S", default=0, help="Seed of the players' random numbers.")
@option("--option", "-o", "options", metavar="NAME=VALUE", multiple=True, help=_OPTION_HELP)
@flag_option("--keep-unsolvable", help="Also play unsolvable deals instead of skipping them.")
@deal_size
@threads_option
@json_option
def match(
    player: str, iterations: int | None, seeds: range, options: tuple[str, ...], as_json: bool, **settings: Any
) -> int:
    """Run a player on numbered deals and report its win rate.

    JSON: {player, options, deals, skipped, games, won, win_rate, low, high, mean_score, moves, seconds,
    moves_per_second}; low and high bound the win rate with 95 % confidence.

    The result does not depend on the number of threads.

    Example: boaf match --player mcts --iterations 50 --seeds 0 10
    """
    from boaf.players import matches

    if iterations is not None:
        if any(text.startswith("iterations=") for text in options):
            raise BoafError("the iterations are given twice: leave out --iterations or -o iterations")
        options += (f"iterations={iterations}",)
    given = parse_options(options, partial(find_player, player))
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
    )
