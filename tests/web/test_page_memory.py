"""What the page remembers, teaches and hands on."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

import pytest

import boaf
from tests.web.helpers import cell, expect, expect_board, follow, played, tap

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

Open = Callable[..., "Page"]


def stored(page: Page, key: str) -> Any:
    return page.evaluate("key => JSON.parse(localStorage.getItem(key))", key)


def results(page: Page) -> dict[str, Any]:
    """The records of all deals, by their start."""
    script = """Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith("boaf-result:"))
        .map(([key, value]) => [key.slice(12), JSON.parse(value)]))"""
    found: dict[str, Any] = page.evaluate(script)
    return found


def win(page: Page, board: boaf.Board) -> None:
    for move in boaf.solve(board).moves:
        tap(page, move)
    expect(page.locator("#stacks-left")).to_have_text("1")


def test_the_first_visit_teaches_the_rules(open_page: Open, address: str) -> None:
    page = open_page("")
    expect(page.locator("#deal-title")).to_have_text("How to play")
    expect(page.locator("#help-answer")).to_contain_text("Bring all cards into one stack.")
    for unseen in ("#new-deal", "#hint", "#record", "#today"):
        expect(page.locator(unseen)).to_be_hidden()
    reasons = set()
    while page.locator("#outcome-title").is_hidden():
        reasons.add(page.locator("#help-answer").inner_text().split(", ")[-1])
        page.locator("[data-mark='hint-from']").click()
        page.locator("[data-mark='hint-to']").click()
    assert reasons == {"same suit.", "same rank.", "next rank."}
    expect(page.locator("#outcome-title")).to_have_text("Your first win!")
    page.get_by_role("button", name="Play today’s deal", exact=True).click()
    expect(page.locator("#deal-title")).to_contain_text("Deal of ")
    assert results(page) == {}, "a lesson is no game"
    page.goto("about:blank")
    page.goto(address)
    expect(page.locator("#deal-title")).to_contain_text("Deal of ")


def test_a_wrong_turn_in_the_lesson_is_explained(open_page: Open) -> None:
    page = open_page("learn")
    tap(page, boaf.Move.parse("3H-9H"))
    expect(page.locator("#help-answer")).to_contain_text("cannot all come together")
    page.get_by_role("button", name="Take it back").click()
    expect(page.locator("#help-answer")).to_contain_text("Bring all cards into one stack.")


def test_wins_are_counted_as_what_they_are(open_page: Open) -> None:
    first, second, third = [seed for seed in range(2, 20) if boaf.solve(boaf.deal(seed, 3, 3)).moves][:3]
    page = open_page(f"deal={first}&rows=3&cols=3")
    win(page, boaf.deal(first, 3, 3))
    expect(page.locator("#statistics")).to_contain_text(re.compile(r"played\s*1"))
    expect(page.locator("#statistics")).to_contain_text(re.compile(r"won without help\s*1"))
    moves = boaf.solve(boaf.deal(second, 3, 3)).moves
    follow(page, f"deal={second}&rows=3&cols=3&moves={'.'.join(map(str, moves[:-1]))}")
    tap(page, moves[-1])
    expect(page.locator("#outcome-title")).to_have_text("One stack is left")
    expect(page.locator("#statistics")).to_contain_text("1 finished from a shared position")
    follow(page, f"deal={third}&rows=3&cols=3")
    page.keyboard.press("h")
    expect(page.locator("#help-answer")).to_contain_text("can still be won")
    win(page, boaf.deal(third, 3, 3))
    expect(page.locator("#help-answer")).to_contain_text("Won with 1 hint.")
    expect(page.locator("#statistics")).to_contain_text(re.compile(r"won with hints\s*1"))


@pytest.mark.thorough
def test_days_in_a_row_are_counted(open_page: Open) -> None:
    page = open_page("deal=1")
    today = date.fromisoformat(page.evaluate("new Date().toLocaleDateString('sv')"))
    older = {}
    for ago, by in ((1, "you"), (2, "hints"), (3, "machine"), (4, "you")):
        day = (today - timedelta(ago)).isoformat()
        older[f"deal={ago}"] = {"date": day, "won": day, "by": by, "begun": True, "difficulty": 2}
    script = """older => {
        localStorage.removeItem("boaf-version");
        localStorage.setItem("boaf-results", JSON.stringify(older));
    }"""
    page.evaluate(script, older)  # as the first version of the page stored them
    page.reload()
    expect(page.locator("#streak")).to_have_text("2 days in a row.")
    assert set(results(page)) == set(older)
    puzzle = boaf.daily(today)
    page.get_by_role("button", name="Play today’s deal").first.click()
    win(page, puzzle.board)
    expect(page.locator("#streak")).to_have_text("3 days in a row.")
    expect(page.locator("#help-answer")).to_contain_text("3 days in a row. The next one comes in")
    expect(page.locator(f"#day-{today}")).to_have_attribute("data-state", "you")
    expect(page.locator(f"#day-{today}")).to_have_accessible_name(re.compile("won without help, 3 stars"))


@pytest.mark.thorough
def test_two_tabs_share_settings_and_results(open_page: Open, address: str) -> None:
    page = open_page("deal=1", color_scheme="light")
    other = page.context.new_page()
    other.goto(f"{address}#deal=2&rows=3&cols=3")
    other.locator("body.is-ready").wait_for()
    other.get_by_role("button", name="Settings").click()
    other.get_by_label("Dark", exact=True).check()
    page.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
    tap(page, boaf.deal(1).legal_moves[0])
    assert stored(page, "boaf")["theme"] == "dark"
    other.keyboard.press("Escape")
    tap(other, boaf.deal(2, 3, 3).legal_moves[0])
    assert set(results(page)) == {"deal=1", "deal=2&rows=3&cols=3"}


@pytest.mark.parametrize(
    "rubbish",
    [
        {"boaf": {"theme": 7, "size": 7}, "boaf-game": {"fragment": 5}, "boaf-result:deal=1": 3},
        {"boaf": {"constructor": 1, "__proto__": 2}, "boaf-result:deal=2": {"constructor": 1, "toString": [1]}},
        {"boaf": [1], "boaf-game": {"fragment": "deal=3", "ahead": 5, "makers": [5]}, "boaf-result:a": {"by": 1}},
    ],
)
def test_what_was_stored_is_checked(open_page: Open, address: str, rubbish: dict[str, Any]) -> None:
    page = open_page("deal=1")
    for key, value in rubbish.items():
        page.evaluate("([key, value]) => localStorage.setItem(key, value)", [key, json.dumps(value)])
    page.goto("about:blank")
    page.goto(address)
    page.locator("body.is-ready").wait_for()
    if page.locator("#new-deal").is_hidden():
        page.get_by_role("button", name="Skip", exact=True).click()
    page.keyboard.press("n")
    page.locator("#choose-winnable button").click()
    expect(page.locator("#choose")).to_be_hidden()
    expect(page.locator("#grid .cell")).to_have_count(16)


def test_the_focus_stays_on_the_page(open_page: Open) -> None:
    page = open_page("deal=1&moves=7H-7C")
    for name in ("Undo", "Redo", "Restart"):
        page.get_by_role("button", name=name).focus()
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.activeElement.matches('.cell')")


def test_the_next_target_is_one_key_away(open_page: Open) -> None:
    page = open_page("deal=1")
    card = boaf.deal(1).tops[0]
    assert card
    cell(page, card).click()
    for _ in range(2):
        page.keyboard.press("t")
        assert page.evaluate("document.activeElement.classList.contains('is-target')")


def test_the_game_is_shared_and_exported(open_page: Open) -> None:
    page = open_page("deal=2&rows=3&cols=3&difficulty=2", permissions=["clipboard-read", "clipboard-write"])
    board = boaf.deal(2, 3, 3)
    move = boaf.solve(board).moves[0]
    tap(page, move)
    board.push(move)
    page.get_by_role("button", name="Share").click()

    def shown(title: str) -> str:
        return page.get_by_role("group", name=title, exact=True).inner_text()

    assert "Can you bring all cards together?" in shown("Text")
    assert played(page)[0] not in shown("Text")
    page.get_by_text("Export", exact=True).click()
    assert shown("Link to this position") == page.url
    assert shown("Command line") == f'boaf analyze "{board.text()}"'
    assert boaf.Board(shown("Board")) == boaf.Board(board.text())
    assert shown("Moves") == f"1. {move}"
    page.get_by_role("button", name="Show a solution").click()
    for line in shown("Solution from here").splitlines():
        number, text = line.split(". ")
        assert int(number) == len(board.moves) + 1
        board.push(text)
    assert board.is_solved
    for kind, first in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        with page.expect_download() as download:
            page.get_by_role("button", name=kind, exact=True).click()
        assert download.value.path().read_bytes().startswith(first)


def test_the_time_is_shown_on_demand(open_page: Open) -> None:
    page = open_page("deal=1&rows=3&cols=3")
    expect(page.locator("#clock")).to_be_hidden()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Show the time").check()
    page.keyboard.press("Escape")
    tap(page, boaf.deal(1, 3, 3).legal_moves[0])
    expect(page.locator("#clock")).to_have_text(re.compile(r"0:0[1-9]"))


def test_paper_shows_the_board_and_the_moves(open_page: Open) -> None:
    page = open_page("deal=1&moves=7H-7C")
    page.emulate_media(media="print")
    for seen in ("#grid", "#record", "#deal-title"):
        expect(page.locator(seen)).to_be_visible()
    for unseen in (".bar", ".toolbar", "#today"):
        expect(page.locator(unseen)).to_be_hidden()
    board = boaf.deal(1)
    board.push("7H-7C")
    expect_board(page, board)
