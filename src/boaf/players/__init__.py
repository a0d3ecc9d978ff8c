"""Players, which are shown a board and choose a move, and matches between a player and many deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from boaf.lazy import lazy_names

if TYPE_CHECKING:
    from boaf.deals import SplitMix64
    from boaf.players.contract import Candidate, Player, Thought
    from boaf.players.matches import Match, match
    from boaf.players.playout import Playouts
    from boaf.players.registry import PLAYERS, player, think

__all__ = ["PLAYERS", "Candidate", "Match", "Player", "Playouts", "SplitMix64", "Thought", "match", "player", "think"]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "Candidate": "boaf.players.contract",
        "Match": "boaf.players.matches",
        "PLAYERS": "boaf.players.registry",
        "Player": "boaf.players.contract",
        "Playouts": "boaf.players.playout",
        "SplitMix64": "boaf.deals",
        "Thought": "boaf.players.contract",
        "match": "boaf.players.matches",
        "player": "boaf.players.registry",
        "think": "boaf.players.registry",
    },
)
