"""The vector environment tells, bit for bit, what as many single environments tell."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv

import boaf
from boaf.envs import BirdsOfAFeatherVector, vector_env
from boaf.support.errors import BoafError

ID = "boaf.envs:BirdsOfAFeather-v0"
GAMES = 6


def both(mode: AutoresetMode, **settings: Any) -> tuple[VectorEnv[Any, Any, Any], VectorEnv[Any, Any, Any]]:
    """The vector environment, and a loop over single ones."""
    one_by_one = gymnasium.make_vec(
        ID, GAMES, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode}, **settings
    )
    assert isinstance(one_by_one, SyncVectorEnv)
    return gymnasium.make_vec(ID, GAMES, autoreset_mode=mode, **settings), one_by_one


def assert_same(ours: Any, theirs: Any) -> None:
    assert type(ours) is type(theirs)
    if isinstance(ours, dict):
        assert set(ours) == set(theirs)
        for name in ours:
            assert_same(ours[name], theirs[name])
    elif isinstance(ours, tuple):
        for one, other in zip(ours, theirs, strict=True):
            assert_same(one, other)
    elif ours.dtype == object:
        for one, other in zip(ours, theirs, strict=True):
            assert (one is None) == (other is None)
            if one is not None:
                assert_same(one, other)
    else:
        assert ours.dtype == theirs.dtype
        assert ours.shape == theirs.shape
        assert (ours == theirs).all()


def some_actions(masks: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """A legal action most of the time, any at all otherwise."""
    legal = (random.random(masks.shape) * masks).argmax(1)
    return np.where(random.random(len(masks)) < 0.8, legal, random.integers(masks.shape[1], size=len(masks)))


@pytest.mark.slow
@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"observation": "cards", "reward": "score"},
        {"rows": 1, "cols": 2},
        {"rows": 5, "cols": 4, "reward": "score", "illegal_penalty": 0.5},
        {"rows": 3, "cols": 3, "solvable_only": True},
        {"rows": 2, "cols": 3, "max_episode_steps": 4},
    ],
    ids=str,
)
def test_it_agrees_with_a_loop_over_single_environments(mode: AutoresetMode, settings: dict[str, Any]) -> None:
    ours, theirs = both(mode, **settings)
    random = np.random.default_rng(1)
    told = ours.reset(seed=7)
    assert_same(told, theirs.reset(seed=7))
    assert told[0] in ours.observation_space
    infos, ends = told[1], 0
    for _ in range(30):
        actions = some_actions(infos["action_mask"], random)
        ours_told, theirs_told = ours.step(actions), theirs.step(actions)
        assert_same(ours_told, theirs_told)
        _, _, terminated, truncated, infos = ours_told
        over = terminated | truncated
        ends += over.sum()
        if mode is AutoresetMode.DISABLED and over.any():
            seen, new = ours.reset(options={"reset_mask": over})
            seen_by_them, new_by_them = theirs.reset(options={"reset_mask": over.copy()})
            assert_same(seen, seen_by_them)
            for name in new:
                assert_same(new[name][over], new_by_them[name][over])
            infos = new
    assert ends >= GAMES
    assert (ours.action_masks() == infos["action_mask"]).all()  # type: ignore[attr-defined]


def test_its_spaces_are_those_of_a_loop_over_single_environments() -> None:
    for settings in ({}, {"rows": 2, "cols": 5, "observation": "cards"}):
        ours, theirs = both(AutoresetMode.NEXT_STEP, **settings)
        assert ours.single_observation_space == theirs.single_observation_space
        assert ours.single_action_space == theirs.single_action_space
        assert ours.observation_space == theirs.observation_space
        assert ours.action_space == theirs.action_space


def test_games_start_where_the_options_say() -> None:
    envs = BirdsOfAFeatherVector(3)
    _, infos = envs.reset(options={"deal": [5, 6, -1]})
    assert infos["deal"].tolist() == [5, 6, 2**31 - 1]
    assert [envs.board(k) for k in range(3)] == [boaf.deal(5), boaf.deal(6), boaf.deal(-1)]
    _, infos = envs.reset(options={"deal": 9, "reset_mask": np.array([False, True, False])})
    assert [envs.board(k) for k in range(3)] == [boaf.deal(5), boaf.deal(9), boaf.deal(-1)]
    assert infos["_deal"].tolist() == [False, True, False]
    middle = boaf.deal(1)
    middle.push(middle.legal_moves[0])
    envs.reset(options={"board": [middle, boaf.deal(2), middle.text()]})
    assert [envs.board(k) for k in range(3)] == [middle, boaf.deal(2), middle]
    assert envs.board(0).moves == ()


def test_a_board_can_be_had_at_any_time_with_its_moves() -> None:
    envs = BirdsOfAFeatherVector(4, 3, 3, render_mode="ansi")
    _, infos = envs.reset(seed=3)
    boards = [boaf.deal(number, 3, 3) for number in infos["deal"].tolist()]
    for _ in range(2):
        actions = infos["action_mask"].argmax(1)
        for board, (source, target) in zip(boards, zip(*np.divmod(actions, 9), strict=True), strict=True):
            board.push(boaf.Move(board.tops[source], board.tops[target]))  # type: ignore[arg-type]
        infos = envs.step(actions)[-1]
    for k, board in enumerate(boards):
        assert envs.board(k) == board
        assert envs.board(k).moves == board.moves
    assert envs.render() == tuple(f"{board}\n" for board in boards)


def test_solutions_win_all_games_at_once() -> None:
    deals = [seed for seed in range(12) if seed != 10]
    solutions = boaf.solve_many(deals, solutions=True).steps.astype(np.int64)
    envs = BirdsOfAFeatherVector(len(deals))
    envs.reset(options={"deal": deals})
    for steps in solutions.T:
        _, rewards, terminated, _, infos = envs.step((steps >> 8) * 16 + (steps & 255))
        assert (rewards == terminated).all()
    assert (rewards == 1).all()
    assert (infos["score"] == 256).all()


@pytest.mark.parametrize("solvable_only", [False, True])
def test_threads_change_nothing(solvable_only: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector_env, "_SHARE", 100)
    told = []
    for threads in (1, 3):
        envs = BirdsOfAFeatherVector(350, threads=threads, solvable_only=solvable_only, max_episode_steps=4)
        _, infos = envs.reset(seed=0)
        random = np.random.default_rng(0)
        told.append([envs.step(some_actions(infos["action_mask"], random)) for _ in range(8)])
        envs.close()
        envs.close()
    assert_same(tuple(told[0]), tuple(told[1]))


def test_what_was_told_stays_as_it_was() -> None:
    envs = BirdsOfAFeatherVector(8)
    seen, infos = envs.reset(seed=0)
    kept, kept_masks = seen.copy(), infos["action_mask"].copy()
    later = envs.step(infos["action_mask"].argmax(1))
    assert (seen == kept).all()
    assert (infos["action_mask"] == kept_masks).all()
    assert not np.shares_memory(seen, later[0])


def test_what_was_told_stays_as_long_as_any_part_of_it_is_held() -> None:
    envs = BirdsOfAFeatherVector(8)
    _, infos = envs.reset(seed=0)
    held = []
    for step in range(24):
        told = envs.step(infos["action_mask"].argmax(1))
        infos = told[-1]
        arrays = [*told[:4], *infos.values()]
        part = arrays[step % len(arrays)][2:5]
        held.append((part, part.copy()))
        del told, arrays, part
    assert all((part == copy).all() for part, copy in held)


def test_memory_that_nobody_holds_is_used_again() -> None:
    envs = BirdsOfAFeatherVector(8)
    _, infos = envs.reset(seed=0)
    actions, places = infos["action_mask"].argmax(1), set()
    for _ in range(12):
        seen, *_, infos = envs.step(actions)
        places.add(seen.ctypes.data)
    assert len(places) <= 3


def test_a_reset_forgets_what_was_illegal() -> None:
    envs = BirdsOfAFeatherVector(8)
    envs.reset(seed=0)
    assert envs.step(np.zeros(8, np.int64))[-1]["illegal"].all()
    assert not envs.reset(seed=0)[1]["illegal"].any()


def test_wrappers_of_gymnasium_count_its_games() -> None:
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(gymnasium.make_vec(ID, 8, reward="score"))
    _, infos = envs.reset(seed=0)
    returns = []
    for _ in range(40):
        *_, infos = envs.step(infos["action_mask"].argmax(1))
        if "episode" in infos:
            returns += infos["episode"]["r"][infos["_episode"]].tolist()
    assert len(returns) > 10
    assert all(0 < value <= 1 for value in returns)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"num_envs": 0}, "num_envs must be at least 1"),
        ({"threads": 0}, "threads must be at least 1"),
        ({"max_episode_steps": 0}, "max_episode_steps must be at least 1"),
        ({"reward": "fame"}, "reward 'fame'"),
        ({"render_mode": "human"}, "render_mode 'human'"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(BoafError, match=message):
        BirdsOfAFeatherVector(**settings)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"deal": [1, 2]}, "2 values for 3 games"),
        ({"deal": 1.5}, "must be the number of a deal"),
        ({"start": 1}, "must be one of deal, board, reset_mask"),
        ({"reset_mask": [True, False, True]}, "array of 3 booleans"),
        ({"reset_mask": np.zeros(3, np.bool_)}, "must name some games"),
        ({"board": "7H 6H"}, "the board has 1 row, not 4"),
    ],
)
def test_an_option_that_makes_no_sense_is_refused(options: dict[str, Any], message: str) -> None:
    envs = BirdsOfAFeatherVector(3)
    envs.reset(seed=0)
    boards = [envs.board(k) for k in range(3)]
    with pytest.raises(BoafError, match=message):
        envs.reset(options=options)
    assert [envs.board(k) for k in range(3)] == boards


@pytest.mark.parametrize("actions", [[0, 0], [0, 0, 256], [-1, 0, 0], [0.5, 0, 0]])
def test_what_are_no_actions_is_refused(actions: list[Any]) -> None:
    envs = BirdsOfAFeatherVector(3)
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step(np.zeros(3, np.int64))
    envs.reset(seed=0)
    with pytest.raises(BoafError, match="action"):
        envs.step(np.array(actions))


def test_seeds_must_be_as_many_as_games() -> None:
    envs = BirdsOfAFeatherVector(2)
    with pytest.raises(BoafError, match="3 seeds for 2 games"):
        envs.reset(seed=[1, 2, 3])
    first = envs.reset(seed=[1, None])[1]["deal"]
    assert envs.reset(seed=1)[1]["deal"][0] == first[0]


@pytest.mark.plain
def test_the_compiled_games_run_as_plain_python() -> None:
    for settings in ({"reward": "score"}, {"observation": "cards"}):
        test_it_agrees_with_a_loop_over_single_environments(AutoresetMode.NEXT_STEP, {"rows": 2, "cols": 3, **settings})
