"""Every feature against networkx and plain Python, and Hoshino & Kahn's printed numbers."""

from math import isclose
from pathlib import Path
from random import Random

import numpy as np
import pytest

import boaf
from boaf.board import Board
from boaf.kernel.dealing import cards_of, draw_deals
from boaf.learn.board_features import ARAKI, ARAKI_CARD, ARAKI_GRAPH, FEATURES, extract, features
from boaf.learn.data.recipes import random_boards
from boaf.support.errors import BoafError
from tests.learn import plain_features

SHAPES = [(1, 6, 50), (2, 3, 200), (3, 3, 150), (3, 4, 100), (4, 4, 150), (5, 5, 8), (6, 8, 2), (4, 13, 2)]


def stack(boards: list[Board]) -> np.ndarray:  # type: ignore[type-arg]
    return np.stack([cards_of(board) for board in boards])


def require_plain(boards: list[Board]) -> None:
    found = extract(stack(boards), boards[0].rows, boards[0].cols)
    for board, row in zip(boards, found, strict=True):
        plain = plain_features.features(board)
        assert set(plain) == set(FEATURES)
        wrong = [
            name for name, value in zip(FEATURES, row, strict=True) if not isclose(value, plain[name], abs_tol=1e-9)
        ]
        assert not wrong, board.text()


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "cols", "count"), SHAPES)
def test_random_states_have_the_features_of_plain_python(rows: int, cols: int, count: int) -> None:
    require_plain([boaf.random_board(seed, rows, cols) for seed in range(count)])


@pytest.mark.slow
def test_boards_in_play_have_the_features_of_plain_python() -> None:
    random = Random(6)
    boards = []
    for seed in range(20):
        board = boaf.deal(seed)
        while moves := board.legal_moves:
            board.push(random.choice(moves))
            boards.append(board.copy())
    require_plain(boards)


def test_a_board_with_an_odd_bird_has_no_spanning_tree() -> None:
    """5S has no partner; in floating point the determinant of the other cards is tiny, and its sign is the CPU's."""
    board = boaf.Board("5S -- 7H 2C / 3H AC QD JC / JH 3C KD TD / 7C QH 9D --")
    require_plain([board])
    assert features(board)["spanning_trees"] == extract(stack([board]), 4, 4, ["spanning_trees"])[0, 0] == 0


@pytest.mark.plain
def test_a_small_board_by_hand() -> None:
    """7H–6C–6H is a path by card with an edge 7H–6H; 6H and 6C are in line, 6C and 7H are, 2S is alone."""
    found = features(boaf.Board("7H 6C / -- 6H / 2S --"))
    expected = {
        "stacks": 4, "min_degree": 0, "max_degree": 2, "median_degree": 2, "mean_degree": 1.5, "isolated": 1,
        "critical_nodes": 0, "connected": 0, "parts": 2, "node_connectivity": 0, "nw1": 3, "nw2": 3,
        "spanning_trees": 0, "rc_compatibility_mean": 1, "stackability_critical_nodes": 3,
        "stackability_critical_edges": 2, "stackability_islands": 4, "stackability_cut_edges": 2, "rc_count_max": 2,
        "rc_count_median": 1.5, "position_connected": 1, "position_spanning_trees": 1, "position_articulation_nodes": 2,
        "aces": 0, "kings": 0, "club_ratio": 0.25, "diamond_ratio": 0, "heart_ratio": 0.5, "spade_ratio": 0.25,
        "suits": 3, "ranks": 3, "moves": 4, "safe_moves": 0, "least_stuck_after_move": 1, "distant_leaves": 0,
    }  # fmt: skip
    assert {name: found[name] for name in expected} == expected
    assert found["rank_deviation"] == pytest.approx(1.9202863)


@pytest.mark.plain
def test_a_single_stack_has_all_features() -> None:
    found = features(boaf.Board("-- KS"))
    assert found["spanning_trees"] == found["connected"] == found["islands"] == found["kings"] == 1
    assert found["node_connectivity"] == found["max_degree"] == found["nw1"] == found["rank_deviation"] == 0


def test_spanning_trees_are_exact_for_one_board_and_rounded_once_for_many() -> None:
    one_suit = boaf.Board("AH 2H 3H 4H / 5H 6H 7H 8H / 9H TH JH QH / KH -- -- --")
    assert features(one_suit)["spanning_trees"] == 13**11
    ranks = " ".join(rank + suit for rank in "678" for suit in "CDHS")
    full = boaf.Board(f"{ranks} 5H 9H 4H TH".replace(" ", ""))
    exact = features(full)["spanning_trees"]
    assert isinstance(exact, int)
    assert exact > 1 << 53 or float(exact) == exact
    assert extract(stack([full]), 4, 4, ["spanning_trees"])[0, 0] == float(exact)


def test_names_choose_and_order_the_columns() -> None:
    cards = random_boards(np.arange(5000), 16)
    everything = extract(cards, 4, 4)
    assert everything.shape == (5000, len(FEATURES))
    for names in (["nw2", "stacks", "nw1"], list(ARAKI), ["safe_moves"], []):
        columns = [list(FEATURES).index(name) for name in names]
        np.testing.assert_array_equal(extract(cards, 4, 4, names), everything[:, columns])
    np.testing.assert_array_equal(extract(cards, 4, 4, threads=1), everything)
    assert (len(ARAKI_GRAPH), len(ARAKI_CARD), len(ARAKI)) == (9, 16, 25)


def test_the_docs_name_every_feature() -> None:
    page = (Path(__file__).parents[2] / "docs" / "data.md").read_text()
    assert [name for name in FEATURES if f"`{name}`" not in page] == []


def test_wrong_names_and_shapes_are_refused() -> None:
    cards = random_boards(np.arange(2), 16)
    with pytest.raises(BoafError, match="unknown feature 'colour'"):
        extract(cards, 4, 4, ["colour"])
    with pytest.raises(BoafError, match="holds no 4 × 5 boards"):
        extract(cards, 4, 5)
    assert extract(cards[:0], 4, 4, ["nw1"]).shape == (0, 1)


def test_001s_program_on_its_test_set() -> None:
    """47 of 47 unsolvable and 29,925 of 29,953 solvable deals of the seeds 70,001 … 100,000."""
    cards = draw_deals(np.arange(70_001, 100_001), 16)
    trees, nw1, nw2 = extract(cards, 4, 4, ["spanning_trees", "nw1", "nw2"]).T
    called_unsolvable = (trees == 0) | ((nw2 >= 37) & (nw1 > 75))
    solvable = boaf.solve_many(cards).solvable
    assert (int((~solvable & called_unsolvable).sum()), int((~solvable).sum())) == (47, 47)
    assert (int((solvable & ~called_unsolvable).sum()), int(solvable.sum())) == (29_925, 29_953)


def test_001s_ranges_on_its_training_set() -> None:
    """Means of 71.7 and 10.7; eight connected unsolvable deals, and two that the paper takes for solvable."""
    trees, nw1, nw2 = extract(draw_deals(np.arange(1, 70_001), 16), 4, 4, ["spanning_trees", "nw1", "nw2"]).T
    assert (round(nw1.mean(), 1), round(nw2.mean(), 1)) == (71.7, 10.7)
    assert int((trees == 0).sum()) == 135
    known = np.array([1163, 6727, 12226, 24555, 25482, 38711, 45088, 59481])
    assert (nw1[known - 1].min(), nw1[known - 1].max()) == (76, 82)
    assert (nw2[known - 1].min(), nw2[known - 1].max()) == (37, 56)
    for seed in (63135, 68943):
        proof = boaf.explain(boaf.deal(seed)).proof
        assert proof is not None
        assert proof.reason == "cut-edge"
