"""Choosing a deal on the page."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

import pytest

import boaf
from boaf.solvers.contract import Verdict
from tests.web.helpers import expect, expect_board, shown

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

Open = Callable[..., "Page"]
MORE = "A number, a text or your own board"


def board_in_address(page: Page) -> boaf.Board:
    values = parse_qs(page.url.partition("#")[2])
    if "board" in values:
        return boaf.Board(values["board"][0])
    rows, cols = (int(values.get(side, ["4"])[0]) for side in ("rows", "cols"))
    return boaf.deal(int(values["deal"][0]), rows, cols)


def test_a_deal_is_chosen_by_its_number_and_size(open_page: Open) -> None:
    page = open_page()
    page.keyboard.press("n")
    page.get_by_label("3 × 3").check()
    page.get_by_text(MORE).click()
    page.get_by_label("Deal number").fill("seven")
    page.keyboard.press("Enter")
    expect(page.locator("#seed-error")).to_have_text("A deal number is a whole number, such as 1264.")
    page.get_by_label("Deal number").fill("-7")
    page.keyboard.press("Enter")
    expect_board(page, boaf.deal(-7, 3, 3))
    assert page.url.endswith("#deal=-7&rows=3&cols=3")
    page.go_back()
    expect_board(page, boaf.deal(1))


def test_a_deal_of_the_requested_difficulty_can_be_won(open_page: Open) -> None:
    page = open_page()
    page.get_by_role("button", name="Choose a deal").click()
    page.get_by_role("radio", name="fair").check()
    page.locator("#choose-winnable button").click()
    expect(page.locator("#choose")).to_be_hidden()
    board = board_in_address(page)
    expect_board(page, board)
    assert boaf.solve(board).verdict is Verdict.SOLVABLE
    expect(page.locator("#deal-difficulty .full")).to_have_count(3)


def test_the_deal_of_the_day_is_that_of_boaf(open_page: Open) -> None:
    page = open_page()
    page.keyboard.press("n")
    page.locator("#choose-daily button").click()
    expect(page.locator("#deal-title")).to_contain_text("Deal of ")
    values = parse_qs(page.url.partition("#")[2])
    puzzle = boaf.daily(date.fromisoformat(values["date"][0]))
    assert values["deal"] == [str(puzzle.seed)]
    assert values["difficulty"] == [str(puzzle.rating.difficulty)]
    title = page.locator("#deal-title").inner_text()
    page.reload()
    expect(page.locator("#deal-title")).to_have_text(title)
    expect(page.locator("#deal-difficulty .full")).to_have_count(puzzle.rating.difficulty)


def test_an_earlier_day_is_chosen_from_the_calendar(open_page: Open) -> None:
    page = open_page()
    page.get_by_role("button", name="Earlier month").click()
    page.locator("button.day").first.click()
    day = parse_qs(page.url.partition("#")[2])["date"][0]
    assert day.endswith("-01")
    assert board_in_address(page) == boaf.daily(date.fromisoformat(day)).board


def test_a_date_that_is_not_the_deals_is_dropped(open_page: Open) -> None:
    page = open_page("deal=5&date=2026-11-16")
    expect(page.locator("#deal-title")).to_have_text("Deal 5")


def test_another_deal_of_the_same_kind_is_one_click_away(open_page: Open) -> None:
    page = open_page()
    page.get_by_role("button", name="New deal").click()
    expect(page.locator("#deal-title")).not_to_have_text("Deal 1")
    assert boaf.solve(board_in_address(page)).verdict is Verdict.SOLVABLE


def test_any_board_may_be_pasted(open_page: Open) -> None:
    page = open_page()
    page.keyboard.press("n")
    page.get_by_text(MORE).click()
    page.get_by_label("Board text").fill("| 7♥ | 6c |\n|    | 10H+6H |")
    page.get_by_role("button", name="Set up").click()
    expect_board(page, boaf.Board("7H 6C / -- TH+6H"))
    expect(page.locator("#deal-title")).to_have_text("Your board")


CARDS = boaf.deal(7).text().replace(" / ", " ")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("text", "board"),
    [
        (CARDS, boaf.deal(7)),
        (CARDS.replace(" ", ""), boaf.deal(7)),
        ("1264", boaf.deal(1264)),
        ("http://somewhere.else/boaf/#deal=9&rows=3&cols=3&date=2026-11-16", boaf.deal(9, 3, 3)),
    ],
    ids=["one line", "no spaces", "number", "link"],
)
def test_what_is_pasted_takes_the_size_that_was_chosen(open_page: Open, text: str, board: boaf.Board) -> None:
    page = open_page()
    page.keyboard.press("n")
    page.get_by_text(MORE).click()
    page.get_by_label("Board text").fill(text)
    page.get_by_role("button", name="Set up").click()
    expect_board(page, board)


@pytest.mark.thorough
def test_a_board_is_laid_card_by_card(open_page: Open) -> None:
    page = open_page()
    page.keyboard.press("n")
    page.get_by_text(MORE).click()
    page.get_by_role("button", name="Lay the cards").click()
    expect(page.get_by_role("button", name="ace of clubs")).to_have_text(shown("AC"))
    page.get_by_role("combobox", name="Rows").select_option("2")
    page.get_by_role("combobox", name="Columns").select_option("2")
    page.get_by_role("button", name="Clear").click()
    page.get_by_role("button", name="seven of hearts").click()
    page.get_by_role("button", name="six of clubs").click()
    page.get_by_role("textbox", name="Row 2, column 2").fill("7h+6d")
    expect(page.locator("#editor-error")).to_have_text(
        f"{shown('7H')} in row 2, column 2 is already in row 1, column 1."
    )
    page.get_by_role("textbox", name="Row 2, column 2").fill("6h+6d")
    page.get_by_role("button", name="Play this board").click()
    expect_board(page, boaf.Board("7H 6C / -- 6H+6D"))


@pytest.mark.parametrize(
    ("text", "said", "marked"),
    [
        ("7H 6C\n3X 2H", "“3X” in row 2: the suit must be C, D, H or S (♣ ♦ ♥ ♠).", "3X"),
        ("7H 6C 5C / 2H 3D", "Row 2 has 2 cells, but row 1 has 3.", "2H 3D"),
        ("7H 6C / 5C 7H", f"{shown('7H')} in row 2, column 2 is already in row 1, column 1.", "7H"),
    ],
)
def test_a_bad_board_is_marked_at_the_place(open_page: Open, text: str, said: str, marked: str) -> None:
    page = open_page()
    page.keyboard.press("n")
    page.get_by_text(MORE).click()
    field = page.get_by_label("Board text")
    field.fill(text)
    page.get_by_role("button", name="Set up").click()
    expect(page.locator("#board-error p")).to_have_text(said)
    expect(page.locator("#board-error mark")).to_have_text(marked)
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    script = "field => [field.value.slice(field.selectionStart, field.selectionEnd), field.selectionStart]"
    assert field.evaluate(script) == [marked, text.rindex(marked)]
    expect(page.locator("#choose")).to_be_visible()
