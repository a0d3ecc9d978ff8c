"""Ordered DFS by any model decides every board as brute force does, and looks at the boards that the model prefers."""

import json
from functools import cache
from pathlib import Path

import pytest

import boaf
from boaf.board import Board
from boaf.graphs import compatibility_graph
from boaf.learn.board_features import SUBSETS, extract
from boaf.learn.classifiers import fit
from boaf.learn.data.data_set import DataSet
from boaf.learn.data.making import random_states
from boaf.learn.feature_models import FeatureModel, save
from boaf.learn.prediction import predict
from boaf.models import model_file
from tests.solvers.boards import mid_game_boards, small_boards

MODELS = [("linear-regression", "A"), ("linear-regression", "J"), ("lightgbm-regression", "F"), ("lightgbm", "I")]


@cache
def states() -> DataSet:
    return random_states(500)


def fitted(name: str, letter: str) -> FeatureModel:
    names = SUBSETS[letter]
    parameters = {"n_estimators": 8, "n_jobs": 1} if "lightgbm" in name else None
    return fit(name, extract(states().cards, 4, 4, names), states().solvable, names, parameters=parameters)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "letter"), MODELS)
def test_a_model_changes_no_verdict(name: str, letter: str, tmp_path: Path) -> None:
    path = tmp_path / "model.boaf"
    save(fitted(name, letter), path)
    boards = small_boards()[::40] + [pair for stacks in (5, 7) for pair in mid_game_boards(stacks, 15)]
    for board, verdict in boards:
        assert boaf.solve(board, "ordered", model=str(path), cutoff=2).verdict is verdict


def nodes_of(board: Board, model: FeatureModel) -> int:
    """Ordered DFS in plain Python: the positions it looks at until the first solution, or all."""
    import networkx

    seen: set[str] = set()
    nodes = 0

    def search(current: Board) -> bool:
        nonlocal nodes
        if current.stack_count == 1:
            nodes += 1
            return True
        key = " ".join("--" if card is None else str(card) for card in current.tops)
        if key in seen:
            return False
        seen.add(key)
        nodes += 1
        if not networkx.is_connected(compatibility_graph(current)):
            return False
        children = []
        for move in current.legal_moves:
            child = current.copy()
            child.push(move)
            children.append(child)
        if current.stack_count > 2:
            children.sort(key=lambda child: -_raw(model, child))
        return any(map(search, children))

    search(board.copy())
    return nodes


def _raw(model: FeatureModel, board: Board) -> float:
    """A value in the order of the model's own, without a clip that would make unequal ones equal."""
    return predict(board, model)


def test_a_search_looks_at_the_boards_that_the_model_prefers(tmp_path: Path) -> None:
    path = tmp_path / "model.boaf"
    for name, letter in (("logistic-regression", "D"), ("lightgbm", "E")):
        model = fitted(name, letter)
        save(model, path)
        for board, _ in mid_game_boards(6, 12):
            assert boaf.solve(board, "ordered", model=str(path), cutoff=2).nodes == nodes_of(board, model)


def test_the_default_is_the_linear_model_on_three_degrees() -> None:
    description, body = model_file.parse(model_file.read_bytes("linear-H"), "linear-H")
    assert description.features == SUBSETS["H"] == ("min_degree", "max_degree", "mean_degree")
    assert json.loads(body)["weights"] == [0.113643, -0.042015, 0.147218]
    for seed in range(12):
        board = boaf.random_board(seed, stacks=11)
        assert boaf.solve(board, "ordered", model="linear-H", cutoff=6).nodes == (
            boaf.solve(board, "ordered", cutoff=6).nodes
        )


def test_the_nodes_by_the_linear_model_are_as_ever() -> None:
    nodes = [boaf.solve(boaf.deal(seed), "ordered").nodes for seed in range(8)]
    assert nodes == [290, 6913, 302, 2133, 1197, 1470, 19, 66]


def test_the_trees_that_come_with_boaf_have_a_name() -> None:
    for seed in range(5):
        board = boaf.random_board(seed, stacks=10)
        result = boaf.solve(board, "ordered", model="lightgbm-F", cutoff=2)
        assert result.verdict is boaf.solve(board).verdict
