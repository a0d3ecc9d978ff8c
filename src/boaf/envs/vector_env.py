"""Many games in one Gymnasium vector environment, on the kernel: millions of steps per second.

    envs = gymnasium.make_vec("boaf.envs:BirdsOfAFeather-v0", num_envs=4096)

It returns the same, bit for bit, as the same number of environments of `boaf.envs.env`: game k of `reset(seed=s)` is
the game of `env.reset(seed=s + k)`, as in `gymnasium.vector.SyncVectorEnv`. Threads share the games if there are enough
of them. `autoreset_mode` says when the next game begins, as in Gymnasium.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from sys import getrefcount
from typing import Any

import numpy as np
from gymnasium import error, spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from boaf.board import Board
from boaf.deals import deal
from boaf.envs.env import RENDER_MODES, Observation, checked_render_mode, observation_space, render_board, stream_seed
from boaf.envs.games import NO_DEAL, GameRules, View, draw_games, new_games, new_view, put_board, show_games, step_games
from boaf.envs.settings import Settings, start_option
from boaf.kernel.position import moves_of
from boaf.solvers.batch import solve_many
from boaf.support.errors import BoafError
from boaf.support.threads import thread_count

Flags = NDArray[np.bool_]
_SHARE = 8192
"""How many games are worth a thread: a step of this many takes several times as long as waking up a thread."""
_MOST_VIEWS = 3
"""How many views are kept: callers often hold what the last step returned while they take the next."""
_TABLES = 6
_ENDLESS = np.iinfo(np.int64).max


class BirdsOfAFeatherVector(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """`num_envs` games at a time; the other settings are those of `BirdsOfAFeather`.

    `max_episode_steps` breaks games off as Gymnasium's `TimeLimit` does (−1 or None: never). The options `deal` and
    `board` of `reset` take one value for all games or a sequence with one for each.
    """

    def __init__(
        self,
        num_envs: int = 1,
        rows: int = 4,
        cols: int = 4,
        *,
        reward: str = "win",
        observation: str = "match",
        illegal_penalty: float = 0.1,
        solvable_only: bool = False,
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        threads: int | None = None,
    ) -> None:
        settings = Settings(rows, cols, reward, observation, illegal_penalty, solvable_only)
        for what, value in (("num_envs", num_envs), ("threads", 1 if threads is None else threads)):
            if value < 1:
                raise BoafError(f"{what} must be at least 1, not {value}")
        limit = _ENDLESS if max_episode_steps in (None, -1) else int(max_episode_steps)
        if limit < 1:
            raise BoafError(f"max_episode_steps must be at least 1, or −1 for no limit, not {limit}")
        self._settings = settings
        self._rules = GameRules(observation == "cards", reward == "score", float(illegal_penalty), limit)
        self._games = new_games(num_envs, rows, cols)
        self._views = Views(num_envs, settings.cells, self._rules.shows_cards)
        self._boards: dict[int, Board] = {}
        self._is_reset = False
        self._threads = thread_count(threads)
        self._shares = _shares(num_envs, self._threads)
        self._pool = ThreadPoolExecutor(len(self._shares) - 1) if len(self._shares) > 1 else None

        self.num_envs = num_envs
        self.render_mode = checked_render_mode(render_mode)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = observation_space(settings)
        self.single_action_space = spaces.Discrete(settings.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start all games, or those of the option `reset_mask`, on random deals or where `options` says.

        A `seed` s seeds game k with s + k; a sequence has a seed for each game, or None to go on with its stream.
        """
        start = start_option(options, ("reset_mask",))
        flags = self._reset_flags(options)
        which = np.flatnonzero(flags)
        starts = self._starts_of(*start, which) if start else None
        self._seed(seed, which)
        if starts is None:
            self._deal(which)
        else:
            for k, (number, board) in zip(which.tolist(), starts, strict=True):
                put_board(self._games, k, board, number)
                self._boards[k] = board
        view = self._views.take()
        view.illegal[:] = False
        show_games(self._games, self._rules, np.arange(self.num_envs), view)
        return self._observation(view), _infos(view, flags)

    def _reset_flags(self, options: dict[str, Any] | None) -> Flags:
        flags = (options or {}).get("reset_mask")
        if flags is None:
            return np.ones(self.num_envs, np.bool_)
        if not isinstance(flags, np.ndarray) or flags.dtype != np.bool_ or flags.shape != (self.num_envs,):
            raise BoafError(f"option reset_mask must be an array of {self.num_envs} booleans")
        if not flags.any() or not (self._is_reset or flags.all()):
            raise BoafError("option reset_mask must name some games, and the first time all of them")
        return flags

    def _starts_of(self, option: str, value: Any, which: NDArray[np.int64]) -> list[tuple[int | None, Board]]:
        """The deals, if they are such, and the boards that the games `which` begin with."""
        if isinstance(value, str | Board) or np.ndim(value) == 0:
            return [self._settings.start_of(option, value)] * len(which)
        if len(value) != self.num_envs:
            raise BoafError(f"option {option}: {len(value)} values for {self.num_envs} games")
        return [self._settings.start_of(option, value[k]) for k in which.tolist()]

    def _seed(self, seed: int | Sequence[int | None] | None, which: NDArray[np.int64]) -> None:
        """Seed the streams of deals of the games `which` if there are seeds for them."""
        if not self._is_reset:
            size = self._games.stream.shape
            self._games.stream[:] = self.np_random.integers(0, 2**64, size, dtype=np.uint64)
            self._is_reset = True
        if seed is None:
            return
        seeds = [seed + k for k in range(self.num_envs)] if isinstance(seed, int | np.integer) else list(seed)
        if len(seeds) != self.num_envs:
            raise BoafError(f"{len(seeds)} seeds for {self.num_envs} games")
        if isinstance(seed, int | np.integer):
            super().reset(seed=int(seed))
        for k in which.tolist():
            if (own := seeds[k]) is not None:
                self._games.stream[k] = stream_seed(seeding.np_random(int(own))[0])

    def _deal(self, which: NDArray[np.int64]) -> None:
        self._games.over[which] = True
        draw_games(self._games, which)
        while self._settings.solvable_only and which.size:
            size = self._settings.rows, self._settings.cols
            batch = solve_many(self._games.cards[which], *size, tables=_TABLES, threads=self._threads)
            which = which[~batch.solvable]
            self._games.over[which] = True
            draw_games(self._games, which)

    def step(self, actions: NDArray[np.int64]) -> tuple[Observation, NDArray[np.float64], Flags, Flags, dict[str, Any]]:
        """Take one action in each game. Shape (num_envs,)."""
        actions = self._checked(actions)
        waits = self._games.over.copy()
        if waits.any():
            if self.autoreset_mode is AutoresetMode.DISABLED:
                raise BoafError("some games are over: reset them with the option reset_mask")
            if self._settings.solvable_only:
                self._deal(np.flatnonzero(waits))
        view = self._views.take()
        self._run(actions, waits, view)
        infos: dict[str, Any] = {}
        if self.autoreset_mode is AutoresetMode.SAME_STEP and self._games.over.any():
            infos = self._final_infos(view)
            due = np.flatnonzero(self._games.over)
            self._deal(due)
            show_games(self._games, self._rules, due, view)
            view.illegal[due] = False
        infos |= _infos(view, np.ones(self.num_envs, np.bool_))
        return self._observation(view), view.reward, view.terminated, view.truncated, infos

    def _checked(self, actions: NDArray[np.int64]) -> NDArray[np.int64]:
        if not self._is_reset:
            raise error.ResetNeeded("call reset before step")
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,) or not np.issubdtype(actions.dtype, np.integer):
            raise BoafError(f"actions must be {self.num_envs} whole numbers, one for each game")
        if actions.min() < 0 or actions.max() >= self._settings.action_count:
            raise BoafError(f"an action must be one of 0 … {self._settings.action_count - 1}")
        return np.ascontiguousarray(actions, dtype=np.int64)

    def _run(self, actions: NDArray[np.int64], waits: Flags, view: View) -> None:
        """Deal the games that are still over and take a step in all, each thread for its share, this one included."""

        def work(share: NDArray[np.int64]) -> None:
            step_games(self._games, self._rules, actions, waits, view, share)

        first, *others = self._shares
        others_done = [self._pool.submit(work, share) for share in others] if self._pool else []
        try:
            work(first)
        finally:
            for done in others_done:
                done.result()

    def _final_infos(self, view: View) -> dict[str, Any]:
        """What there was to see at the end of the games that are over."""
        over = self._games.over.copy()
        observations = np.full(self.num_envs, None, dtype=object)
        for k in np.flatnonzero(over):
            observations[k] = self._observation(view)[k].copy()
        infos = _infos(view, over)
        for name, values in infos.items():
            infos[name] = np.where(over.reshape(-1, *[1] * (values.ndim - 1)), values, np.zeros_like(values))
        return {"final_obs": observations, "_final_obs": over, "final_info": infos, "_final_info": over.copy()}

    def action_masks(self) -> Flags:
        """Which actions are legal. Shape (num_envs, actions)."""
        view = self._views.take()
        show_games(self._games, self._rules, np.arange(self.num_envs), view)
        return view.mask.reshape(self.num_envs, -1).astype(np.bool_)

    def board(self, game: int) -> Board:
        """The board of a game, with the moves played."""
        number = int(self._games.deal[game])
        board = self._boards[game] if number == NO_DEAL else deal(number, self._settings.rows, self._settings.cols)
        board = board.copy()
        for move in moves_of(board, self._games.steps[game, : self._games.moves[game]].tolist()):
            board.push(move)
        return board

    def render(self) -> tuple[Any, ...] | None:
        """The boards as texts or as pictures."""
        if self.render_mode is None:
            return None
        return tuple(render_board(self.board(game), self.render_mode) for game in range(self.num_envs))

    def close_extras(self, **_: Any) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def _observation(self, view: View) -> Observation:
        return view.observation.reshape(self.num_envs, -1, self._settings.rows, self._settings.cols)


def _infos(view: View, flags: Flags) -> dict[str, Any]:
    """The infos of all games; those of the games with a flag are said to be there."""
    infos = {
        "action_mask": view.mask.reshape(len(flags), -1),
        "deal": view.deal,
        "score": view.score,
        "stacks": view.stacks,
        "is_success": view.stacks == 1,
        "illegal": view.illegal,
    }
    return infos | {f"_{name}": flags.copy() for name in infos}


def _shares(games: int, threads: int) -> list[NDArray[np.int64]]:
    """The numbers of the games that each thread plays."""
    return np.array_split(np.arange(games), max(1, min(threads, games // _SHARE)))


class Views:
    """Memory for what a step returns, reused once it is no longer referenced.

    What a step returns grows with the number of games, and belongs to the caller. New memory comes from the system page
    by page, which takes longer than the step and lets threads wait for each other. So a few views are kept, and one is
    used again when no array of it is referenced from outside: whatever can still read its memory has such a reference.
    """

    def __init__(self, games: int, cells: int, shows_cards: bool) -> None:
        self._size = games, cells, shows_cards
        self._kept: list[View] = []

    def take(self) -> View:
        """A view that is not referenced elsewhere, with arbitrary content."""
        for view in self._kept:
            if _references(view) == _ALONE:
                return view
        view = new_view(*self._size)
        if len(self._kept) < _MOST_VIEWS:
            self._kept.append(view)
        return view


def _references(arrays: Iterable[object]) -> int:
    """The most references that one of some objects has."""
    return max(getrefcount(array) for array in arrays)


_ALONE = _references((np.empty(1),))
"""The references to an array that only a tuple holds: how many that are depends on the interpreter."""
