"""The perfect player: plays a solution that the exact solver finds, and greedily where there is none."""

from __future__ import annotations

from dataclasses import dataclass, field

from boaf.board import Board, Move
from boaf.deals import SplitMix64
from boaf.play.greedy import Player as GreedyPlayer
from boaf.play.player import Candidate, Thought, require_a_move
from boaf.play.player import Player as AnyPlayer
from boaf.solve.registry import solve
from boaf.solve.result import Verdict


@dataclass(kw_only=True)
class Player(AnyPlayer):
    """Solves the board once and follows the solution."""

    _plan: list[Move] = field(default_factory=list, init=False, repr=False)
    _next: Board | None = field(default=None, init=False, repr=False)

    def think(self, board: Board, random: SplitMix64) -> Thought:
        """The next move of a solution, or, on an unsolvable board, the greedy player's."""
        require_a_move(board)
        if board != self._next or not self._plan:
            self._plan = list(solve(board).moves)
        if not self._plan:
            return GreedyPlayer().think(board, random)
        random.next()
        move = self._plan.pop(0)
        self._next = board.copy()
        self._next.push(move)
        return Thought(move, "solution", (Candidate(move, 0, 1.0, Verdict.SOLVABLE),))
