"""The page in other languages, and from right to left."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import boaf
from boaf import web
from tests.web.helpers import expect
from tests.web.test_page_looks import PARTS, check_with_axe

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.slow

Open = Callable[..., "Page"]
ENGLISH = json.loads((Path(str(web.__file__)).parent / "static/messages/en.json").read_text("utf-8"))
PHONE = {"width": 390, "height": 844}
OVER = """parts => {
    const shown = [...document.querySelectorAll(parts)].map((part) => part.getBoundingClientRect());
    const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;
    const rects = shown.filter((rect) => rect.width > 0);
    return rects.some((a, k) => rects.slice(k + 1).some((b) => meet(a, b)));
}"""


def play_through(page: Page) -> None:
    """A hint, a win, what is shared, the rules and the chooser; axe finds nothing and nothing overflows."""
    for key, part in (("h", "#said"), ("?", "#rules"), ("n", "#choose")):
        page.keyboard.press(key)
        expect(page.locator(part)).to_be_visible()
        check_with_axe(page, part)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), part
        page.keyboard.press("Escape")
        expect(page.locator(part)).to_be_hidden()
    moves = ".".join(map(str, boaf.solve(boaf.deal(1)).moves))
    page.evaluate("moves => { location.hash = `deal=1&moves=${moves}`; }", moves)
    expect(page.locator("#outcome-title")).to_be_visible()
    check_with_axe(page, "won")


def test_a_german_reader_gets_german(open_page: Open) -> None:
    page = open_page("deal=1", locale="de-DE")
    expect(page.locator("#hint")).to_have_text("Tipp")
    expect(page.locator("#grid .index").first).to_have_text("B")
    expect(page.get_by_role("gridcell", name="Karo Bube, Zeile 1, Spalte 1")).to_be_visible()
    expect(page.locator(".calendar th").first).to_have_text("Mo")
    play_through(page)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_language_is_chosen_and_stays(open_page: Open) -> None:
    page = open_page("deal=1", locale="en-US")
    expect(page.locator(".calendar th").first).to_have_text("Sun")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option("ja")
    expect(page.locator("#hint")).to_have_text("ヒント")
    assert page.evaluate("document.documentElement.lang") == "ja"
    for language, hint in (("zh", "提示"), ("fr", "Indice"), ("pt", "Dica"), ("es", "Pista")):
        page.evaluate("language => localStorage.setItem('boaf', JSON.stringify({ language }))", language)
        page.reload()
        expect(page.locator("#hint")).to_have_text(hint)
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), language
        assert not page.evaluate(OVER, PARTS), language


@pytest.mark.thorough
def test_a_page_from_right_to_left_keeps_its_board(open_page: Open) -> None:
    """A pseudo-locale: every text is marked and longer, and the page runs from right to left."""

    def longer(text: str) -> str:
        return "".join(part if part.startswith("{") else f"⟦{part}⟧" for part in re.split(r"(\{\w+\})", text) if part)

    def pseudo(route: Route) -> None:
        kept = {"card.ranks", "language.direction"}
        messages = {
            key: value
            if key in kept
            else longer(value)
            if isinstance(value, str)
            else {form: longer(text) for form, text in value.items()}
            for key, value in ENGLISH.items()
        }
        route.fulfill(json={**messages, "language.direction": "rtl"})

    page = open_page("deal=1", timezone_id="UTC")
    page.route("**/messages/en.json", pseudo)
    page.reload()
    page.locator("body.is-ready").wait_for()
    assert page.evaluate("getComputedStyle(document.body).direction") == "rtl"
    first, second = (page.locator(f"[data-cell='{number}']").bounding_box() for number in (0, 1))
    assert first
    assert second
    assert first["x"] < second["x"], "the board is not mirrored"
    for width, height in ((1440, 900), (1000, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        assert not page.evaluate(OVER, PARTS), width
    said = page.evaluate("document.body.innerText")
    untranslated = re.findall(r"(?m)^[A-Z][a-z]+ [a-z ]+$", said)
    assert untranslated == []
    play_through(page)
