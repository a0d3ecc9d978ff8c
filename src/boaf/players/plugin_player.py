"""Players that do not come with boaf: a plug-in chooses moves, and boaf applies the rules.

An illegal move, an error or a late answer ends the game where it is, so it is lost; the match goes on and reports the
error.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board, Move
from boaf.deals import SplitMix64
from boaf.kernel.dealing import Cards, board_of
from boaf.kernel.position import steps_of
from boaf.players.contract import Candidate, Player, Thought
from boaf.players.playout import Playouts, new_playouts
from boaf.plugins.engine import Engine, require_start
from boaf.plugins.names import PLAYER_GROUP, command_of, name_of
from boaf.rules import require_standard
from boaf.solvers.contract import Verdict
from boaf.support.errors import PluginError, StoppedError
from boaf.support.schema import shown

MOVE_SECONDS = 60.0
"""How long a player that is a process may think about a move."""


def plugin_maker(player: object, options: Mapping[str, Any]) -> Callable[[], PluginPlayer] | None:
    """What makes a player from a text, a class or an object that has a method `choose`; None if it is none of these."""
    if isinstance(player, str):
        command = command_of(player, PLAYER_GROUP)
        if command:
            require_start(player, tuple(command), "player")
        texts = {key: json.dumps(value) for key, value in options.items()}
        return (lambda: PluginPlayer(player, _Process(player, command, texts))) if command else None
    if not callable(getattr(player, "choose", None)):
        return None
    name = name_of(player)
    if isinstance(player, type):
        return lambda: PluginPlayer(name, _made(name, player, options))
    return lambda: PluginPlayer(name, player)


@dataclass(kw_only=False)
class PluginPlayer(Player):
    """A plug-in, with every answer checked."""

    name: str
    plugin: Any
    errors: list[PluginError] = field(default_factory=list)

    def think(self, board: Board, random: SplitMix64) -> Thought:
        """The move that the plug-in chooses; `PluginError` if it fails or the move is illegal."""
        require_standard(board.rules, "players know")
        try:
            move = self.plugin.choose(board.copy(), random)
            move = move if isinstance(move, Move) else Move.parse(move)
        except (KeyboardInterrupt, StoppedError, PluginError):
            raise
        except BaseException as error:  # SystemExit too: a plug-in does not end boaf
            raise PluginError(self.name, f"failed: {type(error).__name__}: {error}") from error
        if not board.is_legal(move):
            raise PluginError(
                self.name, f"chose {move}, which is illegal on {board.text(tops_only=True)}", is_wrong=True
            )
        return Thought(move, "plug-in", (Candidate(move, 0, 0.0, Verdict.UNKNOWN),))

    def play_many(self, cards: Cards, rows: int, cols: int, seeds: NDArray[np.uint64]) -> Playouts:  # noqa: ARG002
        """Play a game from each board; one in which the plug-in fails ends there."""
        found = new_playouts(cards.shape[:1], cards.shape[1])
        for k in range(len(cards)):
            board, random = board_of(cards[k], cols), SplitMix64(int(seeds[k]))
            start = board.copy()
            try:
                while not board.is_over:
                    board.push(self.choose(board, random))
            except PluginError as error:
                self.errors.append(error)
            found.scores[k], found.stacks[k] = board.score, board.stack_count
            found.steps[k, : len(board.moves)] = steps_of(start, board.moves)
        return found


def _made(name: str, kind: Callable[..., Any], options: Mapping[str, Any]) -> Any:
    try:
        return kind(**options)
    except Exception as error:
        raise PluginError(name, f"cannot be made: {type(error).__name__}: {error}") from error


class _Process:
    """A player that is a process."""

    def __init__(self, name: str, command: list[str], options: dict[str, str]) -> None:
        self._name = name
        self._engine = Engine(name, command, "player", options)
        self.start = partial(self._engine.ask, "")
        self.seconds = MOVE_SECONDS

    def choose(self, board: Board, random: SplitMix64) -> str:
        seed = random.below(1 << 32)
        answer = self._engine.ask(f"choose {self.seconds:g} {seed} {board.text()}", self.seconds)
        verb, _, move = answer.partition(" ")
        if verb != "move":
            raise PluginError(self._name, f"wrote {shown(answer)}, which is not a move")
        return move
