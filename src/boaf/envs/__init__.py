"""The game as Gymnasium environments: one game, or thousands at once.

    env = gymnasium.make("boaf.envs:BirdsOfAFeather-v0", rows=4, cols=4)
    envs = gymnasium.make_vec("boaf.envs:BirdsOfAFeather-v0", num_envs=4096)

`boaf.envs.env` says what is played, seen and rewarded. Both environments need the extra `learn`.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from boaf.lazy import lazy_names

if TYPE_CHECKING:
    from boaf.envs.env import BirdsOfAFeather
    from boaf.envs.vector_env import BirdsOfAFeatherVector

__all__ = ["BirdsOfAFeather", "BirdsOfAFeatherVector"]

__getattr__, __dir__ = lazy_names(
    __name__, {"BirdsOfAFeather": "boaf.envs.env", "BirdsOfAFeatherVector": "boaf.envs.vector_env"}
)

with suppress(ImportError):
    import gymnasium

    gymnasium.register(
        "BirdsOfAFeather-v0",
        entry_point="boaf.envs.env:BirdsOfAFeather",
        vector_entry_point="boaf.envs.vector_env:BirdsOfAFeatherVector",
        max_episode_steps=256,
    )
