"""Steps a second of the vector environment, next to a loop over the single one, in the same run.

Every step plays a random legal move in each of 8,192 games; choosing it is not part of the time. Times depend on the
machine and on what else it does, so look at the ratios; those by processor time are the steadier.

Last comes what two threads gain over one, by the clock, for few games and for many: the best of several short runs in
turns, since only what else the machine does makes a run slower.
"""

from __future__ import annotations

import json
import os
from time import perf_counter, process_time
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

ID = "boaf.envs:BirdsOfAFeather-v0"
GAMES, STEPS = 8192, 300
SINGLE_STEPS = 5_000
SIZES = (256, 4096, 16_384, 65_536)
"""How many games one thread and two are compared on."""
TURNS, TURN_STEPS = 100, 100_000
SETTINGS: tuple[dict[str, Any], ...] = (
    {},
    {"observation": "cards", "reward": "score"},
    {"solvable_only": True},
    {"rows": 6, "cols": 6},
)


class Clock:
    """Adds up the time of what is done inside it, by the clock and by the processors."""

    def __init__(self) -> None:
        self.seconds = self.processor_seconds = 0.0

    def __enter__(self) -> None:
        self._began = perf_counter(), process_time()

    def __exit__(self, *_: object) -> None:
        self.seconds += perf_counter() - self._began[0]
        self.processor_seconds += process_time() - self._began[1]

    def rates(self, steps: int) -> dict[str, float]:
        """Steps a second."""
        return {
            "steps_per_second": steps / self.seconds,
            "steps_per_processor_second": steps / self.processor_seconds,
        }


def many(settings: dict[str, Any], steps: int, threads: int | None = None) -> dict[str, float]:
    """The vector environment."""
    random = np.random.default_rng(0)
    clock = Clock()
    envs = gymnasium.make_vec(ID, GAMES, threads=threads, **settings)
    _, infos = envs.reset()
    for _ in range(steps):
        actions = random_legal(infos["action_mask"], random)
        with clock:
            *_, infos = envs.step(actions)
    envs.close()
    return clock.rates(steps * GAMES)


def one(settings: dict[str, Any], steps: int) -> dict[str, float]:
    """The single environment."""
    random = np.random.default_rng(0)
    clock = Clock()
    env = gymnasium.make(ID, **settings).unwrapped
    _, info = env.reset()
    for _ in range(steps):
        action = int(random_legal(info["action_mask"][None], random)[0])
        with clock:
            _, _, terminated, _, info = env.step(action)
            if terminated:
                _, info = env.reset()
    return clock.rates(steps)


def random_legal(masks: NDArray[np.int8], random: np.random.Generator) -> NDArray[np.int64]:
    """A legal move of each game; any of them with the same chance. Shape (games,)."""
    chosen: NDArray[np.int64] = (random.random(masks.shape, np.float32) * masks).argmax(1)
    return chosen


def gain_of_threads(games: int) -> dict[str, float]:
    """The best rates of one thread and of two, and their ratio."""
    random = np.random.default_rng(0)
    vectors = [gymnasium.make_vec(ID, games, threads=threads) for threads in (1, 2)]
    masks = [envs.reset(seed=0)[1]["action_mask"] for envs in vectors]
    steps, best = max(TURN_STEPS // games, 2), [0.0, 0.0]
    for _ in range(TURNS):
        for number, envs in enumerate(vectors):
            clock = Clock()
            for _ in range(steps):
                actions = random_legal(masks[number], random)
                with clock:
                    *_, infos = envs.step(actions)
                masks[number] = infos["action_mask"]
            best[number] = max(best[number], steps * games / clock.seconds)
    return {"games": games, "one_thread": best[0], "two_threads": best[1], "two_over_one": best[1] / best[0]}


def main() -> None:
    """Print one JSON object for each setting, and one for each number of games."""
    for settings in SETTINGS:
        many(settings, 3)
        one(settings, 20)
        vector, single = many(settings, STEPS), one(settings, SINGLE_STEPS)
        ratios = {f"ratio_by_{name[10:]}": vector[name] / single[name] for name in vector}
        one_thread = {"one_thread": many(settings, STEPS, threads=1)}
        answer = settings | {"cores": os.cpu_count(), "vector": vector, "single": single} | one_thread | ratios
        print(json.dumps(answer), flush=True)
    for games in SIZES:
        print(json.dumps(gain_of_threads(games)), flush=True)


if __name__ == "__main__":
    main()
