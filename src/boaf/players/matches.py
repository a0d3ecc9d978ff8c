"""A match: one player and many numbered deals, with one or more games on each, on all cores.

As in Roberson & Sperduto (2019), unsolvable deals are skipped unless told otherwise. Game k of a deal has a generator
of its own, drawn from the seed of the match, the deal and k, so that the answer is the same on any number of threads.
The win rate has Wilson's interval, which takes the games for independent. Those of one deal are not: where there are
few deals with many games each, the interval for other deals is wider.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boaf.deals import SEEDS
from boaf.kernel.native import compiled
from boaf.kernel.scratch import scratch
from boaf.players.contract import Match, Player
from boaf.players.playout import stream
from boaf.players.registry import maker_of
from boaf.plugins.names import name_of
from boaf.solvers.batch import seed_array, seed_reader, solve_many
from boaf.support.errors import BoafError, ParameterError, whole_number
from boaf.support.progress import Progress, no_progress
from boaf.support.threads import PerThread, thread_pool

MOST_GAMES = 1_000_000
_BLOCK = 1 << 20
"""How many games are in memory at a time."""
_RANDOM = scratch((1,), np.uint64)


def match(
    player: str | Player | type[Player],
    seeds: Sequence[int],
    rows: int = 4,
    cols: int = 4,
    *,
    games: int = 1,
    seed: int = 0,
    keep_unsolvable: bool = False,
    threads: int | None = None,
    progress: Progress = no_progress,
    **options: Any,
) -> Match:
    """Run a player on numbered deals and report its win rate.

    Parameters
    ----------
    player
        The name of a player, one of `boaf.players.PLAYERS`, or a plug-in: a class or an object with the method
        `choose(board, random)`, `module:Class`, the name of an installed plug-in, or `command PROGRAM`. An object plays
        in one thread.
    seeds
        The numbers of the deals: a range, a list, an array.
    rows, cols
        The size of the deals.
    games
        How many games are played on each deal.
    seed
        Where the players' random numbers start.
    keep_unsolvable
        Whether unsolvable deals are played, too, instead of being skipped.
    threads
        How many threads to use, by default one for each core; the games are the same for any number.
    progress
        Called with the number of games finished since the last call.
    **options
        Options of the player: the fields of its class.

    Returns
    -------
    Match
        What the player did. After an interrupt (Ctrl-C), what it did until then.

    Raises
    ------
    BoafError
        If the player or an option is unknown, or a number is out of range.

    Examples
    --------
    >>> import boaf
    >>> found = boaf.match("perfect", range(8))
    >>> found.games, found.won, found.skipped
    (8, 8, 0)

    """
    make = maker_of(player, options)
    size = make().games_at_once
    threads = 1 if isinstance(player, Player) else threads
    seed = whole_number("seed", seed)
    if not 1 <= whole_number("games", games) <= MOST_GAMES:
        raise ParameterError(f"games must be from 1 to {MOST_GAMES:,}, not {games:,}", "games")
    if not isinstance(seeds, Sequence | np.ndarray):
        raise BoafError(f"seeds must be the numbers of deals, such as range(100), not {seeds!r}")
    players: list[Player] = []

    def new_player() -> Player:
        players.append(player := make())
        return player

    own_player = PerThread(new_player)
    totals, seconds, interrupted = Counter[str](), 0.0, False
    columns: list[dict[str, NDArray[Any]]] = []
    per_block = max(_BLOCK // games, 1)
    try:
        for first in range(0, len(seeds), per_block):
            block = _Block(seeds[first : first + per_block], rows, cols, games, seed, keep_unsolvable, threads)
            try:
                block.play(own_player, size, threads, progress)
            finally:
                totals.update(block.tally())
                columns.append(block.columns())
                seconds += block.seconds
    except KeyboardInterrupt:
        interrupted = True
    return Match(
        player=name_of(player),
        options=options,
        deals=totals["deals"],
        skipped=totals["skipped"],
        games=totals["games"],
        won=totals["won"],
        mean_score=totals["score"] / totals["games"] if totals["games"] else 0.0,
        moves=totals["moves"],
        seconds=seconds,
        interrupted=interrupted,
        errors=tuple(error for one in players for error in getattr(one, "errors", ())),
        _columns={name: np.concatenate([part[name] for part in columns]) for name in columns[0]} if columns else {},
    )


class _Block:
    """The games on some of the deals, which are in memory together."""

    def __init__(
        self,
        seeds: Sequence[int],
        rows: int,
        cols: int,
        games: int,
        seed: int,
        keep_unsolvable: bool,
        threads: int | None,
    ) -> None:
        numbers = seed_array(seeds) % SEEDS
        if not keep_unsolvable:
            numbers = numbers[~solve_many(numbers, rows, cols, threads=threads).unsolvable]
        self._size = rows, cols
        self._games = games
        self._numbers = numbers
        self._cards = seed_reader(numbers, rows, cols)(slice(None))
        self._skipped = len(seeds) - len(numbers)
        self._states = game_seeds(np.uint64(seed & 0xFFFFFFFFFFFFFFFF), numbers, games).reshape(-1)
        self._scores = np.zeros(len(self._states), np.int64)
        self._stacks = np.zeros(len(self._states), np.int64)  # 0 where a game is not finished
        self.seconds = 0.0

    def play(self, own_player: Callable[[], Player], size: int, threads: int | None, progress: Progress) -> None:
        """Play all games, `size` of them at once."""

        def work(first: int) -> int:
            part = range(len(self._states))[first : first + size]
            chosen = slice(part.start, part.stop)
            played = self._cards[np.array(part) // self._games]
            found = own_player().play_many(played, *self._size, self._states[chosen])
            self._scores[chosen], self._stacks[chosen] = found.scores, found.stacks
            return len(part)

        started = perf_counter()
        try:
            with thread_pool(threads) as pool:
                for done in pool.map(work, range(0, len(self._states), size)):
                    progress(done)
        finally:
            self.seconds = perf_counter() - started

    def tally(self) -> dict[str, int]:
        """What the finished games add to a match."""
        finished = self._stacks > 0
        return {
            "deals": len(self._cards),
            "skipped": self._skipped,
            "games": int(finished.sum()),
            "won": int(np.sum(self._stacks == 1)),
            "score": int(self._scores[finished].sum()),
            "moves": int(np.sum(math.prod(self._size) - self._stacks[finished])),
        }

    def columns(self) -> dict[str, NDArray[Any]]:
        """The finished games, one row each."""
        finished = np.flatnonzero(self._stacks)
        return {
            "deal": self._numbers[finished // self._games].astype(np.uint32),
            "game": (finished % self._games).astype(np.uint32),
            "won": self._stacks[finished] == 1,
            "score": self._scores[finished].astype(np.uint16),
            "stacks": self._stacks[finished].astype(np.uint8),
        }


def game_seeds(seed: np.uint64, deals: NDArray[np.int64], games: int) -> NDArray[np.uint64]:
    """The seed of every game: output k of the generator that starts at output `deal` of SplitMix64(seed).

    Shape (deals, games).
    """
    seeds = np.zeros((len(deals), games), np.uint64)
    _write_seeds(seed, deals, seeds)
    return seeds


@compiled
def _write_seeds(seed: np.uint64, deals: NDArray[np.int64], seeds: NDArray[np.uint64]) -> None:
    random = _RANDOM()
    for k in range(len(deals)):
        stream(seed, deals[k], random)
        own = random[0]
        for game in range(seeds.shape[1]):
            stream(own, game, random)
            seeds[k, game] = random[0]
