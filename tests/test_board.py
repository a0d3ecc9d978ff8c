import pytest
from hypothesis import given
from hypothesis import strategies as st

import boaf
from boaf.board import Board, Move, parse_moves
from boaf.cards import Card
from boaf.support.errors import BoafError, IllegalMoveError, ParseError
from boaf_papers.hoshino_notarangelo.examples import SOLUTION as TABLE_1_SOLUTION
from boaf_papers.hoshino_notarangelo.examples import TABLE_1, TABLE_4

LATIN_SQUARE = """
8C | 8H | 8S | 7S
6H | JH | 5H | 9H
5C | 7C | KS | 4S
2D | TS | QS | 3D
"""
LATIN_SQUARE_SOLUTION = "3D-2D 4S-7S 5C-8C 4S-5C 4S-3D QS-KS 8S-QS 4S-TS 7C-8H 6H-JH 9H-5H 8S-9H 7C-6H 8S-7C 4S-8S"

seeds = st.integers(0, 10**6)


def mid_game(seed: int) -> Board:
    """A board with stacks of several cards: some moves played from a deal."""
    board = boaf.deal(seed)
    for turn in range(seed % 12):
        moves = board.legal_moves
        if moves:
            board.push(moves[(seed + 7 * turn) % len(moves)])
    return Board(board.text())


@pytest.mark.parametrize(("text", "solution"), [(TABLE_1, TABLE_1_SOLUTION), (LATIN_SQUARE, LATIN_SQUARE_SOLUTION)])
def test_the_papers_solutions_replay(text: str, solution: str) -> None:
    board = Board(text)
    moves = parse_moves(solution)
    assert len(moves) == 15
    for move in moves:
        board.push(move)
    assert board.is_solved
    assert board.score == 256


def test_the_first_nine_moves_give_table_3() -> None:
    board = Board(TABLE_1)
    for move in parse_moves(TABLE_1_SOLUTION)[:9]:
        board.push(move)
    assert board.text(tops_only=True) == "JD 2D -- QC / 5D -- -- -- / KD KC -- -- / AD -- -- --"


def test_the_orthogonal_latin_square_has_no_move() -> None:
    board = Board(TABLE_4)
    assert board.legal_moves == []
    assert board.is_over
    assert not board.is_solved
    assert board.score == 16


def test_legal_moves_come_row_by_row_then_column_by_column() -> None:
    moves = [str(move) for move in Board("7H 6C 6D / -- 6H --").legal_moves]
    assert moves == ["7H-6C", "6C-7H", "7H-6D", "6D-7H", "6C-6D", "6D-6C", "6C-6H", "6H-6C"]


@given(seeds)
def test_legal_moves_are_exactly_what_the_rules_allow(seed: int) -> None:
    board = mid_game(seed)
    tops = [card for card in board.tops if card is not None]
    allowed = {Move(one, other) for one in tops for other in tops if board.is_legal(Move(one, other))}
    assert set(board.legal_moves) == allowed
    assert len(board.legal_moves) == len(allowed)
    assert board.is_over is (not allowed)


@given(seeds)
def test_what_is_pushed_can_be_popped(seed: int) -> None:
    board = mid_game(seed)
    before = board.copy()
    for move in before.legal_moves:
        board.push(move)
        assert board.stack_count == before.stack_count - 1
        assert board.score > before.score
        assert board.peek() == move
        assert board != before
        assert board.pop() == move
        assert board == before
        assert hash(board) == hash(before)
        assert board.moves == ()


@given(seeds)
def test_a_board_reads_back_as_written(seed: int) -> None:
    board = mid_game(seed)
    assert Board(board.text()) == board
    assert eval(repr(board)) == board
    assert Board(board.text(tops_only=True)).tops == board.tops


def test_a_stack_keeps_its_cards() -> None:
    board = Board("7H 6C / -- 6H")
    board.push("7H-6C")
    assert repr(board) == 'Board("-- 7H+6C / -- 6H")'
    board.push("6H-7H")
    assert board.stacks[1] == (Card.parse("6H"), Card.parse("7H"), Card.parse("6C"))
    assert board.is_solved
    assert board.score == 9
    board.pop()
    assert repr(board) == 'Board("-- 7H+6C / -- 6H")'


def test_a_copy_is_independent() -> None:
    board = Board(TABLE_1)
    twin = board.copy()
    twin.push("7H-6C")
    assert board == Board(TABLE_1)
    twin.pop()
    assert twin == board


@pytest.mark.parametrize(
    "text",
    [
        "2H 3D / KD --",
        "2H 3D/KD --",
        "2h 3d\nkd --\n",
        "| 2H | 3D |\n| KD |    |",
        "2H | 3D / KD | --",
        "2H3DKD--",
        "2♥ 3♦ / K♦ --",
        "2.3 3.2 / 13.2 --",
    ],
)
def test_a_board_may_be_written_in_several_ways(text: str) -> None:
    assert Board(text) == Board("2H 3D / KD --")


def test_a_run_of_cells_takes_its_shape_from_rows_and_columns() -> None:
    assert Board("2H3DKD--4C5C", rows=2).text() == "2H 3D KD / -- 4C 5C"
    assert Board("2H3DKD--4C5C", cols=2).text() == "2H 3D / KD -- / 4C 5C"
    with pytest.raises(ParseError, match="6 cells in one run"):
        Board("2H3DKD--4C5C")


def test_cards_of_a_large_deck_are_written_alike() -> None:
    board = Board("57.51 2.1 / -- 57.52")
    assert board.text() == "57.51 2.1 / -- 57.52"
    assert eval(repr(board)) == board
    assert [str(move) for move in board.legal_moves] == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2H 3D KD 3H / 4D AH TS", "row 2 has 3 cells, row 1 has 4"),
        ("2H XY / 3D 4D", "card 'XY' in row 1: rank must be one of A23456789TJQK"),
        ("2H 3D / 3Z 4D", "card '3Z' in row 2: suit must be one of CDHS"),
        ("2H 3D / 4D 2H", "card 2H in row 2, column 2 is already in row 1, column 1"),
        ("2H+3D 3D", "card 3D in row 1, column 2 is already in row 1, column 1"),
        ("", "the board is empty: at least one cell must hold a card"),
        ("-- -- / -- --", "the board is empty: at least one cell must hold a card"),
        ("/".join(["2H -- -- -- -- -- -- --"] + ["-- -- -- -- -- -- -- --"] * 6),
         "a 7 × 8 board has 56 cells; the deck fills at most 52"),
    ],
)  # fmt: skip
def test_a_wrong_board_is_described(text: str, message: str) -> None:
    with pytest.raises(ParseError) as error:
        Board(text)
    assert str(error.value) == message


def test_a_parse_error_knows_its_place() -> None:
    with pytest.raises(ParseError) as error:
        Board("2H 3D / 4D XY")
    assert (error.value.row, error.value.column) == (2, 2)


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("2H 3D / 4D XY", "XY"),
        ("2H 3D\n4D 3D+5C", "3D+5C"),
        ("  | 2H | 3D |\n  |    | XY |", "XY"),
        ("|2H||3D|\n| 4D| XYZ ||\n", "XYZ"),
        ("2H 3D KD 3H /  4D AH TS ", "4D AH TS"),
        ("/ 2H 3D / 4D|5C|6C /", "4D|5C|6C"),
        ("2H3DXY--", "XY"),
        (" 2H3DKD ", "2H3DKD"),
        ("-- -- / -- --", None),
        ("", None),
    ],
)
def test_a_parse_error_knows_the_characters_it_is_about(text: str, marked: str | None) -> None:
    with pytest.raises(ParseError) as error:
        Board(text)
    start, end = error.value.start, error.value.end
    assert (None if start is None or end is None else text[start:end]) == marked


def test_a_board_of_another_shape_than_asked_for_is_refused() -> None:
    with pytest.raises(ParseError, match="the board has 1 row, not 2"):
        Board("2H 3D", rows=2)


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("7H-2C", "7H-2C: 2C is not the top card of a stack"),
        ("7H-6H", "7H-6H: 7H and 6H share neither a row nor a column"),
        ("6C-9D", "6C-9D: 6C and 9D share no suit and their ranks are not neighbours"),
        ("6C-6C", "6C-6C: a stack cannot move onto itself"),
    ],
)
def test_an_illegal_move_is_explained(move: str, message: str) -> None:
    board = Board("7H 6C 9D / -- 6H --")
    with pytest.raises(IllegalMoveError) as error:
        board.push(move)
    assert str(error.value) == message
    assert not board.is_legal(move)


@pytest.mark.parametrize("text", ["7H", "7H 6C", "7H-6C-5C", "7H-", "7H-6C nonsense"])
def test_a_text_that_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(ParseError):
        parse_moves(text)


def test_there_is_nothing_to_take_back_at_the_start() -> None:
    with pytest.raises(BoafError, match="no move to take back"):
        Board("2H").pop()
    with pytest.raises(BoafError, match="no move has been played"):
        Board("2H").peek()


def test_one_stack_is_a_solved_board() -> None:
    assert Board("2H --").is_solved
    assert Board("2H --").is_over


def is_solved_by_playing(board: Board, moves: list[Move]) -> bool:
    replay = board.copy()
    try:
        for move in moves:
            replay.push(move)
    except IllegalMoveError:
        return False
    return replay.is_solved


@given(seeds, st.data())
def test_moves_solve_a_board_if_playing_them_does(seed: int, data: st.DataObject) -> None:
    board = boaf.deal(seed)
    moves = list(boaf.solve(board).moves)
    assert board.is_solved_by(moves) == bool(moves)
    if moves:
        first, second = (data.draw(st.integers(0, len(moves) - 1)) for _ in range(2))
        swapped = moves.copy()
        swapped[first], swapped[second] = swapped[second], swapped[first]
        turned = [*moves[:first], Move(moves[first].target, moves[first].source), *moves[first + 1 :]]
        onto_itself = [*moves[:first], Move(moves[first].source, moves[first].source), *moves[first:]]
        for changed in (swapped, turned, onto_itself, moves[:first] + moves[first + 1 :], moves[first:], moves + moves):
            assert board.is_solved_by(changed) == is_solved_by_playing(board, changed)
