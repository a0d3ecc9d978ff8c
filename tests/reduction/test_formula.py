import pytest

from boaf.reduction.formula import Formula, parse_dimacs, require_clauses
from boaf.support.errors import BoafError, ParseError

GOOD = "c a comment\np cnf 4 2\n1 -2 4 0 2\n 3 -4 0\n"


def test_clauses_may_run_over_lines():
    assert parse_dimacs(GOOD) == Formula(4, ((1, -2, 4), (2, 3, -4)))


def test_a_formula_is_read_back_from_its_own_text():
    formula = parse_dimacs(GOOD)
    assert parse_dimacs(formula.to_dimacs()) == formula


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "the file has no line 'p cnf VARIABLES CLAUSES'"),
        ("1 2 3 0\n", "line 1: '1' appears before the line 'p cnf VARIABLES CLAUSES'"),
        ("p cnf 3\n", "line 1: write it as 'p cnf VARIABLES CLAUSES', such as 'p cnf 4 7'"),
        ("p cnf 3 -1\n", "line 1: write it as 'p cnf VARIABLES CLAUSES', such as 'p cnf 4 7'"),
        ("p sat 3 1\n", "line 1: write it as 'p cnf VARIABLES CLAUSES', such as 'p cnf 4 7'"),
        ("p cnf 3 1\np cnf 3 1\n", "line 2: a second 'p cnf' line"),
        ("p cnf 3 1\n1 2 x 0\n", "line 2: 'x' is not a literal, which is a number such as 3 or -3"),
        ("p cnf 3 1\n1 2 --3 0\n", "line 2: '--3' is not a literal, which is a number such as 3 or -3"),
        ("p cnf 3 1\n1 2 4 0\n", "line 2: literal 4, but the 'p cnf' line promises 3 variables"),
        ("p cnf 3 1\n1 2 3\n", "clause 1 is not ended by 0"),
        ("p cnf 3 2\n1 2 3 0\n", "the 'p cnf' line promises 2 clauses, the file has 1"),
    ],
)
def test_malformed_dimacs_is_refused_with_one_clear_line(text, complaint):
    with pytest.raises(ParseError) as error:
        parse_dimacs(text)
    assert str(error.value) == complaint


@pytest.mark.parametrize(
    ("clauses", "complaint"),
    [
        ([], "the formula has no clauses: the construction needs at least one"),
        ([(1, 2)], "clause 1 has 2 literals: the construction takes clauses of three"),
        ([(1, 2, 3), (1,)], "clause 2 has 1 literal: the construction takes clauses of three"),
        ([()], "clause 1 has 0 literals: the construction takes clauses of three"),
        ([(1, 2, -1)], "clause 1 is a tautology, it holds both 1 and -1: leave it out"),
        ([(1, 2, 2)], "clause 1 holds 2 twice: its literals must be of different variables"),
        ([(1, 2, 5)], "clause 1 holds 5: the variables are 1 … 4"),
        ([(1, 2, 0)], "clause 1 holds 0: the variables are 1 … 4"),
    ],
)
def test_only_clauses_on_three_variables_are_taken(clauses, complaint):
    with pytest.raises(BoafError) as error:
        require_clauses(Formula(4, tuple(clauses)), 3, 3)
    assert str(error.value) == complaint
