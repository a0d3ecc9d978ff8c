from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import boaf
from boaf.kernel.dealing import cards_of, draw_deals
from boaf.learn import extract, load, suspects
from boaf.support.errors import BoafError


def test_a_batch_answers_as_solve_does() -> None:
    seeds = [*range(20), 104, 1163, 1264, -1, 2**31 + 5]
    batch = boaf.solve_many(seeds, solutions=True)
    for index, seed in enumerate(seeds):
        board = boaf.deal(seed)
        single = boaf.solve(board)
        assert batch.verdict(index) is single.verdict
        assert batch.nodes[index] == single.nodes
        assert batch.moves(index, board) == single.moves


def test_the_number_of_threads_changes_nothing() -> None:
    one, two = (boaf.solve_many(range(2500), threads=threads, solutions=True) for threads in (1, 2))
    assert np.array_equal(one.statuses, two.statuses)
    assert np.array_equal(one.nodes, two.nodes)
    assert np.array_equal(one.steps, two.steps)


def test_boards_and_card_numbers_are_taken_too() -> None:
    boards = [boaf.random_board(seed) for seed in range(50)]
    from_boards = boaf.solve_many(boards)
    from_cards = boaf.solve_many(np.stack([cards_of(board) for board in boards]))
    assert np.array_equal(from_boards.statuses, from_cards.statuses)
    assert [from_boards.verdict(k) for k in range(len(boards))] == [boaf.solve(board).verdict for board in boards]


def test_every_solution_of_a_batch_replays() -> None:
    batch = boaf.solve_many(range(300), solutions=True)
    for seed in range(300):
        board = boaf.deal(seed)
        moves = batch.moves(seed, board)
        for move in moves:
            board.push(move)
        assert board.is_solved == batch.solvable[seed]


def test_progress_counts_every_board() -> None:
    seen: list[int] = []
    boaf.solve_many(range(2300), progress=seen.append)
    assert sum(seen) == 2300


def test_a_limit_leaves_boards_unknown() -> None:
    batch = boaf.solve_many(range(30), max_nodes=5)
    assert not batch.solvable.any()
    assert (batch.nodes <= 5).all()
    assert boaf.solve_many([104], max_nodes=3100).unknown.tolist() == [True]


def test_larger_tables_change_no_verdict() -> None:
    six, seven = (boaf.solve_many(range(500), tables=tables) for tables in (6, 7))
    assert np.array_equal(six.statuses, seven.statuses)


def test_no_boards_give_no_answers() -> None:
    assert len(boaf.solve_many([])) == 0


def test_a_wrong_shape_is_refused() -> None:
    with pytest.raises(BoafError, match="a board is 2 × 2, not 4 × 4"):
        boaf.solve_many([boaf.deal(1, 2, 2)])
    with pytest.raises(BoafError, match=r"shape \(3, 9\) holds no 4 × 4 boards"):
        boaf.solve_many(np.zeros((3, 9), np.uint8))
    with pytest.raises(BoafError, match="has 64 cells"):
        boaf.solve_many(range(3), 8, 8)


def test_a_batch_knows_its_seeds_and_is_a_data_frame() -> None:
    batch = boaf.solve_many(range(5, 15))
    assert batch.seeds is not None
    assert batch.seeds[batch.unsolvable].tolist() == [10]
    frame = batch.to_frame()
    assert frame.columns == ["seed", "verdict", "nodes"]
    assert frame.filter(frame["verdict"] == "unsolvable")["seed"].to_list() == [10]
    assert boaf.solve_many([boaf.deal(10)]).to_frame().columns == ["verdict", "nodes"]
    assert "<td>unsolvable<td>1" in batch._repr_html_()


def test_seeds_of_any_size_are_deals() -> None:
    assert boaf.solve_many([10 + 2**80, 11]).unsolvable.tolist() == [True, False]


@pytest.mark.parametrize("boards", [["10"], [1.5], ["2H 3D"]])
def test_what_is_no_board_and_no_seed_is_refused(boards: list[object]) -> None:
    with pytest.raises(BoafError, match="seeds are integers"):
        boaf.solve_many(boards)  # type: ignore[arg-type]


def test_solve_says_how_to_make_a_board() -> None:
    with pytest.raises(BoafError, match=r"expected a Board, not int: boaf.deal\(1\) makes one"):
        boaf.solve(1)  # type: ignore[arg-type]
    with pytest.raises(BoafError, match=r"expected a Board, not str: boaf.read_board\('1'\) makes one"):
        boaf.solve("1")  # type: ignore[arg-type]


NO_BOARDS = {
    "holds 99: cards are 0 to 51": np.full((1, 16), 99),
    "holds 300": np.full((1, 16), 300),
    "holds -5": np.full((1, 16), -5),
    "board 2 of the array holds card 3, AS, twice": np.vstack([np.arange(32).reshape(2, 16), np.full(16, 3)]),
    "holds no card": np.full((1, 16), 255),
    "an array of integers, not one of float64": np.full((1, 16), np.nan),
    "an array of integers, not one of bool": np.zeros((1, 16), np.bool_),
    r"shape \(1, 4, 4\) holds no 4 × 4 boards": np.arange(16).reshape(1, 4, 4),
}
"""Arrays that hold no boards, by what is said of them."""


@pytest.mark.parametrize(("message", "cards"), NO_BOARDS.items())
def test_an_array_that_holds_no_boards_is_refused(message: str, cards: NDArray[Any]) -> None:
    for ask in (
        boaf.solve_many,
        lambda cards: extract(cards, 4, 4),
        lambda cards: load("linear-H").probability(cards, 4, 4),
        suspects,
    ):
        with pytest.raises(BoafError, match=message):
            ask(cards)


def test_the_board_that_is_wrong_is_named_wherever_it_is() -> None:
    cards = draw_deals(np.arange(10_000), 16)
    for number in (0, 4095, 4096, 9999):
        spoiled = cards.copy()
        spoiled[number, 15] = spoiled[number, 0]
        with pytest.raises(BoafError, match=rf"board {number} of the array holds card \d+, .., twice"):
            boaf.solve_many(spoiled)


@pytest.mark.parametrize("kind", [np.uint8, np.int8, np.int64, np.uint64])
def test_card_numbers_may_be_integers_of_any_kind(kind: type[np.integer]) -> None:
    cards = draw_deals(np.arange(30), 16)
    assert np.array_equal(boaf.solve_many(cards.astype(kind)).statuses, boaf.solve_many(cards).statuses)
    assert np.array_equal(extract(cards.astype(kind), 4, 4, ["nw1"]), extract(cards, 4, 4, ["nw1"]))


@pytest.mark.parametrize("boards", [5, {1, 2}, (seed for seed in range(3)), None, np.array(5)])
def test_what_has_no_length_or_no_order_is_refused(boards: Any) -> None:
    with pytest.raises(BoafError, match="expected seeds, as in range"):
        boaf.solve_many(boards)


def test_a_list_holds_boards_or_seeds_and_not_both() -> None:
    with pytest.raises(BoafError, match=r"expected a Board, not int: boaf.deal\(3\) makes one"):
        boaf.solve_many([boaf.deal(1), 3])  # type: ignore[list-item]
    with pytest.raises(BoafError, match="seeds are integers"):
        boaf.solve_many([3, boaf.deal(1)])  # type: ignore[list-item]
    with pytest.raises(BoafError, match="seeds are integers"):
        boaf.solve_many([[0, 1, 2, 3]], 2, 2)  # type: ignore[list-item]


@pytest.mark.parametrize("exponent", [12, 30])
def test_there_are_no_more_seeds_than_deals(exponent: int) -> None:
    with pytest.raises(BoafError, match=r"only 2\^31 = 2,147,483,648 numbered deals"):
        boaf.solve_many(range(10**exponent))


def test_the_codes_of_a_batch_are_those_that_it_says() -> None:
    batch = boaf.solve_many([10, 1, 104], max_nodes=3100)
    assert [batch.verdict(k) for k in range(3)] == ["unsolvable", "solvable", "unknown"]
    assert batch.statuses.tolist() == [0, 1, 2]
