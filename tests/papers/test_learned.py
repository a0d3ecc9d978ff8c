"""The searches of Kucharski et al. (2019), against the authors' logs."""

import numpy as np
import pytest

import boaf
from boaf.kernel.dealing import draw_deals
from boaf.solvers.contract import Verdict
from boaf.support.errors import BoafError
from boaf_papers.kucharski_et_al import searches
from boaf_papers.kucharski_et_al.logs import DEPTH_FIRST, EQUATION, NETWORK, SEEDS
from boaf_papers.kucharski_et_al.models import counts_of, inputs_of
from boaf_papers.kucharski_et_al.searches import depth_first, nodes_in_one_run, search_all
from boaf_papers.kucharski_et_al.tables import AT_16, PLAIN, logs
from tests.papers.tiny import TINY


def test_the_first_rows_of_the_log_are_exact() -> None:
    assert DEPTH_FIRST[0] == 102_567
    few = [k for k, nodes in enumerate(DEPTH_FIRST) if nodes < 2_000][:25]
    boards = draw_deals(np.array([SEEDS[k] for k in few]), 16)
    assert [one.nodes for one in search_all(boards, {}, 1 << 40)] == [DEPTH_FIRST[k] for k in few]


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
    with pytest.raises(BoafError, match="takes 4 × 4 boards, not 2 × 2"):
        boaf.solve(boaf.deal(0, 2, 2), depth_first)


def test_children_made_one_by_one_are_those_of_the_batch() -> None:
    boards = [board.tobytes() for board in draw_deals(np.arange(20), 16)]
    orders = {16: lambda cards: np.zeros(len(cards))}
    assert searches._expand(boards, orders) == searches._expand(boards, {})
    scored = searches._expand(boards, {16: lambda cards: cards[:, 0].astype(float)})
    assert [sorted(some) for some in scored] == [sorted(some) for some in searches._expand(boards, {})]
    assert all(some == sorted(some, key=lambda board: -board[0]) for some in scored)


def test_the_order_of_a_batch_changes_no_search() -> None:
    boards = draw_deals(np.array([3, 4, 5, 6]), 16)
    orders = {stacks: lambda cards: np.sum(cards == 255, axis=1) - cards[:, 0] / 256 for stacks in range(2, 17)}
    together = search_all(boards, orders, 1_000)
    assert together == [search_all(board[None], orders, 1_000)[0] for board in boards]


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
