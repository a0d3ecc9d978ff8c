"""The environment keeps Gymnasium's contract and plays exactly as Board does."""

import copy
import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import given, settings
from hypothesis import strategies as st

import boaf
from boaf.envs import BirdsOfAFeather
from boaf.solvers.contract import Verdict
from boaf.support.errors import BoafError, install_command

ID = "boaf.envs:BirdsOfAFeather-v0"
SHAPES = [(4, 4), (1, 2), (2, 5), (3, 3), (4, 13)]


def make(**options: Any) -> BirdsOfAFeather:
    env = gymnasium.make(ID, **options).unwrapped
    assert isinstance(env, BirdsOfAFeather)
    return env


@pytest.mark.parametrize("observation", ["match", "cards"])
@pytest.mark.parametrize("reward", ["win", "score"])
@pytest.mark.parametrize(("rows", "cols"), SHAPES[:4])
def test_gymnasium_finds_nothing_to_warn_about(rows: int, cols: int, reward: str, observation: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(make(rows=rows, cols=cols, reward=reward, observation=observation))


def test_a_name_without_the_module_works_once_it_is_imported() -> None:
    assert gymnasium.make("BirdsOfAFeather-v0").unwrapped.action_space.n == 256  # type: ignore[attr-defined]


def test_the_error_names_the_extra_where_gymnasium_is_missing() -> None:
    code = "import sys; sys.modules['gymnasium'] = None\nimport boaf.envs; print('imported'); boaf.envs.BirdsOfAFeather"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.stdout == "imported\n"
    assert run.stderr.endswith(f"gymnasium is not installed: {install_command('learn')}\n")


def legal_actions(board: boaf.Board) -> set[int]:
    cells = board.rows * board.cols
    return {board.cell_of(source) * cells + board.cell_of(target) for source, target in board.legal_moves}


def planes_of(board: boaf.Board, observation: str) -> np.ndarray:
    """What an observation of a board must be, written down from its definition."""
    first: list[list[int]]
    if observation == "cards":
        first = [[int(card is not None and card.rank == rank) for card in board.tops] for rank in range(1, 14)]
        first += [[int(card is not None and card.suit == suit) for card in board.tops] for suit in range(1, 5)]
    else:
        first = [
            [int(None not in (one, other) and one != other and one.matches(other)) for other in board.tops]  # type: ignore
            for one in board.tops
        ]
    heights = [len(stack) for stack in board.stacks]
    return np.array([*first, heights]).reshape(-1, board.rows, board.cols)


@pytest.mark.slow
@settings(max_examples=30)
@given(
    st.sampled_from(SHAPES),
    st.sampled_from(["match", "cards"]),
    st.sampled_from(["win", "score"]),
    st.integers(0, 2**40),
    st.data(),
)
def test_a_game_is_played_by_the_rules_of_board(
    shape: tuple[int, int], observation: str, reward: str, seed: int, data: st.DataObject
) -> None:
    rows, cols = shape
    env = BirdsOfAFeather(rows, cols, observation=observation, reward=reward, illegal_penalty=0.25)
    shown, info = env.reset(seed=seed)
    board = boaf.deal(info["deal"], rows, cols)
    total, terminated = 0.0, False
    while True:
        legal = legal_actions(board)
        assert set(np.flatnonzero(info["action_mask"])) == set(np.flatnonzero(env.action_masks())) == legal
        assert info["action_mask"].dtype == np.int8
        assert env.action_masks().dtype == np.bool_
        assert (shown == planes_of(board, observation)).all()
        assert shown in env.observation_space
        assert (info["score"], info["stacks"]) == (board.score, board.stack_count)
        assert info["is_success"] == board.is_solved
        assert env.board == board
        assert terminated == board.is_over == (not legal)
        if terminated:
            break
        choices = st.sampled_from(sorted(legal)) | st.integers(0, (rows * cols) ** 2 - 1)
        action = data.draw(choices)
        before = board.score
        if action in legal:
            source, target = divmod(action, rows * cols)
            board.push(env.move_of(action))
            assert board.tops[source] is None
            assert board.tops[target] is not None
        shown, given_reward, terminated, truncated, info = env.step(action)
        assert not truncated
        assert info["illegal"] == (action not in legal)
        if action not in legal:
            assert given_reward == -0.25
        elif reward == "win":
            assert given_reward == board.is_solved
        else:
            assert given_reward == (board.score - before) / ((rows * cols) ** 2 - rows * cols)
            total += given_reward
    if reward == "score":
        assert (abs(total - 1) < 1e-9) == board.is_solved


def test_a_solution_of_the_solver_wins() -> None:
    for reward in ("win", "score"):
        env = make(reward=reward)
        env.reset(options={"deal": 1})
        rewards = []
        for move in boaf.solve(boaf.deal(1)).moves:
            assert env.move_of(env.action_of(str(move))) == move
            _, got, terminated, _, info = env.step(env.action_of(move))
            rewards.append(got)
        assert terminated
        assert info["is_success"]
        assert info["score"] == 256
        assert sum(rewards) == pytest.approx(1)
        if reward == "win":
            assert rewards == [0] * 14 + [1]


def test_an_illegal_action_costs_and_changes_nothing() -> None:
    env = make()
    shown, info = env.reset(options={"deal": 1264})
    after, reward, terminated, truncated, later = env.step(0)
    assert (reward, terminated, truncated) == (-0.1, False, False)
    assert later["illegal"]
    assert not info["illegal"]
    assert (after == shown).all()
    assert env.board == boaf.deal(1264)


def test_a_player_without_masks_comes_to_an_end() -> None:
    env = gymnasium.make(ID)
    env.reset()
    steps = next(step for step in range(1, 1000) if env.step(0)[3])
    assert steps == 256


@pytest.mark.parametrize("action", [-1, 256, 1.5, "7H-6C", None])
def test_what_is_no_action_is_refused(action: Any) -> None:
    env = make()
    env.reset()
    with pytest.raises(BoafError, match="must be one of 0 … 255"):
        env.step(action)


def test_a_game_starts_where_the_options_say() -> None:
    env = make(rows=2, cols=2)
    assert env.reset(options={"deal": -1})[1]["deal"] == 2**31 - 1
    assert env.board == boaf.deal(-1, 2, 2)
    middle = boaf.Board("-- 7H+6C / -- 6H")
    for given_board in ("-- 7H+6C / -- 6H", middle):
        _, info = env.reset(options={"board": given_board})
        assert info["deal"] == -1
        assert env.board == middle
        assert env.step(env.action_of("6H-7H"))[1] == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seed": 1}, "option 'seed': must be one of deal, board"),
        ({"deal": 1, "board": "7H 6H / 5H 4H"}, "not from both"),
        ({"deal": "1264"}, "must be the number of a deal"),
        ({"deal": True}, "must be the number of a deal"),
        ({"board": 7}, "must be a board or its text"),
        ({"board": "7H 6H"}, "the board has 1 row, not 2"),
        ({"board": boaf.deal(1)}, "the board is 4 × 4, not 2 × 2"),
        ({"board": "7H XX / 5H 4H"}, "rank must be one of"),
        ({"board": "AH 3D / 5C 7S"}, "has no legal move"),
        ({"board": "14.1 13.1 / 12.1 11.1"}, "standard deck only"),
    ],
)
def test_an_option_that_makes_no_sense_is_refused(options: dict[str, Any], message: str) -> None:
    env = make(rows=2, cols=2)
    env.reset(seed=5)
    board = env.board
    with pytest.raises(BoafError, match=message):
        env.reset(options=options)
    assert env.board == board


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"rows": 0}, "at least one row"),
        ({"rows": 8, "cols": 8}, "the deck fills at most 52"),
        ({"rows": 1, "cols": 1}, "at least two cells"),
        ({"reward": "fame"}, "reward 'fame': must be one of win, score"),
        ({"observation": "smell"}, "observation 'smell': must be one of match, cards"),
        ({"illegal_penalty": -1.0}, "illegal_penalty must be a number from 0 on"),
        ({"render_mode": "human"}, "must be one of ansi, rgb_array"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(BoafError, match=message):
        BirdsOfAFeather(**settings)


def test_a_seed_fixes_all_deals_that_follow() -> None:
    def deals(env: BirdsOfAFeather, seed: int) -> list[int]:
        return [env.reset(seed=seed)[1]["deal"], *(env.reset()[1]["deal"] for _ in range(5))]

    env = make()
    assert deals(env, 3) == deals(make(), 3)
    assert deals(env, 3) != deals(env, 4)
    assert len(set(deals(env, 3))) == 6


def test_only_solvable_deals_are_dealt_if_so_asked() -> None:
    verdicts = {}
    for solvable_only in (False, True):
        env = make(rows=3, cols=3, solvable_only=solvable_only)
        env.reset(seed=1)
        deals = [env.reset()[1]["deal"] for _ in range(60)]
        verdicts[solvable_only] = {boaf.solve(boaf.deal(number, 3, 3)).verdict for number in deals}
    assert verdicts == {False: {Verdict.SOLVABLE, Verdict.UNSOLVABLE}, True: {Verdict.SOLVABLE}}


def test_a_board_is_drawn_as_text_and_as_a_picture() -> None:
    env = make(rows=2, cols=2, render_mode="ansi")
    env.reset(options={"board": "-- 7H+6C / -- 6H"})
    assert env.render() == "--  7H(2)\n--  6H\n"
    env = make(render_mode="rgb_array")
    env.reset(options={"deal": 1})
    before = env.render()
    env.step(int(env.action_masks().argmax()))
    after = env.render()
    assert isinstance(before, np.ndarray)
    assert before.dtype == np.uint8
    assert before.shape == after.shape == (280, 216, 3)  # type: ignore[union-attr]
    assert (before != after).any()
    assert make().render() is None


def test_a_game_can_be_cloned_in_the_middle() -> None:
    env = gymnasium.make("boaf/BirdsOfAFeather-v0")
    _, info = env.reset(options={"deal": 1})
    env.step(int(np.flatnonzero(info["action_mask"])[0]))
    clone = copy.deepcopy(env)
    action = int(np.flatnonzero(clone.unwrapped.action_masks())[-1])  # type: ignore[attr-defined]
    assert clone.step(action)[0].tolist() == env.step(action)[0].tolist()
    assert clone.reset()[0].tolist() == env.reset()[0].tolist()
