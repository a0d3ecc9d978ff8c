"""The board in a frame of a page on another origin, as in examples/embed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import boaf
from boaf.web.page import write_page
from tests.web.conftest import PATIENCE, PLAIN, serve_files
from tests.web.helpers import cell, expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FrameLocator, Page

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "embed"
DOCS = ROOT / "docs"
ADDRESS = "boaf/index.html?embed"
SEEN = """() => { window.seen = []; addEventListener("message", ({ data }) => window.seen.push(data)); }"""


@contextmanager
def example(browser: Browser, address: str, folder: Path, query: str = "", deal: int = 2454) -> Iterator[Page]:
    """The example, with the frame from the address of a page, which is another origin."""
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("boaf"))
    text = (EXAMPLE / "index.html").read_text(encoding="utf-8")
    assert f"{ADDRESS}#deal=2454" in text
    text = text.replace(f"{ADDRESS}#deal=2454", f"{address}index.html?embed{query}#deal={deal}")
    (folder / "index.html").write_text(text, encoding="utf-8")
    with serve_files(folder) as host, browser.new_context(**PLAIN) as context:
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.add_init_script(f"({SEEN})()")
        page.goto(host)
        board_in(page).locator("body.is-ready").wait_for()
        yield page
        assert all(query and "The target origin provided" in text for text in said), said


def board_in(page: Page) -> FrameLocator:
    return page.frame_locator("#board")


def test_moves_and_the_result_reach_the_page_around(browser: Browser, address: str, tmp_path: Path) -> None:
    game = boaf.deal(2454)
    move = boaf.solve(game).moves[0]
    with example(browser, address, tmp_path / "example") as page:
        for hidden in ("header", ".status", ".side", ".record", "#share"):
            expect(board_in(page).locator(hidden).first).to_be_hidden()
        for card in move:
            cell(board_in(page), card).click()  # type: ignore[arg-type]
        page.wait_for_function("() => seen.some(({ type }) => type === 'move')")
        game.push(move)
        told = page.evaluate("seen.find(({ type }) => type === 'move')")
        assert (told["boaf"], told["deal"], told["move"], told["by"]) == (1, 2454, str(move), "player")
        assert (told["start"], told["board"]) == (boaf.deal(2454).text(), game.text())
        assert (told["score"], told["legalMoves"], told["isOver"]) == (game.score, len(game.legal_moves), False)
        page.get_by_role("button", name="Solve").click()
        page.wait_for_function("() => seen.some(({ type }) => type === 'result')")
        result = page.evaluate("seen.find(({ type }) => type === 'result')")
        assert (result["result"], result["score"], result["winner"]) == ("won", 256, "machine")
        assert boaf.deal(2454).is_solved_by(map(boaf.Move.parse, result["moves"]))
        frame = page.frames[1]
        assert frame.evaluate("Object.keys(localStorage)") == []


def test_the_page_around_asks_why_a_deal_is_lost(browser: Browser, address: str, tmp_path: Path) -> None:
    with example(browser, address, tmp_path / "example", deal=1264) as page:
        page.get_by_role("button", name="Explain").click()
        expect(page.locator("#answer")).to_contain_text("TS and 9S form a flock of their own")
        page.get_by_role("button", name="Solve").click()
        expect(page.locator("#answer")).to_have_text("This position is unsolvable.")
        page.get_by_role("button", name="Another deal").click()
        page.wait_for_function("() => seen.filter(({ type }) => type === 'deal').length === 2")
        script = """(command) => {
            document.getElementById("board").contentWindow.postMessage({ boaf: 1, id: "x", ...command }, "*");
        }"""
        refused = ({"type": "open", "fragment": "deal=x"}, {"type": "play", "move": "7H-"}, {"type": "dance"})
        for number, command in enumerate(refused, 1):
            page.evaluate(script, command)
            page.wait_for_function("n => seen.filter(({ type }) => type === 'error').length === n", arg=number)
        assert [error["id"] for error in page.evaluate("seen.filter(({ type }) => type === 'error')")] == ["x"] * 3


def test_a_named_origin_is_the_only_one_that_is_told(browser: Browser, address: str, tmp_path: Path) -> None:
    with example(browser, address, tmp_path / "example", query="=https://example.org") as page:
        page.get_by_role("button", name="Another deal").click()
        page.wait_for_timeout(300)
        assert page.evaluate("seen") == []
        expect(board_in(page).locator("#stacks-left")).to_have_text("16")
        assert "deal=2454" in page.frames[1].url


def test_visitors_of_the_site_play_solve_and_explain_on_its_first_page(browser: Browser, tmp_path: Path) -> None:
    block = (DOCS / "index.md").read_text(encoding="utf-8").partition("```{raw} html\n")[2].partition("```")[0]
    (tmp_path / "_static").mkdir()
    (tmp_path / "index.html").write_text(f"<!doctype html>{block}", encoding="utf-8")
    shutil.copy(EXAMPLE / "embed.js", tmp_path / "_static")
    write_page(tmp_path / "play")
    with serve_files(tmp_path) as host, browser.new_context(**PLAIN) as context:
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.goto(host)
        board_in(page).locator("body.is-ready").wait_for()
        page.get_by_role("button", name="Explain").click()
        expect(page.locator("#answer")).to_have_text("This position is solvable.")
        page.get_by_role("button", name="Solve").click()
        expect(board_in(page).locator("#outcome-title")).to_be_visible()
        expect(board_in(page).locator("#stacks-left")).to_have_text("1")


def test_the_frame_fits_its_board(browser: Browser, address: str) -> None:
    for width, height in ((358, 600), (560, 680), (900, 500), (320, 480)):
        with browser.new_context(**PLAIN | {"viewport": {"width": width, "height": height}}) as context:
            page = context.new_page()
            page.goto(f"{address}index.html?embed#deal=2454")
            page.locator("body.is-ready").wait_for()
            page.keyboard.press("h")
            expect(page.locator("#help-answer")).to_contain_text("still be won")
            size = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
            assert size[0] <= width, (width, size)
            assert size[1] <= height, (height, size)
