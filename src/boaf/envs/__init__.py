"""The game as Gymnasium environments: one game, or thousands at once.

    env = gymnasium.make("boaf.envs:BirdsOfAFeather-v0", rows=4, cols=4)
    envs = gymnasium.make_vec("boaf.envs:BirdsOfAFeather-v0", num_envs=4096)

`boaf.envs.env` says what is played, seen and rewarded. Both environments need the extra `learn`.
"""

from contextlib import suppress

from boaf.support.lazy import public_names

__getattr__, __dir__, __all__ = public_names(__name__)

with suppress(ImportError):
    import gymnasium

    for name in ("boaf/BirdsOfAFeather-v0", "BirdsOfAFeather-v0"):  # after import boaf.envs, and as boaf.envs:…
        gymnasium.register(
            name,
            entry_point="boaf.envs.env:BirdsOfAFeather",
            vector_entry_point="boaf.envs.vector_env:BirdsOfAFeatherVector",
            max_episode_steps=256,
        )
