from itertools import product

import pytest

from boaf.reduction.drat import check_drat
from boaf.reduction.sat_solver import decide
from boaf.support.errors import ParseError

pytestmark = pytest.mark.plain
ALL_ON_TWO = [(1, 2), (1, -2), (-1, 2), (-1, -2)]


def test_a_proof_by_one_learned_clause_is_accepted():
    assert check_drat(ALL_ON_TWO, ["1 0", "0"]).accepted


def test_a_formula_that_unit_propagation_refutes_needs_no_step():
    assert check_drat([(1,), (-1, 2), (-2,)], []).accepted


def test_a_step_that_does_not_follow_is_refused():
    check = check_drat([(1, 2), (-1, 3)], ["3 0", "0"])
    assert not check.accepted
    assert check.reason == "line 1 of the proof, 3 0, does not follow by unit propagation"


def test_the_empty_clause_must_follow_too():
    check = check_drat(ALL_ON_TWO, ["0"])
    assert not check.accepted
    assert check.reason == "line 1 of the proof, 0, does not follow by unit propagation"
    assert not check_drat(ALL_ON_TWO[:3], ["1 0", "0"]).accepted


def test_a_proof_must_end_in_a_contradiction():
    check = check_drat(ALL_ON_TWO[:3], ["1 0"])
    assert not check.accepted
    assert check.reason == "every step follows, but they lead to no contradiction"


def test_a_deleted_clause_cannot_be_used():
    assert check_drat([*ALL_ON_TWO, (3, 4)], ["d 3 4 0", "1 0", "0"]).accepted
    assert not check_drat(ALL_ON_TWO, ["d 1 -2 0", "1 0", "0"]).accepted


@pytest.mark.parametrize("line", ["1 2", "1 x 0", "1 0 2 0", ""])
def test_a_line_that_is_no_clause_is_refused(line):
    with pytest.raises(ParseError, match="line 1 of the proof"):
        check_drat(ALL_ON_TWO, [line])


def test_no_proof_is_accepted_for_a_satisfiable_formula():
    clauses = [clause for clause in product((1, -1), (2, -2), (3, -3)) if clause != (1, 2, 3)]
    other = decide(product((1, -1), (2, -2), (3, -3)), with_proof=True)
    assert other.proof
    assert not check_drat(clauses, other.proof).accepted


def test_pigeons_do_not_fit():
    holes, pigeons = range(4), range(5)
    at = {place: number for number, place in enumerate(product(pigeons, holes), 1)}
    clauses = [[at[pigeon, hole] for hole in holes] for pigeon in pigeons]
    clauses += [[-at[one, hole], -at[two, hole]] for hole in holes for one in pigeons for two in pigeons if one < two]
    answer = decide(clauses, with_proof=True)
    assert answer.satisfiable is False
    assert check_drat(clauses, answer.proof).accepted


def test_large_numbers_take_no_more_memory():
    far = 10**17
    assert check_drat([(far, 2), (far, -2), (-far, 2), (-far, -2)], [f"{far} 0", "0"]).accepted


@pytest.mark.parametrize("line", ["1" * 400 + " 0", "１ 0", "1_0 0", "0x1 0", "+1 0"])
def test_a_number_in_another_form_is_refused(line):
    with pytest.raises(ParseError, match="line 1 of the proof is not a clause"):
        check_drat([(1,)], [line])
