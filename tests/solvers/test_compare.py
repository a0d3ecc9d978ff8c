import pytest

import boaf
from boaf.solvers.compare import compare
from boaf.support.errors import BoafError


def test_solvers_are_compared_by_number_of_stacks() -> None:
    boards = [boaf.random_board(seed, stacks=stacks) for stacks in (4, 7) for seed in range(6)]
    found = compare(boards, ["compatible", "endgame"])
    assert [(row.stacks, row.solver, row.boards) for row in found.rows] == [
        (4, "compatible", 6), (4, "endgame", 6), (7, "compatible", 6), (7, "endgame", 6),
    ]  # fmt: skip
    assert all(row.decided == row.agreement == 1 for row in found.rows)
    nodes = [result.nodes for result in found.results["compatible"][:6]]
    assert found.rows[0].mean_nodes == pytest.approx(sum(nodes) / 6)


def test_limits_leave_boards_undecided() -> None:
    (row,) = compare([boaf.deal(1)], ["compatible"], max_nodes=5).rows
    assert (row.decided, row.agreement) == (0, None)
    assert row.mean_nodes == 5


def test_welch_tests_compare_every_two_solvers() -> None:
    boards = [boaf.random_board(seed, stacks=9) for seed in range(40)]
    tests = compare(boards, ["constrained", "compatible", "endgame"]).welch_tests()
    assert len(tests) == 6
    nodes = next(test for test in tests if (test.measure, test.one, test.other) == ("nodes", "constrained", "endgame"))
    assert nodes.t is not None
    assert nodes.p is not None
    assert nodes.t > 0
    assert 0 <= nodes.p <= 1


def test_there_is_no_welch_test_of_too_few_or_equal_values() -> None:
    one_board = compare([boaf.deal(1)], ["compatible", "endgame"]).welch_tests()
    assert [(test.t, test.p) for test in one_board] == [(None, None)] * 2
    same_board = compare([boaf.deal(1)] * 3, ["compatible", "endgame"]).welch_tests()
    assert (same_board[0].measure, same_board[0].t) == ("nodes", None)


def test_equal_values_of_one_solver_are_tested_in_silence(recwarn: pytest.WarningsRecorder) -> None:
    tests = compare([boaf.deal(seed) for seed in range(5)], ["compatible", "endgame"]).welch_tests()
    assert tests[0].t is not None
    assert not recwarn.list


def test_a_comparison_needs_boards_and_known_solvers() -> None:
    with pytest.raises(BoafError, match="no boards"):
        compare([], ["endgame"])
    with pytest.raises(BoafError, match="unknown solver"):
        compare([boaf.deal(1)], ["magic"])
    with pytest.raises(BoafError, match="named twice"):
        compare([boaf.deal(1)], ["endgame", "endgame"])
