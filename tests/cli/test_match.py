"""`boaf match`: words, JSON, options, one clear line for bad input."""

import json
import shlex

import pytest

from boaf.cli import main
from boaf.players.matches import match


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["match", *arguments])
    return status, *capsys.readouterr()


def test_a_match_is_described(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "--player", "greedy", "--seeds", "0", "20", "--games", "3", "-o", "weight=2")
    assert status == 0
    first, second, third = out.splitlines()
    assert first == "greedy weight=2.0: 57 games on 19 deals, 1 unsolvable skipped"
    assert second.startswith("won ")
    assert "95 % interval" in second
    assert "of 256" in third
    assert "moves per second" in third


def test_a_match_without_games_has_no_rate(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "--player", "greedy", "--seeds", "1264", "1265")
    assert (status, out) == (0, "greedy: no game was played, 1 unsolvable skipped\n")


def test_json_holds_what_the_library_counts(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["-p", "mcts", "-i", "9", "--seeds", "8", "14", "--seed", "3", "--keep-unsolvable", "--json"]
    status, out, err = run(capsys, *arguments, "-o", "reward=score", "-o", "conditions=stranded,lynchpin")
    assert (status, err) == (0, "")
    found = json.loads(out)
    expected = match(
        "mcts", range(8, 14), seed=3, keep_unsolvable=True, iterations=9, reward="score",
        conditions=("stranded", "lynchpin"),
    ).to_json()  # fmt: skip
    assert list(found) == list(expected)
    for name in ("deals", "skipped", "games", "won", "win_rate", "low", "high", "mean_score", "moves"):
        assert found[name] == expected[name]


def test_other_sizes_can_be_played(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "-p", "random", "--seeds", "-3", "3", "-r", "2", "-c", "3", "--threads", "1", "--json")
    assert status == 0
    assert json.loads(out)["moves"] <= 6 * 5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            "-p magic",
            "unknown player 'magic': choose from random, greedy, mcts, flock, policy, perfect, or name your own as "
            "module:Class or 'command PROGRAM'",
        ),
        ("-p random -i 5", "player 'random' has no option 'iterations'; it takes none"),
        ("-p mcts -i 0", "iterations must be from 1 to 10,000,000, not 0"),
        ("-p mcts -o reward=gold", "reward must be one of win, score, not 'gold'"),
        ("-p mcts -o prune=perhaps", "option prune takes true or false, not 'perhaps'"),
        ("-p mcts -o prune", "option 'prune': write it as NAME=VALUE"),
        ("-p perfect -o max_seconds=soon", "option max_seconds takes a number, not 'soon'"),
        ("-p mcts -o ask=network", "option ask can only be given in Python"),
        ("--seeds 5 5", "--seeds 5 5: START must be below STOP"),
        ("--games 0", "--games must be from 1 to 1,000,000, not 0"),
        ("-r 9 -c 9", "a 9 × 9 board has 81 cells; the deck fills at most 52"),
    ],
)
def test_bad_input_gets_one_clear_line(capsys: pytest.CaptureFixture[str], arguments: str, message: str) -> None:
    status, out, err = run(capsys, *shlex.split(arguments))
    assert (status, out, err) == (2, "", f"boaf: {message}\n")
