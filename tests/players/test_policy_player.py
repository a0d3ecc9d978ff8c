"""The player `policy` looks at a board once, plays well, and needs no PyTorch."""

import subprocess
import sys

import numpy as np
import pytest

import boaf
from boaf.deals import SplitMix64
from boaf.kernel.dealing import draw_deals
from boaf.players import player
from boaf.support.errors import BoafError


def test_games_are_made_of_the_moves_that_it_chooses() -> None:
    found = player("policy").play_many(draw_deals(np.arange(5), 16), 4, 4, np.zeros(5, np.uint64))
    for seed in range(5):
        board = boaf.deal(seed)
        one = player("policy")
        while not board.is_over:
            board.push(one.choose(board, SplitMix64(0)))
        assert (board.stack_count, board.score) == (found.stacks[seed], found.scores[seed])


def test_its_candidates_are_the_legal_moves_with_their_chances() -> None:
    board = boaf.deal(3)
    thought = boaf.players.think(board, "policy")
    assert {candidate.move for candidate in thought.candidates} == set(board.legal_moves)
    assert sum(candidate.value for candidate in thought.candidates) == pytest.approx(1)
    assert thought.move == thought.candidates[0].move


def test_it_wins_most_deals_without_looking_ahead() -> None:
    found = boaf.match("policy", range(150))
    assert found.win_rate.share > 0.9
    assert boaf.match("policy", range(5), 5, 5).games == 5


@pytest.mark.parametrize(
    ("model", "line"),
    [("stacks", "stacks is a model of another kind"), ("missing", "missing"), ("shipped", "shipped")],
)
def test_another_model_is_refused(model: str, line: str) -> None:
    with pytest.raises(BoafError, match=line):
        player("policy", model=model)


def test_it_does_without_pytorch() -> None:
    code = "import sys, boaf; boaf.match('policy', range(3)); print('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
