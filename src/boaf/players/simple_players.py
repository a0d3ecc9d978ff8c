"""Players without a tree: `random` and `greedy` follow a rule of `playout`, and `perfect` asks the exact solver."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board, Move
from boaf.deals import SplitMix64
from boaf.kernel.bits import count
from boaf.kernel.dealing import Cards, next_random
from boaf.kernel.native import compiled
from boaf.kernel.position import line_masks, moves_of
from boaf.kernel.scratch import scratch
from boaf.players.contract import Candidate, Player, Thought, require_a_move
from boaf.players.frames import Frames, advance, frames_of, new_frames, put_cards, score_of
from boaf.players.playout import Playouts, Policy, choose, new_playouts, value_change
from boaf.solvers.best_first import WEIGHT
from boaf.solvers.contract import Verdict
from boaf.solvers.single import solve
from boaf.support.errors import BoafError

_RANDOM = scratch((1,), np.uint64)


@dataclass(kw_only=True)
class PolicyPlayer(Player):
    """A player that takes the move of a policy."""

    policy: ClassVar[Policy]
    weight: float = WEIGHT

    def __post_init__(self) -> None:
        if not np.isfinite(self.weight):
            raise BoafError(f"the weight of legal moves must be a number, not {self.weight}")

    def think(self, board: Board, random: SplitMix64) -> Thought:
        """Choose by the policy; the value of a candidate is what the policy looks at."""
        require_a_move(board)
        frames = frames_of(board)
        step = choose(frames, np.int64(0), self.policy, self.weight, np.array([random.next()], np.uint64))
        (move,) = moves_of(board, [int(step)])
        candidates = [Candidate(m, 0, self._value(board, m, frames), Verdict.UNKNOWN) for m in board.legal_moves]
        candidates.sort(key=lambda candidate: (candidate.move != move, -candidate.value))
        return Thought(move, "policy", tuple(candidates))

    def _value(self, board: Board, move: Move, frames: Frames) -> float:
        if self.policy != Policy.GREEDY:
            return 1 / len(board.legal_moves)
        source, target = board.cell_of(move.source), board.cell_of(move.target)
        change = value_change(frames, 0, np.uint64(source), np.uint64(target), self.weight)
        return float(board.score + self.weight * len(board.legal_moves) + change)

    def play_many(self, cards: Cards, rows: int, cols: int, seeds: NDArray[np.uint64]) -> Playouts:
        """Play whole games in compiled code."""
        found = new_playouts(cards.shape[:1], cards.shape[1])
        _play_games(new_frames(line_masks(rows, cols), 1), cards, seeds, self.policy, self.weight, found)
        return found

    @property
    def games_at_once(self) -> int:
        """Thousands of games take some milliseconds."""
        return 5000


@dataclass(kw_only=True)
class RandomPlayer(PolicyPlayer):
    """Takes any legal move, each with the same chance."""

    policy: ClassVar[Policy] = Policy.RANDOM
    weight: float = field(default=0.0, init=False)


@dataclass(kw_only=True)
class GreedyPlayer(PolicyPlayer):
    """Moves to the board of the highest score + w · legal moves (Roberson & Sperduto 2019), drawn among equals.

    `weight` is w.
    """

    policy: ClassVar[Policy] = Policy.GREEDY


@dataclass(kw_only=True)
class PerfectPlayer(Player):
    """Plays a solution that the exact solver finds, and greedily where it finds none."""

    max_seconds: float | None = None
    """The most time that the solver may take for a move. With it, moves on a hard board depend on the machine."""
    _plan: list[Move] = field(default_factory=list, init=False, repr=False)
    _next: Board | None = field(default=None, init=False, repr=False)

    def think(self, board: Board, random: SplitMix64) -> Thought:
        """The next move of a solution, or, on a board that is lost or undecided, the greedy player's."""
        require_a_move(board)
        if board != self._next or not self._plan:
            found = solve(board, max_seconds=self.max_seconds)
            if found.verdict is not Verdict.SOLVABLE:
                reason = "lost" if found.verdict is Verdict.UNSOLVABLE else "undecided"
                return replace(GreedyPlayer().think(board, random), reason=reason)
            self._plan = list(found.moves)
        random.next()
        move = self._plan.pop(0)
        self._next = board.copy()
        self._next.push(move)
        return Thought(move, "solution", (Candidate(move, 0, 1.0, Verdict.SOLVABLE),))


@compiled
def _play_games(
    game: Frames, cards: Cards, seeds: NDArray[np.uint64], policy: Policy, weight: float, found: Playouts
) -> None:
    """Shapes: cards (games, cells), seeds (games,), and so the arrays of `found`; `game` holds one frame."""
    own, random = _RANDOM(), _RANDOM()
    first = np.int64(0)
    for k in range(len(cards)):
        put_cards(cards[k], game, first)
        own[0] = seeds[k]
        move = 0
        while True:
            random[0] = next_random(own)
            step = choose(game, first, policy, weight, random)
            if step < 0:
                break
            found.steps[k, move] = step
            move += 1
            advance(game, first, step, first)
        found.scores[k] = score_of(game, first)
        found.stacks[k] = count(game.occupied[0])
