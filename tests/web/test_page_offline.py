"""The page that `boaf page` writes, installed and with the network off."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import boaf
from boaf.solvers.contract import Verdict
from boaf.web.page import LATER, page_files, write_page
from tests.web.conftest import PATIENCE, WIDE, serve_files
from tests.web.helpers import expect, expect_board, follow, played, shown, tap

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow
LOSING_DEAL = 2454


def test_everything_works_with_the_network_off(browser: Browser, tmp_path: Path) -> None:
    write_page(tmp_path)
    context = browser.new_context(viewport=WIDE, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: message.type in ("error", "warning") and complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    with serve_files(tmp_path) as address:
        page.goto(address)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        for name in LATER:
            page.wait_for_function("name => caches.match(name).then(Boolean)", arg=name)

    page.goto("about:blank")
    page.goto(address)
    page.locator("body.is-ready").wait_for()
    expect(page.locator("#deal-title")).to_have_text("How to play")
    page.get_by_role("button", name="Skip", exact=True).click()
    expect(page.locator("#deal-title")).to_contain_text("Deal of ")

    board = boaf.deal(LOSING_DEAL)
    losing = next(move for move, verdict in boaf.analyze(board).moves if verdict is Verdict.UNSOLVABLE)
    follow(page, f"deal={LOSING_DEAL}")
    tap(page, losing)
    board.push(losing)
    page.keyboard.press("h")
    expect(page.locator("#help-answer")).to_contain_text(f"The last move, {shown(losing)}, lost it.")
    page.get_by_role("button", name="Why?").click()
    expect(page.locator("#mattered .reason")).to_be_visible()
    page.locator("#mattered").get_by_role("button", name="Back to before move 1").click()
    for _ in range(3):
        page.keyboard.press("h")
    page.locator("#help-actions button", has_text="Play ").click()
    assert len(played(page)) == 1
    follow(page, f"deal={LOSING_DEAL}&analyse=rating.watch.predictions")
    expect(page.locator("#rating .feathers")).to_be_visible()
    expect(page.locator("#predictions tbody tr")).to_have_count(2)
    page.locator("#watch").get_by_role("button", name="Step").click()
    expect(page.locator("#watch tr.is-chosen")).to_be_visible()

    other = context.new_page()
    other.goto(page.url)
    expect(other.locator(".record-move")).to_have_count(1)
    page.keyboard.press("n")
    page.get_by_text("A number, a text or your own board").click()
    page.get_by_label("Board text").fill("7H 6C / -- 6H")
    page.get_by_role("button", name="Set up").click()
    expect_board(page, boaf.Board("7H 6C / -- 6H"))
    page.reload()
    expect_board(page, boaf.Board("7H 6C / -- 6H"))
    context.close()
    assert not complaints


def test_the_page_can_be_installed(browser: Browser, tmp_path: Path) -> None:
    write_page(tmp_path)
    manifest = json.loads((tmp_path / "manifest.webmanifest").read_text())
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}
    assert all((tmp_path / icon["src"]).is_file() for icon in manifest["icons"])
    context = browser.new_context()
    page = context.new_page()
    with serve_files(tmp_path) as address:
        page.goto(address)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        session = context.new_cdp_session(page)
        assert session.send("Page.getAppManifest")["errors"] == []
        errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert {error["errorId"] for error in errors} <= {"in-incognito"}
    context.close()


def test_the_page_is_small_and_asks_nobody() -> None:
    import gzip

    files = dict(page_files())
    # What the service worker keeps later, for ratings, players and predictions, is not part of the first visit.
    first = [content for name, content in files.items() if name not in LATER]
    assert sum(len(gzip.compress(content)) for content in first) < 350_000
    page = files["index.html"].decode()
    assert "http://" not in page.replace("http://www.w3.org", "")
    assert 'src="/' not in page
    assert 'href="/' not in page
    assert "<script>" not in page
