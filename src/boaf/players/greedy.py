"""The greedy player: to the board of the highest score + w · legal moves (Roberson & Sperduto 2019)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from boaf.players.playout import Policy
from boaf.players.policy_player import PolicyPlayer


@dataclass(kw_only=True)
class Player(PolicyPlayer):
    """Takes the move to the board of the highest value, drawn among equals; `weight` is w."""

    policy: ClassVar[Policy] = Policy.GREEDY
