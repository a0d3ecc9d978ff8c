"""`boaf match`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, get_type_hints

import typer

from boaf.cli.boards import DealCols, DealRows, Json, Seeds, Threads, range_of
from boaf.cli.help import lists, with_options
from boaf.cli.options import convert_options, split_options
from boaf.cli.progress import progress_bar
from boaf.cli.status import Status
from boaf.cli.words import count
from boaf.players.registry import PLAYERS, find_player, options_of
from boaf.support.errors import BoafError
from boaf.support.files import json_text

if TYPE_CHECKING:
    from boaf.players.matches import Match


@lists("Players", lambda: with_options(PLAYERS, options_of))
def match(
    player: Annotated[
        str,
        typer.Option(
            "--player", "-p", metavar="NAME", help="One of the players below.", autocompletion=lambda: list(PLAYERS)
        ),
    ] = "flock",
    iterations: Annotated[
        int | None,
        typer.Option("--iterations", "-i", metavar="N", help="Iterations per move, for players that search."),
    ] = None,
    seeds: Annotated[tuple[int, int], Seeds] = (0, 1000),
    games: Annotated[int, typer.Option("--games", "-g", metavar="N", help="Games on each deal.")] = 1,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="Seed of the players' random numbers.")] = 0,
    options: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the player, such as reward=score."),
    ] = None,
    keep_unsolvable: Annotated[
        bool, typer.Option("--keep-unsolvable", help="Play unsolvable deals, too, instead of skipping them.")
    ] = False,
    rows: DealRows = 4,
    cols: DealCols = 4,
    threads: Threads = None,
    as_json: Json = False,
) -> int:
    """Let a player play numbered deals, and count its wins.

    JSON: {player, options, deals, skipped, games, won, win_rate, low, high, mean_score, moves, seconds,
    moves_per_second}; low and high bound the win rate with 95 % confidence.

    The answer does not depend on the number of threads.

    Example: boaf match --player mcts --iterations 50 --seeds 0 10
    """
    from boaf.players import matches

    deals = range_of(seeds)
    named = split_options(options)
    if iterations is not None:
        if "iterations" in named:
            raise BoafError("the iterations are given twice: leave out --iterations or -o iterations")
        named["iterations"] = str(iterations)
    given = convert_options(named, get_type_hints(find_player(player, named)))
    with progress_bar("playing", len(deals) * games, "games") as progress:
        found = matches.match(
            player,
            deals,
            rows,
            cols,
            games=games,
            seed=seed,
            keep_unsolvable=keep_unsolvable,
            threads=threads,
            progress=progress,
            **given,
        )
    typer.echo(json_text(found.to_json()) if as_json else _describe(found, rows * cols))
    return Status.INTERRUPTED if found.interrupted else Status.ANSWERED


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
