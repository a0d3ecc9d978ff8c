"""Play on the page, as a person does, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

import boaf
from boaf.solvers.contract import Verdict
from tests.web.helpers import cell, drag, expect, expect_board, name, played, shown, tap, walk

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.slow

Open = Callable[..., "Page"]
LOSING_DEAL = 2454
"""A deal whose first move can lose it."""


def test_a_deal_is_won_by_dragging(open_page: Open) -> None:
    page = open_page("deal=1", reduced_motion="no-preference")
    board = boaf.deal(1)
    for move in boaf.solve(board).moves:
        drag(page, cell(page, move.source), cell(page, move.target))
        board.push(move)
        page.wait_for_function("text => location.hash.endsWith(text)", arg=str(move))
    expect(page.locator("#outcome-title")).to_have_text("Birds of a feather! ★★★")
    expect(page.locator("#help-answer")).to_have_text("Won without help.")
    expect_board(page, board)
    expect(page.get_by_role("button", name="Play today’s deal").first).to_be_focused()


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
    expect(page.locator("#outcome-title")).to_have_text("Birds of a feather! ★★★")
    expect(page.locator("#live")).to_have_text("You have won in 8 moves. Won without help.")


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
    said = f"{shown('JD')} and {shown('7H')} are not in the same row or column."
    expect(page.locator("#help-answer")).to_have_text(said)
    assert played(page) == []
    expect_board(page, boaf.deal(1))


@pytest.mark.thorough
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
    page.get_by_text("Export", exact=True).click()
    page.get_by_role("button", name="Copy: Link to this position").click()
    expect(page.locator("#toast")).to_have_text("Copied: Link to this position.")
    link = page.evaluate("navigator.clipboard.readText()")
    other = open_page(link.partition("#")[2])
    expect_board(other, board)
    assert played(other) == list(map(str, board.moves))
    page.reload()
    expect_board(page, board)
    page.keyboard.press("Control+z")
    board.pop()
    expect_board(page, board)
    page.reload()
    page.locator("body.is-ready").wait_for()
    page.keyboard.press("y")
    board.push(played(other)[-1])
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
    expect(page.locator("#toast")).to_contain_text(f"Move 2 of the link, {shown('JD-7H')}, is not legal")
    expect_board(page, board)


def test_a_link_with_something_that_is_no_move_says_so(open_page: Open) -> None:
    page = open_page("deal=1&moves=7H-7C.XX-YY")
    expect(page.locator("#toast")).to_contain_text("“XX-YY” in the link is not a move")
    assert played(page) == ["7H-7C"]


def test_a_link_of_a_size_that_is_not_shown_is_refused(open_page: Open) -> None:
    page = open_page("deal=5&rows=8&cols=6")
    expect(page.locator("#toast")).to_contain_text("Here is the deal of the day instead.")


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
    page.get_by_role("button", name="Which card?").click()
    expect(answer).to_have_text(re.compile(r"It can be won with \w+.+\."))
    expect(page.locator("[data-mark='hint-from']")).to_have_count(1)
    expect(page.locator("[data-mark='hint-to']")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator("[data-mark='hint-to']")).to_have_count(1)
    play = page.locator("#help-actions button")
    move = next(move for move in board.legal_moves if shown(move) in play.inner_text().replace("\n", ""))
    play.focus()
    page.keyboard.press("Enter")
    board.push(move)
    expect_board(page, board)
    assert page.evaluate("document.activeElement.matches('.cell')"), "the focus goes to the board"
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
    board.push(third)
    page.keyboard.press("h")
    expect(page.locator("#help-answer")).to_have_text(f"No, this cannot be won. Move 2, {shown(bad)}, lost it.")
    page.get_by_role("button", name="Why?").click()
    mattered = page.locator("#mattered")
    expect(mattered.locator("figcaption").first).to_have_text(f"{shown(bad)}: lost")
    expect(mattered.locator("figcaption").nth(1)).to_contain_text("kept it winnable")
    assert len(played(page)) == 3, "a look at the reason does not change the game"
    mattered.get_by_role("button", name="Back to before move 2").click()
    board.pop()
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
    expect(page.locator("#help-answer")).to_contain_text(f"{board.stack_count} stacks.")
    expect(page.locator("#help-answer")).to_contain_text(f"Move {lost_at}, {shown(board.moves[lost_at - 1])}, lost it")
    marks = page.locator(".record-move").evaluate_all("all => all.map((move) => move.dataset.verdict)")
    assert marks == ["solvable"] * (lost_at - 1) + ["unsolvable"] * (len(board.moves) - lost_at + 1)
    page.get_by_role("button", name=f"Back to before move {lost_at}").click()
    expect(page.locator("#said")).to_be_hidden()
    assert played(page) == [str(move) for move in board.moves[: lost_at - 1]]


def test_a_deal_without_a_solution_is_called_so(open_page: Open) -> None:
    page = open_page("deal=1264")
    page.keyboard.press("h")
    expect(page.locator("#help-answer")).to_contain_text("No. This board cannot be won.")


def test_an_answer_about_an_older_position_is_never_shown(open_page: Open) -> None:
    page = open_page("deal=1", routed=True)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/difficulty.json", hold)
    page.keyboard.press("a")
    with page.expect_request("**/difficulty.json"):
        page.locator("#section-rating summary").first.click()
    page.evaluate("location.hash = 'deal=1264&analyse=rating'")
    expect(page.locator("#verdict")).to_contain_text("cannot be won")
    held[0].continue_()
    expect(page.locator("#rating")).to_contain_text("Only a board that can be won has a difficulty.")
    expect(page.locator("#rating .feathers")).to_have_count(0)


@pytest.mark.thorough
def test_a_file_that_does_not_load_is_asked_for_again(open_page: Open) -> None:
    said = "The solver could not be loaded."
    page = open_page("deal=1&rows=3&cols=3&analyse=on", expected="Failed to load resource", routed=True)
    page.route("**/players.wasm", lambda route: route.abort())
    page.locator("#section-rating summary").first.click()
    expect(page.locator("#rating")).to_contain_text(said)
    board = boaf.deal(1, 3, 3)
    tap(page, board.legal_moves[0])
    board.push(board.legal_moves[0])
    expect_board(page, board)
    expect(page.locator("#rating").get_by_role("button", name="Ask again")).to_be_visible()
    page.unroute("**/players.wasm")
    page.locator("#rating").get_by_role("button", name="Ask again").click()
    expect(page.locator("#rating .feathers, #rating .note")).to_be_visible()
    expect(page.locator("#rating")).not_to_contain_text(said)


def test_the_position_may_change_during_a_drag(open_page: Open) -> None:
    page = open_page("deal=1&moves=7H-7C")
    for key in "ur":
        box = cell(page, boaf.Board("JD").tops[0]).bounding_box()  # type: ignore[arg-type]
        assert box
        page.mouse.move(box["x"] + 30, box["y"] + 30)
        page.mouse.down()
        page.mouse.move(box["x"] + 200, box["y"] + 30, steps=3)
        page.keyboard.press(key)
        page.mouse.up()
        expect(page.locator(".ghost")).to_have_count(0)
        page.keyboard.press("y")
    assert played(page) == ["7H-7C"]
    expect(page.locator(".is-over")).to_have_count(0)


def test_moves_are_announced(open_page: Open) -> None:
    page = open_page("deal=1")
    board = boaf.deal(1)
    move = board.legal_moves[0]
    tap(page, move)
    board.push(move)
    text = f"{name(move.source)} tops a stack of 2. 15 stacks left, {len(board.legal_moves)} legal moves."
    expect(page.locator("#live")).to_have_text(text)
