"""The page fits every screen, and everyone can use it."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import permutations
from typing import TYPE_CHECKING

import pytest

import boaf
from tests.web.helpers import cell, expect, expect_board, tap

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

Open = Callable[..., "Page"]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SCREENS = {
    "narrow phone": (320, 640),
    "phone": (390, 844),
    "small phone": (360, 640),
    "phone on its side": (844, 390),
    "tablet": (820, 1180),
    "small laptop": (1240, 720),
    "laptop": (1440, 900),
    "desktop": (1920, 1080),
    "wide": (2560, 1440),
}


def test_a_deal_is_won_by_taps_on_a_phone(open_page: Open) -> None:
    page = open_page("deal=2&rows=3&cols=3", **PHONE)
    board = boaf.deal(2, 3, 3)
    for move in boaf.solve(board).moves:
        tap(page, move)
        board.push(move)
        expect_board(page, board)
    expect(page.locator("#outcome-title")).to_be_in_viewport()


SHAPES = ((2, 2), (2, 3), (3, 4), (4, 4), (4, 6), (5, 7), (6, 7), (7, 7), (4, 13), (13, 4))
PARTS = ".bar, .status, .strip, .felt, .toolbar, .record, .side > .panel"


@pytest.mark.parametrize("one_in", [3, pytest.param(1, marks=pytest.mark.thorough)])
def test_every_size_fits_every_screen_and_covers_nothing(open_page: Open, one_in: int) -> None:
    page = open_page()
    script = """parts => {
        const shown = [...document.querySelectorAll(parts)].map((part) => [part, part.getBoundingClientRect()])
            .filter(([part, rect]) => rect.width > 0 && part.checkVisibility());
        const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 &&
            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;
        const cells = [...document.querySelectorAll(".cell")].map((cell) => cell.getBoundingClientRect());
        return {
            overflow: document.documentElement.scrollWidth - innerWidth,
            left: Math.min(...cells.map((rect) => rect.left)),
            right: innerWidth - Math.max(...cells.map((rect) => rect.right)),
            bottom: innerHeight - Math.max(...cells.map((rect) => rect.bottom)),
            smallest: Math.min(...cells.flatMap((rect) => [rect.width, rect.height])),
            over: shown.flatMap(([one, a], k) => shown.slice(k + 1).filter(([, b]) => meet(a, b))
                .map(([other]) => `${one.className} and ${other.className}`)),
        };
    }"""
    for number, (name, (width, height)) in enumerate(SCREENS.items()):
        page.set_viewport_size({"width": width, "height": height})
        for rows, cols in SHAPES[number % one_in :: one_in]:
            page.evaluate("fragment => { location.hash = fragment; }", f"deal=1&rows={rows}&cols={cols}")
            page.wait_for_function("count => document.querySelectorAll('.cell').length === count", arg=rows * cols)
            found = page.evaluate(script, PARTS)
            where = f"{rows} × {cols} on a {name}: {found}"
            assert found["over"] == [], where
            assert found["overflow"] <= 0, where
            assert min(found["left"], found["right"]) >= 0, where
            assert found["smallest"] >= (20 if name == "narrow phone" else 24), where
            assert found["bottom"] >= 0 or ("phone" in name and (name == "phone on its side" or rows == 13)), where


def test_the_lesson_fits_every_screen(open_page: Open) -> None:
    page = open_page("")
    script = """() => [".strip", ".felt", ".toolbar"].map((part) => {
        const rect = document.querySelector(part).getBoundingClientRect();
        return [rect.left, rect.top, rect.right, rect.bottom];
    })"""
    for name, (width, height) in SCREENS.items():
        page.set_viewport_size({"width": width, "height": height})
        for (left, top, right, bottom), other in permutations(page.evaluate(script), 2):
            assert min(left, top) >= 0, name
            assert right <= width, name
            assert bottom <= height, name
            assert min(right, other[2]) <= max(left, other[0]) or min(bottom, other[3]) <= max(top, other[1]), name


def test_the_theme_can_be_chosen_and_stays(open_page: Open) -> None:
    page = open_page(color_scheme="light")
    colour = "() => getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(colour)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Dark", exact=True).check()
    dark = page.evaluate(colour)
    assert dark != light
    page.reload()
    page.locator("body.is-ready").wait_for()
    assert page.evaluate(colour) == dark
    page.emulate_media(color_scheme="dark")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Light", exact=True).check()
    assert page.evaluate(colour) == light


def test_suits_have_four_colours_or_two(open_page: Open) -> None:
    page = open_page()
    script = """() => {
        const cards = [...document.querySelectorAll("#grid .card")];
        return new Set(cards.map((card) => getComputedStyle(card).color)).size;
    }"""
    assert page.evaluate(script) == 4
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Four-colour suits").uncheck()
    assert page.evaluate(script) == 2


def test_single_keys_can_be_switched_off(open_page: Open) -> None:
    page = open_page("deal=1&moves=7H-7C")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Single-key shortcuts").uncheck()
    page.keyboard.press("Escape")
    page.locator("[data-cell='0']").focus()
    page.keyboard.press("u")
    board = boaf.deal(1)
    board.push("7H-7C")
    expect_board(page, board)


def test_a_key_is_not_lost_in_a_dialog_that_was_just_closed(open_page: Open) -> None:
    page = open_page("deal=1")
    # Until the page is drawn again, the focus stays in a dialog that was closed.
    script = """() => {
        const button = document.querySelector("#rules button");
        button.dispatchEvent(new KeyboardEvent("keydown", { key: "n", bubbles: true }));
    }"""
    page.evaluate(script)
    expect(page.locator("#choose")).to_be_visible()


def test_the_board_is_a_grid_with_names(open_page: Open) -> None:
    page = open_page("deal=1&moves=7H-7C")
    expect(page.get_by_role("grid", name="Board, 4 rows, 4 columns")).to_be_visible()
    expect(page.locator("#grid").get_by_role("row")).to_have_count(4)
    expect(
        page.get_by_role("gridcell", name="seven of hearts, stack of 2, row 2, column 3", exact=True)
    ).to_be_visible()
    cell(page, boaf.deal(1).tops[0]).click()  # type: ignore[arg-type]
    expect(
        page.get_by_role("gridcell", name="jack of diamonds, row 1, column 1, picked up", exact=True)
    ).to_be_visible()
    expect(page.get_by_role("gridcell", name=re.compile("^jack of clubs, .*, legal target$"))).to_be_visible()


def check_with_axe(page: Page, where: str, rule: str | None = None) -> None:
    """Axe finds nothing at all, or nothing by one rule."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="boaf[dev] has axe").Axe()
    options = {"resultTypes": ["violations"], **({"runOnly": [rule]} if rule else {})}
    page.wait_for_function("() => document.getAnimations().every((animation) => animation.playState !== 'running')")
    found = [
        f"{where}: {violation['id']} at {node['target']}: {node['failureSummary']}"
        for violation in axe.run(page, options=options).response["violations"]
        for node in violation["nodes"]
    ]
    assert not found, "\n".join(found)


def test_axe_finds_nothing_at_the_start(open_page: Open) -> None:
    check_with_axe(open_page("deal=221602"), "main view")


@pytest.mark.thorough
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(open_page: Open, theme: str) -> None:
    page = open_page("deal=221602", color_scheme=theme)
    rule = "color-contrast" if theme == "dark" else None  # nothing else depends on the theme
    check_with_axe(page, "main view", rule)
    page.locator("[data-cell='0']").click()
    page.keyboard.press("h")
    expect(page.locator("#help-answer")).to_contain_text("cannot be won")
    check_with_axe(page, "a stack picked up, help given", rule)
    page.get_by_role("button", name="Settings").click()
    check_with_axe(page, "settings", rule)
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    page.get_by_text("A number, a text or your own board").click()
    check_with_axe(page, "choosing", rule)
    page.get_by_role("button", name="Lay the cards").click()
    check_with_axe(page, "laying cards", rule)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    check_with_axe(page, "rules", rule)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Share").click()
    page.get_by_text("Export", exact=True).click()
    check_with_axe(page, "sharing", rule)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Why?").click()
    expect(page.locator("#mattered .reason")).to_be_visible()
    check_with_axe(page, "the move that mattered", rule)
    page.keyboard.press("Escape")
    page.keyboard.press("a")
    for section in ("Compatibility graph", "A solution"):
        page.get_by_text(section, exact=True).click()
    expect(page.locator("#proof")).to_contain_text("tied to the rest only through")
    expect(page.locator(".is-waiting")).to_have_count(0)
    check_with_axe(page, "analysis", rule)
    page.evaluate("location.hash = 'board=7H+2C'")
    expect(page.locator("#help-answer")).to_contain_text("It was never winnable")
    check_with_axe(page, "no move left", rule)


@pytest.mark.thorough
def test_axe_finds_nothing_at_any_size(open_page: Open) -> None:
    page = open_page("deal=11982&moves=AH-4H")
    page.keyboard.press("h")
    expect(page.locator("#help-answer")).to_have_text("Yes, this can still be won.")
    for name, (width, height) in SCREENS.items():
        page.set_viewport_size({"width": width, "height": height})
        check_with_axe(page, name)


def test_forced_colours_keep_what_colours_say(open_page: Open) -> None:
    page = open_page("deal=1", forced_colors="active")
    page.locator("[data-cell='0']").click()
    outline = """selector => getComputedStyle(document.querySelector(selector)).outlineStyle"""
    assert page.evaluate(outline, ".cell.is-picked .card") == "solid"
    assert page.evaluate(outline, ".cell.is-target .card") == "dashed"
    border = "getComputedStyle(document.getElementById('analyse-switch'), '::after').borderTopWidth"
    assert page.evaluate(border) == "2px"
