"""The player `policy`: a network looks at the board once and scores every legal move. There is no look-ahead."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from boaf.board import Board
from boaf.deals import SplitMix64
from boaf.kernel.dealing import EMPTY, Cards, cards_of
from boaf.learn.neural.stack_inference import MOVES_KIND, MoveEvaluator
from boaf.learn.neural.tensor_file import description_of, metadata_of
from boaf.models.model_file import read_bytes
from boaf.players.contract import Candidate, Player, Thought, require_a_move
from boaf.players.playout import Playouts, new_playouts
from boaf.solvers.contract import Verdict
from boaf.support.errors import BoafError

_ROUNDING = 1e-3
"""Scores that differ by less are equal: moves that are alike differ by rounding, which depends on the processor."""


@dataclass(kw_only=True)
class NetworkPlayer(Player):
    """Takes the move that a network scores highest; it draws nothing at random.

    `model` is a file that `tools/fit_policy.py` wrote, or the name of the network that comes with boaf.
    """

    model: str = "policy"

    def __post_init__(self) -> None:
        self._scores = evaluator(self.model)

    def think(self, board: Board, random: SplitMix64) -> Thought:  # noqa: ARG002
        """The move with the highest score; the value of a candidate is its chance in a softmax of all."""
        require_a_move(board)
        scores = self._scores(cards_of(board)[None], board.rows, board.cols)[0]
        chances = np.exp(scores - scores.max())
        chances /= chances.sum()
        first = tuple(divmod(int(_first_best(scores.reshape(1, -1))[0]), len(scores)))
        candidates = []
        for move in board.legal_moves:
            step = board.cell_of(move.source), board.cell_of(move.target)
            candidates.append((step != first, -chances[step], move))
        candidates.sort(key=lambda candidate: candidate[:2])
        found = tuple(Candidate(move, 0, -float(negated), Verdict.UNKNOWN) for _, negated, move in candidates)
        return Thought(found[0].move, "policy", found)

    def play_many(self, cards: Cards, rows: int, cols: int, seeds: NDArray[np.uint64]) -> Playouts:  # noqa: ARG002
        """Play all games together, one move of each at a time."""
        found = new_playouts(cards.shape[:1], cards.shape[1])
        cards, heights = cards.copy(), (cards != EMPTY).astype(np.int64)
        cells = cards.shape[1]
        for ply in range(cells - 1):
            scores = self._scores(cards, rows, cols).reshape(len(cards), -1)
            steps = _first_best(scores)
            going = np.flatnonzero(np.isfinite(scores.max(1)))
            source, target = steps[going] // cells, steps[going] % cells
            found.steps[going, ply] = source << 8 | target
            cards[going, target], cards[going, source] = cards[going, source], EMPTY
            heights[going, target] += heights[going, source]
            heights[going, source] = 0
        found.scores[:] = (heights**2).sum(1)
        found.stacks[:] = (heights > 0).sum(1)
        return found

    @property
    def games_at_once(self) -> int:
        """A few hundred boards fill a batch of the network."""
        return 250


def _first_best(scores: NDArray[np.float64]) -> NDArray[np.int64]:
    """The first of the best moves of each board: rounding decides nothing. Shapes (boards, moves) and (boards,)."""
    best: NDArray[np.int64] = np.argmax(scores >= scores.max(1, keepdims=True) - _ROUNDING, axis=1)
    return best


@cache
def evaluator(model: str) -> MoveEvaluator:
    """The network in a file, or the one that comes with boaf."""
    content = read_bytes(model)
    description = description_of(metadata_of(content, model), model)
    if description.kind != MOVES_KIND:
        raise BoafError(f"{model} is a model of another kind: the player needs one that scores moves")
    return MoveEvaluator(content, description, model)
