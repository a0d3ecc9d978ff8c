"""The perfect player: it follows a solution, and where it has none it plays greedily and says why."""

import pytest

import boaf
from boaf.board import Board
from boaf.deals import SplitMix64
from boaf.players.registry import player, think


@pytest.mark.parametrize(
    ("board", "options", "reason"),
    [
        (boaf.deal(1), {}, "solution"),
        (boaf.deal(10), {}, "lost"),
        (boaf.deal(1), {"max_seconds": 0.0}, "undecided"),
    ],
)
def test_the_reason_says_what_it_knows(board: Board, options: dict[str, float], reason: str) -> None:
    thought = think(board, "perfect", seed=3, **options)
    assert thought.reason == reason
    if reason != "solution":
        greedy = think(board, "greedy", seed=3)
        assert (thought.move, thought.candidates) == (greedy.move, greedy.candidates)


def test_a_board_that_was_undecided_is_tried_again_after_the_move() -> None:
    one, board, random = player("perfect", max_seconds=0.0), boaf.deal(1), SplitMix64(0)
    board.push(one.choose(board, random))
    one.max_seconds = None  # type: ignore[attr-defined]
    assert one.think(board, random).reason in ("solution", "lost")
