"""What the players, the measure of difficulty and the learned models say; as `answers`, but opinions besides facts."""

from __future__ import annotations

from dataclasses import fields

from boaf.board import Board
from boaf.web.models import CandidateMove, Thinking, Thought


def think(board: Board, thinking: Thinking) -> Thought:
    """What a player would do on a board."""
    from boaf.play.registry import find_player
    from boaf.play.registry import think as think_about

    if board.is_over:
        return Thought(move=None, reason=None, candidates=[])
    searches = "iterations" in {field.name for field in fields(find_player(thinking.player))}
    found = think_about(board, thinking.player, thinking.iterations if searches else None, thinking.seed)
    candidates = [
        CandidateMove(
            move=str(candidate.move),
            visits=candidate.visits if searches else None,
            value=candidate.value,
            verdict=candidate.verdict,
        )
        for candidate in found.candidates
    ]
    return Thought(move=str(found.move), reason=found.reason, candidates=candidates)
