"""The searches of Kucharski et al. (2019), against the authors' logs."""

from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import boaf
from boaf.kernel.dealing import cards_of, draw_deals
from boaf.solvers.contract import Limits, Verdict
from boaf.solvers.depth_first import search_many
from boaf_papers.kucharski_et_al.logs import DEPTH_FIRST, EQUATION, NETWORK, SEEDS
from boaf_papers.kucharski_et_al.models import EVERYWHERE, LOGISTIC, choices_of, counts_of, fitted, inputs_of
from boaf_papers.kucharski_et_al.searches import PLAIN_CHOICES, depth_first, nodes_in_one_run, ordered_choices
from boaf_papers.kucharski_et_al.solver import MODELS
from boaf_papers.kucharski_et_al.solver import solve as learned
from boaf_papers.kucharski_et_al.tables import AT_16, PLAIN, logs
from tests.papers.tiny import TINY


def test_the_compiled_search_has_the_nodes_of_the_log() -> None:
    found = search_many(draw_deals(np.array(SEEDS), 16), 4, 4, PLAIN_CHOICES, 1 << 40)
    # Deal 34 reaches a board of an earlier deal, which the program still remembers.
    pairs = zip(SEEDS, found.nodes.tolist(), DEPTH_FIRST, strict=True)
    assert [seed for seed, ours, theirs in pairs if ours != theirs] == [34]
    assert found.nodes.sum() == 3_586_026
    assert found.solvable.all()


def test_the_first_rows_of_the_log_are_exact() -> None:
    assert DEPTH_FIRST[0] == 102_567
    few = [k for k, nodes in enumerate(DEPTH_FIRST) if nodes < 2_000][:25]
    boards = draw_deals(np.array([SEEDS[k] for k in few]), 16)
    assert nodes_in_one_run(boards) == [DEPTH_FIRST[k] for k in few]


@pytest.mark.thorough
def test_all_rows_of_the_log_are_exact() -> None:
    nodes = nodes_in_one_run(draw_deals(np.array(SEEDS), 16))
    assert tuple(nodes) == DEPTH_FIRST
    assert sum(nodes) == 3_586_024


def test_the_logs_have_the_published_totals() -> None:
    assert [sum(log) for log in (DEPTH_FIRST, NETWORK, EQUATION)] == [3_586_024, 9_707_097, 17_165_016]
    assert [sorted(log)[49] for log in (DEPTH_FIRST, NETWORK, EQUATION)] == [4_529, 1_107, 1_519]


def test_the_search_is_a_solver() -> None:
    assert boaf.solve(boaf.deal(3), depth_first).nodes == 801
    assert boaf.solve(boaf.deal(3), depth_first, max_nodes=800).verdict is Verdict.UNKNOWN
    assert boaf.solve(boaf.Board("AC 3D -- --/-- -- -- --/-- -- -- --/-- -- -- --"), depth_first).nodes == 1


@pytest.mark.parametrize("model", ["everywhere", "to-8"])
def test_a_search_that_asks_a_model_is_a_solver(model: str) -> None:
    name = MODELS[model]
    board = boaf.deal(5)
    result = boaf.solve(board, learned, model=model, fit_seeds=20)
    assert board.is_solved_by(result.moves)
    cards = cards_of(board)[None]
    assert search_many(cards, 4, 4, choices_of(name, 20, 10), 1 << 40).nodes.tolist() == [result.nodes]


@pytest.mark.parametrize(
    ("board", "options", "message"),
    [
        (boaf.deal(1, 3, 3), {}, "boards of 4 × 4, not 3 × 3"),
        (boaf.deal(1), {"model": "no-such"}, "unknown model 'no-such': choose from everywhere"),
        (boaf.deal(1), {"fit_seeds": 0}, "fit_seeds must be at least 1, not 0"),
    ],
)
def test_a_wrong_option_of_the_searches_is_named(board: boaf.Board, options: dict[str, Any], message: str) -> None:
    with pytest.raises(boaf.BoafError, match=message):
        boaf.solve(board, learned, **options)


def test_a_limit_counts_the_fit() -> None:
    assert learned(boaf.deal(3), Limits(max_seconds=0), fit_seeds=60).verdict == "unknown"
    assert learned(boaf.deal(3), Limits(), fit_seeds=60).verdict == "solvable"


@pytest.mark.slow
def test_the_searches_and_the_new_feature_are_registered_by_name() -> None:
    assert boaf.solve(boaf.deal(3), "learned", fit_seeds=5).solver == "learned"
    # Deal 3 has three queens, and no rank more often.
    assert boaf.features(boaf.deal(3), ["rank_dominance"]) == {"rank_dominance": 3 / 16}


@pytest.mark.parametrize("fewest", [2, 8, 16])
def test_a_search_by_scores_is_the_one_in_plain_python(fewest: int) -> None:
    table = np.random.default_rng(fewest).integers(0, 9, (16, 106, 43, 14, 5)).astype(float)
    choices = ordered_choices(table, fewest)
    for seed in range(3, 9):
        nodes = _plain_nodes(boaf.deal(seed), table, fewest, 300)
        assert search_many(draw_deals(np.array([seed]), 16), 4, 4, choices, 300).nodes.tolist() == [nodes]


def _plain_nodes(board: boaf.Board, table: NDArray[np.float64], fewest: int, most: int) -> int:
    """The nodes of the same search, by the rules of `Board`."""
    pending, seen, nodes = [board], set[str](), 0
    while pending and nodes < most:
        board = pending.pop()
        nodes += 1
        if board.is_solved:
            break
        if (text := "".join(map(str, board.tops))) in seen:
            continue
        seen.add(text)
        children = [board.copy() for _ in board.legal_moves]
        for child, move in zip(children, board.legal_moves, strict=True):
            child.push(move)
        if board.stack_count >= fewest:
            children.sort(key=lambda child: -table[_counts(child)])
        pending += reversed(children)
    return nodes


def _counts(board: boaf.Board) -> tuple[int, ...]:
    tops = _tops(board)
    pairs = sum(one.matches(other) for one, other in combinations(tops, 2))
    of_suits, of_ranks = Counter(card.suit for card in tops), Counter(card.rank for card in tops)
    return len(tops), pairs, len(board.legal_moves) // 2, max(of_suits.values()), max(of_ranks.values())


def test_the_table_has_the_scores_of_the_model() -> None:
    table = choices_of(EVERYWHERE, 40, 1).table
    score = fitted(LOGISTIC, range(2, 17), 40, 1)
    for seed in range(5):
        board = boaf.deal(seed)
        board.push(board.legal_moves[0])
        directed = counts_of(cards_of(board)[None])
        assert table[_counts(board)] == pytest.approx(score(directed)[0], abs=1e-6)


def test_there_are_83_inputs_of_which_six_are_the_features() -> None:
    board = boaf.Board("AC AD -- --/2C -- -- --/-- -- -- --/-- -- -- 9H")
    inputs = inputs_of(counts_of(np.array([[0, 1, 255, 255, 4] + [255] * 10 + [34]], np.uint8)))
    pairs = sum(one.matches(other) for one in _tops(board) for other in _tops(board) if one is not other)
    assert inputs.shape == (1, 83)
    assert inputs[0, :6].tolist() == [pairs / 4, len(board.legal_moves) / 4, len(board.legal_moves), pairs, 2, 2]
    assert inputs[0, -1] == 2.0**3


def _tops(board: boaf.Board) -> list[boaf.Card]:
    return [card for card in board.tops if card is not None]


def test_the_logs_of_the_hybrids_are_explained() -> None:
    from boaf_papers.kucharski_et_al import tables

    plan = logs(next(scale for package, scale in TINY.items() if package.__name__.endswith("kucharski_et_al")))
    found = {name: {"nodes": [10, 20], "stopped": 0} for name in tables.SEARCHES}
    rows = {one.name: one for one in plan.rows(found)}
    assert rows[f"total, {AT_16}"].printed == rows[f"total, {PLAIN}"].printed == sum(DEPTH_FIRST[:2])
    assert "its parent" in rows[f"total, {AT_16}"].note
