"""The players by name, and `think`, the one way to ask one for a move.

The options of a player are the fields of its class. The class is imported when it is needed, so the names alone cost
nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, get_type_hints

from boaf.board import Board
from boaf.deals import SplitMix64
from boaf.support.errors import BoafError, require_numbers
from boaf.support.schema import shown

if TYPE_CHECKING:
    from boaf.players.contract import Player, Thought

PLAYERS = {
    "random": "any legal move",
    "greedy": "the heuristic of Roberson & Sperduto (2019): the highest score + w · legal moves after the move",
    "mcts": "Roberson & Sperduto (2019): Monte Carlo tree search with a solvability checker",
    "flock": "ours: that checker with a fitted prior, proofs in the tree and solutions that are remembered",
    "policy": "ours: a network that scores every move at a glance, without looking ahead",
    "perfect": "the exact solver; never leaves a solvable board",
}
"""The name of every player and what it is."""
_CLASSES = {
    "random": "players.simple_players.RandomPlayer",
    "greedy": "players.simple_players.GreedyPlayer",
    "mcts": "players.tree_player.MctsPlayer",
    "flock": "players.tree_player.FlockPlayer",
    "policy": "learn.neural.policy_player.NetworkPlayer",
    "perfect": "players.simple_players.PerfectPlayer",
}
"""The module and the class of every player. One that learned is in the layer above, so it is only named here."""


def find_player(name: str, options: Mapping[str, Any] | None = None) -> type[Player]:
    """The class of the player of that name, which must take these options."""
    if name not in PLAYERS:
        raise BoafError(f"unknown player {name!r}: choose from {', '.join(PLAYERS)}")
    known = options_of(name)
    for option in options or {}:
        if option not in known:
            raise BoafError(f"player {name!r} has no option {option!r}; it takes {', '.join(known) or 'none'}")
    return _load(name)


def maker_of(player: str | Player | type[Player], options: Mapping[str, Any]) -> Callable[[], Player]:
    """What makes players of that name, or plug-ins (`boaf.plugins`), with these options."""
    if not isinstance(player, str) or player not in PLAYERS:
        return _plugin_maker(player, options)
    make = find_player(player, options)
    require_numbers(options, get_type_hints(make))
    return partial(make, **options)


def _plugin_maker(player: object, options: Mapping[str, Any]) -> Callable[[], Player]:
    from boaf.players.plugin_player import plugin_maker
    from boaf.plugins import names

    found = plugin_maker(player, options)
    if found is None:
        known = ", ".join(names.described(names.PLAYER_GROUP, PLAYERS))
        remedy = f"choose from {known}, or name your own as module:Class or 'command PROGRAM'"
        raise BoafError(f"unknown player {shown(player)}: {remedy}")
    return found


def options_of(name: str) -> list[str]:
    """The names of a player's options; none are known of a plug-in."""
    if name not in PLAYERS:
        return []
    return [field.name for field in fields(_load(name)) if field.init]


def _load(name: str) -> type[Player]:
    module, _, kind = _CLASSES[name].rpartition(".")
    found: type[Player] = getattr(import_module(f"boaf.{module}"), kind)
    return found


def player(name: str | Player | type[Player], **options: Any) -> Player:
    """A player by its name.

    Parameters
    ----------
    name
        One of `PLAYERS`, or a plug-in: a class or an object with the method `choose(board, random)`, `module:Class`,
        the name of an installed plug-in, or `command PROGRAM`.
    **options
        Options of the player: the fields of its class.

    Returns
    -------
    Player
        A new player, for one thread.

    Raises
    ------
    BoafError
        If the player or an option is unknown, or an option has a value that the player refuses.

    Examples
    --------
    >>> import boaf
    >>> player("greedy", weight=2).choose(boaf.deal(1), SplitMix64(0))
    Move.parse("7H-7C")

    """
    return maker_of(name, options)()


def think(
    board: Board,
    player: str | Player | type[Player] = "flock",
    iterations: int | None = None,
    seed: int = 0,
    **options: Any,
) -> Thought:
    """What a player would do on a board.

    Parameters
    ----------
    board
        A board that has a legal move; it is not changed.
    player
        One of `PLAYERS`, or a plug-in, as for `player`.
    iterations
        How long a Monte Carlo player searches, by default its own number.
    seed
        For what the player draws at random.
    **options
        Further options of the player.

    Returns
    -------
    Thought
        The move, why it was chosen, and all candidates, best first.

    Raises
    ------
    BoafError
        If no legal move is left, or the player or an option is unknown.

    Examples
    --------
    >>> import boaf
    >>> thought = think(boaf.deal(1), "perfect")
    >>> print(thought.move, thought.reason)
    7H-7C solution

    """
    if iterations is not None:
        options["iterations"] = iterations
    return maker_of(player, options)().think(board, SplitMix64(seed))
