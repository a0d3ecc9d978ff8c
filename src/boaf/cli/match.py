"""`boaf match`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, get_type_hints

import typer

from boaf.cli.boards import Json
from boaf.cli.options import convert_options, split_options
from boaf.cli.progress import progress_bar
from boaf.cli.status import Status
from boaf.errors import BoafError
from boaf.players.registry import PLAYERS, find_player

if TYPE_CHECKING:
    from boaf.players.matches import Match

_PLAYER_HELP = "Who plays: " + "; ".join(f"{name} ({what})" for name, what in PLAYERS.items()) + "."


def match(
    player: Annotated[str, typer.Option("--player", "-p", metavar="NAME", help=_PLAYER_HELP)] = "flock",
    iterations: Annotated[
        int | None, typer.Option("--iterations", "-i", metavar="N", help="Iterations a move, for players that search.")
    ] = None,
    seeds: Annotated[
        tuple[int, int], typer.Option("--seeds", metavar="START STOP", help="The numbered deals START … STOP − 1.")
    ] = (0, 1000),
    games: Annotated[int, typer.Option("--games", "-g", metavar="N", help="Games on each deal.")] = 1,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Where the players' random numbers start.")] = 0,
    options: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the player, such as reward=score."),
    ] = None,
    keep_unsolvable: Annotated[
        bool, typer.Option("--keep-unsolvable", help="Play unsolvable deals too, instead of skipping them.")
    ] = False,
    rows: Annotated[int, typer.Option("--rows", "-r", metavar="R", help="Rows of the deals.")] = 4,
    cols: Annotated[int, typer.Option("--cols", "-c", metavar="C", help="Columns of the deals.")] = 4,
    threads: Annotated[
        int | None, typer.Option("--threads", metavar="N", min=1, help="Threads; as many as there are cores.")
    ] = None,
    as_json: Json = False,
) -> int:
    """Let a player play numbered deals, and count its wins.

    JSON: {player, options, deals, skipped, games, won, win_rate, low, high, mean_score, moves, seconds,
    moves_per_second}; low and high bound the win rate with 95 % confidence.

    Options of players: greedy weight; perfect max_seconds; mcts and flock lookahead, explore_first, take_solvable,
    prune, expand_all, simulation, weight, noise, reward, exploration, choice, conditions, known, prior, stop_known,
    commit, prove, transpositions, keep. The answer does not depend on the number of threads.

    Example: boaf match --player mcts --iterations 50 --seeds 0 10
    """
    from boaf.players.matches import play_match

    if seeds[0] >= seeds[1]:
        raise BoafError(f"--seeds {seeds[0]} {seeds[1]}: START must be below STOP")
    named = split_options(options)
    if iterations is not None:
        named["iterations"] = str(iterations)
    given = convert_options(named, get_type_hints(find_player(player, named)))
    with progress_bar("playing", (seeds[1] - seeds[0]) * games, "games") as progress:
        found = play_match(
            player,
            range(*seeds),
            rows,
            cols,
            games=games,
            seed=seed,
            keep_unsolvable=keep_unsolvable,
            threads=threads,
            progress=progress,
            **given,
        )
    typer.echo(json.dumps(found.to_json()) if as_json else _describe(found, rows * cols))
    return Status.INTERRUPTED if found.interrupted else Status.ANSWERED


def _describe(found: Match, cells: int) -> str:
    skipped = f", {found.skipped:,} unsolvable ones skipped" if found.skipped else ""
    options = "".join(f" {name}={value}" for name, value in found.options.items())
    if not found.games:
        return f"{found.player}{options}: no game was played{skipped}"
    return (
        f"{found.player}{options}: {found.games:,} games on {found.deals:,} deals{skipped}\n"
        f"won {found.won:,}: {found.win_rate}\n"
        f"mean score {found.mean_score:.2f} of {cells * cells}; {found.moves_per_second:,.0f} moves a second"
    )
