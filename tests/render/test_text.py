import boaf
from boaf.board import Board


def test_a_board_is_printed_in_rows_and_columns() -> None:
    assert str(boaf.deal(1264)) == "2H  3D  KD  3H\n4D  AH  TS  6D\n3C  4H  KC  9S\nKH  AC  6C  2C"


def test_a_stack_shows_its_height() -> None:
    board = Board("7H 6C / -- 6H")
    board.push("7H-6C")
    assert str(board) == "--  7H(2)\n--  6H"
