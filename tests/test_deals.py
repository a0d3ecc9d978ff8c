import pytest
from hypothesis import given
from hypothesis import strategies as st

import boaf
from boaf.deals import SEEDS, SplitMix64
from boaf.support.errors import BoafError, ParseError
from boaf_papers.hoshino_notarangelo.examples import NUMBERED

PRINTED = {
    **dict(NUMBERED.values()),
    0: "TH 5H KS TC / 6S AC TS 6C / 6H QD 4S JD / JS 3C 5D 3S",
    1: "JD 2D 9H JC / 5D 7H 7C 5H / KD KC 9S 5S / AD QC KH 3H",
    -1: "9S 2H 7C 5H / 4C 6D 3D 4S / JH TC TD QS / 3S KH 8D JC",
}


@pytest.mark.parametrize(("seed", "board"), PRINTED.items())
def test_numbered_deals_are_those_of_the_papers(seed: int, board: str) -> None:
    assert boaf.deal(seed).text() == board


@given(st.integers(-(10**12), 10**12))
def test_seeds_repeat_after_two_to_the_31(seed: int) -> None:
    assert boaf.deal(seed) == boaf.deal(seed + SEEDS)


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (2, 3), (5, 5), (7, 7), (4, 13), (13, 4), (1, 52)])
def test_a_deal_fills_any_board_row_by_row(rows: int, cols: int) -> None:
    board = boaf.deal(1, rows, cols)
    assert (board.rows, board.cols, board.stack_count) == (rows, cols, rows * cols)
    longest = boaf.deal(1, 1, 52)
    assert board.tops == longest.tops[: rows * cols]


@pytest.mark.parametrize(("rows", "cols"), [(0, 4), (4, 0), (-1, 4), (8, 7), (1, 53)])
def test_a_board_that_the_deck_cannot_fill_is_refused(rows: int, cols: int) -> None:
    for make in (boaf.deal, boaf.random_deal, boaf.random_board):
        with pytest.raises(BoafError):
            make(1, rows, cols)


def test_the_generator_is_splitmix64() -> None:
    random = SplitMix64(1234567)
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]
    assert [random.next() for _ in range(4)] == published


def test_random_boards_are_the_same_for_ever() -> None:
    assert boaf.random_deal(7).text() == "6C AC QD 8C / 6D 3S QS 4H / 2D 5D 2C TS / TC 9D 9C KS"
    assert boaf.random_board(7).text() == "-- 8D AC -- / -- -- QD -- / 4S 6D -- 3S / 6H -- -- --"


def test_random_boards_have_every_number_of_stacks() -> None:
    assert {boaf.random_board(seed).stack_count for seed in range(400)} == set(range(1, 17))
    assert {boaf.random_board(seed, stacks=9).stack_count for seed in range(20)} == {9}
    with pytest.raises(BoafError, match="holds 1 to 16 stacks, not 17"):
        boaf.random_board(1, stacks=17)


def test_random_deals_come_from_any_deck() -> None:
    deck = boaf.Deck(suits=10, ranks=10)
    board = boaf.random_deal(3, 10, 10, deck)
    assert set(board.tops) == set(deck)


def test_a_seed_and_a_board_text_are_read() -> None:
    assert boaf.read_board(" 1264 ") == boaf.deal(1264)
    assert boaf.read_board("-7", 5, 6) == boaf.deal(-7, 5, 6)
    assert boaf.read_board("7H 6C / -- 6H") == boaf.Board("7H 6C / -- 6H")
    for wrong in ("seven", "1264 5", "7H 6C / 6H", "9" * 5000):
        with pytest.raises(ParseError):
            boaf.read_board(wrong)
    with pytest.raises(ParseError, match="the board has 2 rows, not 3"):
        boaf.read_board("7H 6C / -- 6H", rows=3)


def test_a_wrong_type_is_told_the_remedy() -> None:
    with pytest.raises(BoafError, match=r"boaf.deal takes a number, not 'x': boaf.read_board reads a text"):
        boaf.deal("x")  # type: ignore[arg-type]
    for read in (boaf.read_board, boaf.Board):
        with pytest.raises(BoafError, match=r"not 1264: boaf.deal makes numbered deals"):
            read(1264)  # type: ignore[operator]
