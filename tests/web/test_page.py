"""Play on the page, as a person does, in a real browser."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

import boaf
from boaf.solvers.result import Verdict
from tests.web.helpers import cell, drag, expect_board, name, played, tap, walk

pytestmark = pytest.mark.slow

Open = Callable[..., Page]
LOSING_DEAL = 2454
"""A deal whose first move can lose it."""


def test_a_deal_is_won_by_dragging(open_page: Open) -> None:
    page = open_page("deal=1", reduced_motion="no-preference")
    board = boaf.deal(1)
    for move in boaf.solve(board).moves:
        drag(page, cell(page, move.source), cell(page, move.target))
        board.push(move)
        page.wait_for_function("text => location.hash.endsWith(text)", arg=str(move))
    expect(page.locator("#outcome-title")).to_have_text("Birds of a feather!")
    expect(page.locator("#outcome-score")).to_have_text("All 16 cards in one stack: 256 points.")
    expect_board(page, board)
    expect(page.get_by_role("button", name="Next deal")).to_be_focused()


def test_a_deal_is_won_with_the_keyboard(open_page: Open) -> None:
    page = open_page("deal=2&rows=3&cols=3")
    board = boaf.deal(2, 3, 3)
    page.locator("[data-cell='0']").focus()
    for move in boaf.solve(board).moves:
        walk(page, board.cell_of(move.source), 3)
        page.keyboard.press("Enter")
        expect(cell(page, move.source)).to_have_attribute("aria-selected", "true")
        walk(page, board.cell_of(move.target), 3)
        page.keyboard.press("Enter")
        board.push(move)
    expect(page.locator("#outcome-title")).to_have_text("Birds of a feather!")
    expect(page.locator("#live")).to_have_text("You have won in 8 moves, 81 points.")


def test_only_legal_targets_light_up(open_page: Open) -> None:
    page = open_page("deal=1")
    board = boaf.deal(1)
    card = board.tops[5]
    assert card
    cell(page, card).click()
    targets = {board.cell_of(move.target) for move in board.legal_moves if move.source == card}
    lit = page.locator(".cell.is-target").evaluate_all("cells => cells.map(cell => Number(cell.dataset.cell))")
    assert set(lit) == targets
    page.keyboard.press("Escape")
    expect(page.locator(".cell.is-target")).to_have_count(0)


def test_a_drag_to_an_illegal_target_says_why_not(open_page: Open) -> None:
    page = open_page("deal=1")
    drag(page, page.locator("[data-cell='0']"), page.locator("[data-cell='5']"))
    expect(page.locator("#toast")).to_have_text("Not there: JD and 7H share neither a row nor a column.")
    assert played(page) == []
    expect_board(page, boaf.deal(1))


def test_undo_redo_and_restart_know_no_limit(open_page: Open) -> None:
    page = open_page("deal=1")
    board = boaf.deal(1)
    moves = boaf.solve(board).moves[:5]
    for move in moves:
        tap(page, move)
        board.push(move)
    expect_board(page, board)
    for key in "uuu":
        page.keyboard.press(key)
        board.pop()
    expect_board(page, board)
    page.get_by_role("button", name="Redo").click()
    page.keyboard.press("y")
    page.keyboard.press("y")
    for move in moves[2:]:
        board.push(move)
    expect_board(page, board)
    page.keyboard.press("r")
    expect_board(page, boaf.deal(1))
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    for _ in moves:
        page.get_by_role("button", name="Redo").click()
    expect_board(page, board)


def test_a_link_shares_the_position_and_a_reload_keeps_it(open_page: Open) -> None:
    page = open_page("deal=1", permissions=["clipboard-read", "clipboard-write"])
    board = boaf.deal(1)
    for move in boaf.solve(board).moves[:3]:
        tap(page, move)
        board.push(move)
    page.get_by_role("button", name="Share").click()
    expect(page.locator("#toast")).to_have_text("Link to this position copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    other = open_page(link.partition("#")[2])
    expect_board(other, board)
    assert played(other) == list(map(str, board.moves))
    page.reload()
    expect_board(page, board)
    page.keyboard.press("u")
    board.pop()
    expect_board(page, board)


def test_the_game_is_found_again_without_a_link(open_page: Open, address: str) -> None:
    page = open_page("deal=5&rows=3&cols=4")
    board = boaf.deal(5, 3, 4)
    move = board.legal_moves[0]
    tap(page, move)
    board.push(move)
    expect(page.locator("#score")).to_have_text(str(board.score))
    page.goto("about:blank")
    page.goto(address)
    expect_board(page, board)


def test_a_link_with_an_illegal_move_shows_the_position_before_it(open_page: Open) -> None:
    page = open_page("deal=1&moves=7H-7C.JD-7H")
    board = boaf.deal(1)
    board.push("7H-7C")
    expect(page.locator("#toast")).to_contain_text("Move 2 of the link, JD-7H, is not legal")
    expect_board(page, board)


def test_a_link_may_hold_any_board(open_page: Open) -> None:
    page = open_page("board=7H%2B6D+6C+/+--+6H&moves=7H-6C")
    board = boaf.Board("7H+6D 6C / -- 6H")
    board.push("7H-6C")
    expect_board(page, board)


def test_help_comes_in_three_steps_and_leads_to_the_win(open_page: Open) -> None:
    page = open_page(f"deal={LOSING_DEAL}")
    board = boaf.deal(LOSING_DEAL)
    answer = page.locator("#help-answer")
    page.keyboard.press("h")
    expect(answer).to_have_text("Yes, this can still be won.")
    page.keyboard.press("h")
    expect(answer).to_have_text(re.compile(r"It can be won with the \w+ of \w+\."))
    expect(page.locator("[data-mark='hint-from']")).to_have_count(1)
    expect(page.locator("[data-mark='hint-to']")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator("[data-mark='hint-to']")).to_have_count(1)
    play = page.get_by_role("button", name=re.compile("^Play "))
    move = play.inner_text().removeprefix("Play ")
    play.click()
    board.push(move)
    expect_board(page, board)
    assert boaf.solve(board).verdict is Verdict.SOLVABLE
    expect(page.locator("[data-mark]")).to_have_count(0)


def test_a_lost_position_is_told_with_the_way_back(open_page: Open) -> None:
    board = boaf.deal(LOSING_DEAL)
    good = next(move for move, verdict in boaf.analyze(board).moves if verdict is Verdict.SOLVABLE)
    board.push(good)
    bad = next(move for move, verdict in boaf.analyze(board).moves if verdict is Verdict.UNSOLVABLE)
    page = open_page(f"deal={LOSING_DEAL}")
    tap(page, good)
    tap(page, bad)
    board.push(bad)
    third = board.legal_moves[0]
    tap(page, third)
    page.keyboard.press("h")
    expect(page.locator("#help-answer")).to_have_text(f"No, this cannot be won. Move 2, {bad}, lost it.")
    page.get_by_role("button", name="Back to before move 2").click()
    board.pop()
    expect_board(page, board)
    assert played(page) == [str(good)]


def test_who_is_stuck_is_told_since_when_it_was_lost(open_page: Open) -> None:
    board = boaf.deal(LOSING_DEAL)
    page = open_page(f"deal={LOSING_DEAL}")
    lost_at = 0
    while not board.is_over:
        fates = boaf.analyze(board).moves
        move = next((move for move, verdict in fates if verdict is Verdict.UNSOLVABLE), fates[0][0])
        tap(page, move)
        board.push(move)
        if not lost_at and boaf.solve(board).verdict is Verdict.UNSOLVABLE:
            lost_at = len(board.moves)
    assert lost_at
    expect(page.locator("#outcome-title")).to_have_text("No move is left")
    expect(page.locator("#outcome-score")).to_contain_text(f"{board.score} of 256 points")
    expect(page.locator("#outcome-lost")).to_contain_text(f"Move {lost_at}, {board.moves[lost_at - 1]}, lost it")
    page.get_by_role("button", name=f"Back to before move {lost_at}").click()
    expect(page.locator("#outcome")).to_be_hidden()
    assert played(page) == [str(move) for move in board.moves[: lost_at - 1]]


def test_a_deal_without_a_solution_is_called_so(open_page: Open) -> None:
    page = open_page("deal=1264")
    page.keyboard.press("h")
    expect(page.locator("#help-answer")).to_contain_text("No. This board cannot be won.")


def test_an_answer_about_an_older_position_is_never_shown(open_page: Open) -> None:
    page = open_page("deal=1", expected="ERR_ABORTED", routed=True)
    held: list[Route] = []
    page.route("**/api/solve", lambda route: held.append(route))  # noqa: PLW0108 Playwright counts its parameters
    page.get_by_role("button", name="Which move?").click()
    expect(page.locator("#help-answer")).to_have_text("Asking the solver …")
    tap(page, boaf.deal(1).legal_moves[0])
    assert len(held) == 1
    held[0].fulfill(json={"verdict": "solvable", "moves": ["JD-2D"], "nodes": 1, "seconds": 0.0})
    page.unroute("**/api/solve")
    expect(page.locator("#help-answer")).to_have_text("The exact solver answers. It never guesses.")
    page.keyboard.press("h")
    expect(page.locator("#help-answer")).to_have_text("Yes, this can still be won.")


@pytest.mark.parametrize(
    ("status", "said"), [(503, "The server is busy: ask again."), (None, "The server does not answer.")]
)
def test_play_goes_on_without_the_server_and_the_page_says_so(open_page: Open, status: int | None, said: str) -> None:
    page = open_page("deal=1", expected="Failed to load resource", routed=True)

    def refuse(route: Route) -> None:
        route.fulfill(status=status, json={"error": "the server is busy: ask again"}) if status else route.abort()

    page.route("**/api/**", refuse)
    page.keyboard.press("h")
    expect(page.locator("#help-answer")).to_contain_text(said)
    board = boaf.deal(1)
    move = board.legal_moves[0]
    tap(page, move)
    board.push(move)
    expect_board(page, board)
    page.keyboard.press("h")
    expect(page.locator("#help-answer")).to_contain_text(said)
    page.unroute("**/api/**")
    page.get_by_role("button", name="Ask again").click()
    expect(page.locator("#help-answer")).to_contain_text("can")
    expect(page.locator("#help-answer")).not_to_contain_text(said)


def test_an_undecided_board_is_called_undecided(open_page: Open) -> None:
    page = open_page("deal=1", routed=True)
    page.route("**/api/solve", lambda route: route.fulfill(json={"verdict": "unknown", "moves": []}))
    page.keyboard.press("h")
    expect(page.locator("#help-answer")).to_contain_text("It may or may not be winnable.")


def test_moves_are_announced(open_page: Open) -> None:
    page = open_page("deal=1")
    board = boaf.deal(1)
    move = board.legal_moves[0]
    tap(page, move)
    board.push(move)
    text = f"{name(move.source)} tops a stack of 2. 15 stacks left, {len(board.legal_moves)} legal moves."
    expect(page.locator("#live")).to_have_text(text)
