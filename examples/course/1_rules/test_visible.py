"""Unit 1: tests to show to students."""

BOARD = [["7H", "6C"], [None, "6H"]]


def test_a_seven_matches_a_six_and_its_own_suit(student):
    assert student.match("7H", "6C")
    assert student.match("7H", "2H")
    assert not student.match("7H", "5C")


def test_moves_go_along_rows_and_columns(student):
    assert student.legal_moves(BOARD) == {("7H", "6C"), ("6C", "7H"), ("6C", "6H"), ("6H", "6C")}


def test_flocks_of_a_small_board(student):
    assert student.odd_birds([["7H", "2C"], ["7S", "KD"]]) == {"2C", "KD"}
    assert student.flocks([["7H", "2C"], ["7S", "KD"]]) == {
        frozenset({"7H", "7S"}),
        frozenset({"2C"}),
        frozenset({"KD"}),
    }
