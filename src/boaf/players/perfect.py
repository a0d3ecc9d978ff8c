"""The perfect player: plays a solution that the exact solver finds, and greedily where it finds none.

`max_seconds` bounds the time that the solver takes for a move. With it, what is played on a board that is hard to
decide depends on the machine.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from boaf.board import Board, Move
from boaf.deals import SplitMix64
from boaf.players.contract import Candidate, Thought, require_a_move
from boaf.players.contract import Player as AnyPlayer
from boaf.players.greedy import Player as GreedyPlayer
from boaf.solvers.result import Verdict
from boaf.solvers.single import solve


@dataclass(kw_only=True)
class Player(AnyPlayer):
    """Solves the board once and follows the solution."""

    max_seconds: float | None = None
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
