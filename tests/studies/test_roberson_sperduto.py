"""The studies of Roberson & Sperduto (2019): what is computed is what it is said to be."""

from itertools import combinations

import numpy as np
import pytest

import boaf
import dfs_readings
import lost_deals
import player_readings
import solvable_states
from boaf.board import Board
from boaf.kernel.dealing import cards_of
from boaf.solvers.contract import Limits, Verdict
from boaf.solvers.depth_first import CARDS, REVERSED, Choices, empty_tree
from boaf.solvers.references import oracle as solve_plainly
from boaf.support.progress import Progress
from boaf_papers.framework.quantity import Quantity
from boaf_papers.roberson_sperduto.heuristic import ORDERS, solvable_deals
from boaf_papers.roberson_sperduto.heuristic import _plain_dfs as plain_dfs
from boaf_papers.roberson_sperduto.player import PRINTED_WINS
from study_runner import plans_of


def _nobody(_units: int) -> None:
    """A progress that shows nothing."""


NOBODY: Progress = _nobody


def plain_nodes(board: Board, order: int, *, lone: bool, repeats: bool, parts: bool, birds: bool = False) -> int:
    """The nodes of the depth-first search, by the rules alone."""
    seen: set[str] = set()
    nodes = 0
    pending = [board.text(tops_only=True)]
    while pending:
        text = pending.pop()
        found = Board(text)
        if found.is_solved:
            return nodes
        stacks = {cell: top for cell, top in enumerate(found.tops) if top}
        by_card = {(a, b) for a, b in combinations(stacks, 2) if stacks[a].matches(stacks[b])}
        in_line = {(a, b) for a, b in combinations(stacks, 2) if a // 4 == b // 4 or a % 4 == b % 4}
        alone = any(not any(cell in pair for pair in in_line) for cell in stacks)
        cut_off = alone if lone else parts_of(stacks, in_line) > 1
        has_bird = any(not any(cell in pair for pair in by_card) for cell in stacks)
        if (has_bird if birds else parts_of(stacks, by_card) > 1) or (parts and cut_off):
            continue
        if text in seen:
            nodes += repeats
            continue
        seen.add(text)
        nodes += 1
        children = []
        for move in found.legal_moves:
            child = found.copy()
            child.push(move)
            children.append(child.text(tops_only=True))
        pending += children if order == REVERSED else children[::-1]
    raise AssertionError("the board is unsolvable")


def parts_of(cells: dict[int, object], pairs: set[tuple[int, int]]) -> int:
    part = {cell: cell for cell in cells}
    for a, b in pairs:
        old, new = part[a], part[b]
        part = {cell: new if own == old else own for cell, own in part.items()}
    return len(set(part.values()))


@pytest.mark.thorough  # compiled by Numba
@pytest.mark.parametrize("order", ORDERS.values())
@pytest.mark.parametrize("rules", dfs_readings.READINGS.values(), ids=dfs_readings.READINGS)
def test_the_readings_of_dfs_count_what_they_say(order: int, rules: dict[str, bool]) -> None:
    deals = 6  # all of them solvable
    boards = solvable_deals(deals)
    tree = empty_tree(4, 4, Choices(drop=CARDS, order=order, count_all=False))
    nodes = np.array(
        [dfs_readings._nodes_until_solved(board, tree, dfs_readings.Rules(**rules), 1_000_000) for board in boards]
    )
    assert nodes.sum() == dfs_readings._read_dfs(NOBODY, deals, 1_000_000, order, **rules)["nodes"]
    easiest = int(nodes.argmin())
    assert nodes[easiest] == plain_nodes(boaf.deal(easiest), order, **rules)


@pytest.mark.thorough  # compiled by Numba
def test_the_search_of_table_1_is_the_one_without_other_readings() -> None:
    rules = {"lone": False, "repeats": False, "parts": True}
    for order in ORDERS.values():
        ours = dfs_readings._read_dfs(NOBODY, 30, 1_000_000, order, **rules)
        assert ours == plain_dfs(NOBODY, 30, 1_000_000, order)


def test_boards_in_one_line_are_recognised() -> None:
    texts = {
        "7H -- 6C -- / -- -- -- -- / -- -- -- -- / -- -- -- --": True,
        "-- 7H -- -- / -- -- -- -- / -- 6C -- -- / -- 6H -- --": True,
        "7H 6C -- -- / 6H -- -- -- / -- -- -- -- / -- -- -- --": False,
        "-- -- -- -- / -- 6C -- -- / -- -- -- -- / -- -- -- --": True,
    }
    cards = np.array([cards_of(Board(text)) for text in texts], np.uint8)
    assert solvable_states.in_one_line(cards).tolist() == list(texts.values())


def test_a_line_is_solvable_exactly_when_it_is_connected() -> None:
    for text in ("7H 6C 9S TS", "7H 6C 6D TS", "7H 8C 9D TS", "AH 3H 5C 5H", "AH 3D 5C 7S"):
        board = Board(text)
        cards = {cell: top for cell, top in enumerate(board.tops) if top}
        pairs = {(a, b) for a, b in combinations(cards, 2) if cards[a].matches(cards[b])}
        is_solvable = solve_plainly(board, Limits()).verdict is Verdict.SOLVABLE
        assert is_solvable is (parts_of(dict(cards), pairs) == 1)


@pytest.mark.slow
def test_what_is_said_to_be_solvable_is() -> None:
    found = solvable_states._count_solvable(NOBODY, 8, [5, 7])
    assert found["wrong"] == 0
    assert found["few"][0] <= found["few"][1] <= found["any"][1] <= found["solvable"]
    assert max(found["line"], found["playout"]) <= found["any"][0] <= found["any"][1]


def share(name: str, printed: float, won: int) -> Quantity:
    return Quantity.share(name, printed, won, 500, "500 games")


def test_a_reading_is_judged_at_both_numbers_of_iterations_and_by_the_rise() -> None:
    low, high = (PRINTED_WINS[at] for at in player_readings.READINGS_AT)
    rows = [
        share("as the text has it, 100 iterations", low, 221),
        share("as the text has it, 300 iterations", high, 470),
        share("ties: highest mean, 100 iterations", low, 355),
        share("ties: highest mean, 300 iterations", high, 475),
        share("reward: score, 100 iterations", low, 200),
    ]
    judged = player_readings.judged(rows)
    assert [one.note for one in judged] == [
        "500 games; possible", "500 games; possible", "possible", "500 games; excluded", "500 games; possible",
        "excluded", "500 games; possible", "of 2; as the text has it",
    ]  # fmt: skip
    assert judged[-1].computed == 1
    rise = judged[2]
    assert rise.printed == pytest.approx(0.5029)
    assert rise.interval is not None
    assert rise.interval[0] < rise.computed < rise.interval[1]


def test_the_cells_of_readings_keep_their_names() -> None:
    names = [cell.name for plan in plans_of(player_readings, "small") for cell in plan.cells.values()]
    assert "readings, reward: score, deals 0 to 9800" in names
    assert "readings, reward: score, 300 iterations, deals 0 to 9800" in names


def test_lost_deals_are_compared_with_the_others() -> None:
    lost = [[0.9, 0.001, 2.0], [0.8, 0.002, 3.0], [0.95, 0.0, 1.0]]
    others = [[0.5 + k / 100, 0.01, 8.0] for k in range(20)]
    rows = {one.name: one for one in lost_deals.differences(lost, others)}
    assert rows["deals that are lost now and then, or always"].computed == 3
    difference = rows["score, difference of the medians"]
    assert difference.computed == pytest.approx(0.9 - 0.595)
    assert difference.interval is not None
    assert 0 < difference.interval[0] < difference.computed < difference.interval[1]
    assert rows["solutions, difference of the medians"].computed == -6
    assert not any("difference" in one.name for one in lost_deals.differences([], others))


def test_the_share_of_games_lost_has_an_interval_and_no_row_prints_what_the_paper_does_not() -> None:
    found = [{"seed": 1, "won": 0, "games": 10, "moves": 9, "winning": 1, "solutions": 5}]
    rows = {one.name: one for one in lost_deals.rows_of((1, 2), [248, 14, 1], found)}
    assert rows["deals lost in each of 10 games"].printed is None
    share_lost = rows["share of games lost, at least"]
    assert share_lost.interval is not None
    assert share_lost.interval[0] < share_lost.computed == 1 / 248 < share_lost.interval[1]
