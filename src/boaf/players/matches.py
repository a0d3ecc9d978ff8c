"""A match: one player, many numbered deals, so many games on each, on all cores.

As in Roberson & Sperduto (2019), unsolvable deals are skipped unless told otherwise. Game k of a deal has a generator
of its own, drawn from the seed of the match, the deal and k, so that the answer is the same on any number of threads.
The win rate has Wilson's interval, which takes the games for independent. Those of one deal are not: where there are
few deals with many games each, the interval for other deals is wider.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boaf.deals import SEEDS
from boaf.errors import BoafError
from boaf.intervals import Interval, wilson
from boaf.kernel.dealing import EMPTY
from boaf.kernel.jit import compiled
from boaf.players.player import Player
from boaf.players.playout import stream
from boaf.players.registry import find_player
from boaf.progress import Progress
from boaf.solvers.batch import VERDICTS, seed_reader, solve_many
from boaf.solvers.result import Verdict
from boaf.threads import PerThread, thread_pool


@dataclass(frozen=True)
class Match:
    """What a player did on a set of deals."""

    player: str
    options: dict[str, Any]
    deals: int
    """How many deals were played; unsolvable ones that were skipped do not count."""
    skipped: int
    games: int
    won: int
    mean_score: float
    moves: int
    seconds: float
    interrupted: bool = False

    @property
    def win_rate(self) -> Interval:
        """The share of the games that were won."""
        return wilson(self.won, self.games)

    @property
    def moves_per_second(self) -> float:
        """On all cores together."""
        return self.moves / self.seconds if self.seconds else 0.0

    def to_json(self) -> dict[str, Any]:
        """The match as plain values."""
        share, low, high = self.win_rate
        return {
            "player": self.player,
            "options": {name: value for name, value in self.options.items() if not callable(value)},
            "deals": self.deals,
            "skipped": self.skipped,
            "games": self.games,
            "won": self.won,
            "win_rate": share,
            "low": low,
            "high": high,
            "mean_score": self.mean_score,
            "moves": self.moves,
            "seconds": self.seconds,
            "moves_per_second": self.moves_per_second,
        }


def play_match(
    player: str,
    deals: Sequence[int],
    rows: int = 4,
    cols: int = 4,
    *,
    games: int = 1,
    seed: int = 0,
    keep_unsolvable: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Match:
    """Let a player play `games` games on each of the numbered deals `deals`.

    `progress` is called with the number of games finished since the last call. Where it is interrupted, the match of
    the games that were finished is returned.
    """
    make = find_player(player, options)
    make(**options)
    if games < 1:
        raise BoafError(f"the number of games must be at least 1, but it is {games}")
    read = seed_reader(deals, rows, cols)
    played = np.arange(len(deals))
    if not keep_unsolvable:
        verdicts = solve_many(deals, rows, cols, threads=threads).verdicts
        played = np.flatnonzero(verdicts != VERDICTS.index(Verdict.UNSOLVABLE))
    names = np.array([int(deals[int(k)]) % SEEDS for k in played], np.int64)
    cards = read(slice(0, len(deals)))[played]
    seeds = game_seeds(np.uint64(seed & 0xFFFFFFFFFFFFFFFF), names, games).reshape(-1)
    scores, stacks = np.zeros(len(seeds), np.int64), np.zeros(len(seeds), np.int64)
    finished = np.zeros(len(seeds), np.bool_)
    own_player = PerThread(lambda: make(**options))

    def work(part: slice) -> int:
        chosen = np.arange(len(seeds))[part] // games
        found = own_player().play_many(np.ascontiguousarray(cards[chosen]), rows, cols, seeds[part])
        scores[part], stacks[part], finished[part] = found.scores, found.stacks, True
        return len(chosen)

    size = _compile(make(**options), rows, cols).games_at_once
    started = perf_counter()
    interrupted = False
    try:
        with thread_pool(threads) as pool:
            for done in pool.map(work, [slice(first, first + size) for first in range(0, len(seeds), size)]):
                if progress:
                    progress(done)
    except KeyboardInterrupt:
        interrupted = True
    seconds = perf_counter() - started
    count = int(finished.sum())
    return Match(
        player=player,
        options=options,
        deals=len(names),
        skipped=len(deals) - len(names),
        games=count,
        won=int(np.sum(stacks[finished] == 1)),
        mean_score=float(scores[finished].mean()) if count else 0.0,
        moves=int(np.sum(rows * cols - stacks[finished])),
        seconds=seconds,
        interrupted=interrupted,
    )


def _compile(player: Player, rows: int, cols: int) -> Player:
    """Let a player be compiled before the clock runs: a board of one stack takes no moves."""
    cards = np.full((1, rows * cols), EMPTY, np.uint8)
    cards[0, 0] = 0
    player.play_many(cards, rows, cols, np.zeros(1, np.uint64))
    return player


@compiled
def game_seeds(seed: np.uint64, deals: NDArray[np.int64], games: int) -> NDArray[np.uint64]:
    """The seed of every game: output k of the generator that starts at output `deal` of SplitMix64(seed).

    Shape (deals, games).
    """
    seeds = np.zeros((len(deals), games), np.uint64)
    random = np.zeros(1, np.uint64)
    for k in range(len(deals)):
        stream(seed, deals[k], random)
        own = random[0]
        for game in range(games):
            stream(own, game, random)
            seeds[k, game] = random[0]
    return seeds
