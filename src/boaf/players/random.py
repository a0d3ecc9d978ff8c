"""The random player: every legal move with the same chance."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from boaf.players.playout import Policy
from boaf.players.policy_player import PolicyPlayer


@dataclass(kw_only=True)
class Player(PolicyPlayer):
    """Takes any legal move."""

    policy: ClassVar[Policy] = Policy.RANDOM
    weight: float = field(default=0.0, init=False)
