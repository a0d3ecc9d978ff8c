"""The page where things go wrong: no scripts, no web server, a strict host; and how a new version comes in."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest

import boaf
from boaf.web.page import write_page
from tests.web.conftest import PATIENCE, PLAIN, QuietHandler, serve_files
from tests.web.helpers import expect, tap

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

Open = Callable[..., "Page"]


class StrictHandler(QuietHandler):
    """A host with a Content-Security-Policy that does not know of WebAssembly."""

    def end_headers(self) -> None:
        """Send the policy with everything."""
        self.send_header("Content-Security-Policy", "default-src 'self'; img-src 'self' data:")
        super().end_headers()


def test_a_page_that_does_not_start_says_why(browser: Browser, tmp_path: Path) -> None:
    write_page(tmp_path)
    for scripts, where in ((True, (tmp_path / "index.html").as_uri()), (False, None)):
        with serve_files(tmp_path) as address, browser.new_context(**PLAIN, java_script_enabled=scripts) as context:
            page = context.new_page()
            page.goto(where or address)
            expect(page.locator("#unstarted")).to_contain_text("It needs JavaScript and a web server")


def test_a_page_that_fails_can_be_reset(browser: Browser, tmp_path: Path) -> None:
    write_page(tmp_path)
    with serve_files(tmp_path) as address, browser.new_context(**PLAIN) as context:
        page = context.new_page()
        page.route("**/messages/en.json", lambda route: route.abort())
        page.goto(address)
        page.evaluate("localStorage.setItem('boaf', JSON.stringify({ taught: true, theme: 'dark' }))")
        expect(page.locator("#unstarted")).to_be_visible()
        page.unroute("**/messages/en.json")
        page.get_by_role("button", name="Reset settings and load again").click()
        page.locator("body.is-ready").wait_for()
        assert page.evaluate("document.documentElement.dataset.theme") == "auto"
        expect(page.locator("#unstarted")).to_be_hidden()


def test_a_host_that_blocks_the_solver_is_named(browser: Browser, tmp_path: Path) -> None:
    write_page(tmp_path)
    handler = partial(StrictHandler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, browser.new_context(**PLAIN) as context:
        Thread(target=server.serve_forever, daemon=True).start()
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/#deal=1")
        page.locator("body.is-ready").wait_for()
        page.keyboard.press("h")
        expect(page.locator("#help-answer")).to_contain_text("The settings of this site block the solver.")
        server.shutdown()


@pytest.mark.thorough
def test_a_new_version_takes_over_at_once_or_when_the_player_wants_it(browser: Browser, tmp_path: Path) -> None:
    write_page(tmp_path)
    context = browser.new_context(**{**PLAIN, "service_workers": "allow"})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()

    def publish(number: int) -> None:
        """Put another version in place of the one that is there."""
        write_page(tmp_path)
        for name, before, after in (
            ("index.html", "<body>", f'<body data-version="{number}">'),
            ("service_worker.js", "boaf ${HERE}", f"boaf ${{HERE}} {number}"),
        ):
            (tmp_path / name).write_text((tmp_path / name).read_text().replace(before, after))
            os.utime(tmp_path / name, (1e9 + number, 2e9 + number))  # the server tells versions apart by the second

    def arrives(number: int) -> None:
        expect(page.locator("body")).to_have_attribute("data-version", str(number))
        page.locator("body.is-ready").wait_for()

    with serve_files(tmp_path) as address:
        page.goto(f"{address}#deal=1")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        publish(2)
        page.reload()
        arrives(2)
        tap(page, boaf.deal(1).legal_moves[0])
        publish(3)
        page.evaluate("navigator.serviceWorker.ready.then((registration) => registration.update()).then(() => true)")
        expect(page.locator("#toast")).to_contain_text("A new version is ready.")
        page.locator("#toast button").click()
        arrives(3)
        expect(page.locator(".record-move")).to_have_count(1)
    context.close()


def test_the_board_stays_where_it_is_when_the_strip_speaks(open_page: Open) -> None:
    moves = boaf.solve(boaf.deal(1)).moves
    page = open_page("deal=1")
    for width, height in ((390, 844), (320, 568), (1440, 900), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("location.hash = 'deal=1'")
        expect(page.locator("#stacks-left")).to_have_text("16")
        place = "document.getElementById('felt').getBoundingClientRect().top + scrollY"
        before = page.evaluate(place)
        for _ in range(3):
            page.keyboard.press("h")
            expect(page.locator("#help-answer")).not_to_contain_text("Asking")
            assert page.evaluate(place) == before, (width, height)
        page.evaluate("moves => { location.hash = `deal=1&moves=${moves}`; }", ".".join(map(str, moves)))
        expect(page.locator("#outcome-title")).to_be_visible()
        assert page.evaluate(place) == before, (width, height)
        if width >= 1240:
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), (width, height)


@pytest.mark.thorough
def test_text_of_twice_the_size_is_usable(open_page: Open) -> None:
    for width, height in ((1440, 900), (390, 844)):
        page = open_page("deal=1", viewport={"width": width, "height": height})
        session = page.context.new_cdp_session(page)
        session.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
        page.reload()
        page.locator("body.is-ready").wait_for()
        assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") >= 32
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        assert page.evaluate("document.getElementById('felt').offsetWidth") >= min(width * 0.7, 350)
