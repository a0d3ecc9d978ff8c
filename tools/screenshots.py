"""Photograph the page for README and docs: `docs/page.png`, `docs/page-analyse.png` and `docs/page-phone.png`.

`boaf play` is started on a free port and its page opened in Debian's Chromium, so the pictures show what a person sees.

    python tools/screenshots.py
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

import boaf

DEAL = 2454
"""A deal with winning and losing moves at the start."""
MOVES = 5
"""How many moves of its solution are played in the pictures of play."""
UNSOLVABLE = 221602
"""The deal whose cut edge Hoshino & Notarangelo (2019) show."""
WIDE = (1360, 850)
PHONE = (390, 844)
PATIENCE = 60_000
OUTPUT = Path(__file__).parent.parent / "docs"


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path, default=OUTPUT)
    output = parser.parse_args().output
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("no Chromium is installed: apt-get install chromium")
    with page_served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        take_pictures(browser, address, output)
        browser.close()


@contextmanager
def page_served() -> Iterator[str]:
    """Run `boaf play`; gives the page's address."""
    command = [sys.executable, "-m", "boaf", "play", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        found = re.search(r"http://\S+?/", server.stdout.readline())
        try:
            assert found, "boaf play does not say where the page is"
            yield found[0]
        finally:
            server.terminate()


def take_pictures(browser: Browser, address: str, output: Path) -> None:
    """All three, each from a fresh visit."""
    moves = ".".join(map(str, boaf.solve(boaf.deal(DEAL)).moves[:MOVES]))
    page = visit(browser, f"{address}#deal={DEAL}&moves={moves}", WIDE)
    page.keyboard.press("h")
    page.keyboard.press("h")
    page.keyboard.press("h")
    expect(page.locator("[data-mark='hint-to']")).to_have_count(1)
    save(page, output / "page.png")

    page = visit(browser, f"{address}#deal={UNSOLVABLE}&analyse=graph", WIDE, theme="dark")
    expect(page.locator("#proof")).not_to_be_empty()
    expect(page.locator(".is-waiting")).to_have_count(0)
    page.evaluate("scrollTo(0, 0)")
    save(page, output / "page-analyse.png")

    page = visit(browser, f"{address}#deal={DEAL}&moves={moves}", PHONE, is_phone=True)
    board = boaf.deal(DEAL)
    for move in boaf.solve(board).moves[:MOVES]:
        board.push(move)
    busiest = max(board.legal_moves, key=lambda move: sum(move.source == other.source for other in board.legal_moves))
    page.locator(f"[data-cell='{board.cell_of(busiest.source)}']").tap()
    save(page, output / "page-phone.png")


def visit(
    browser: Browser, address: str, size: tuple[int, int], *, theme: str = "light", is_phone: bool = False
) -> Page:
    """A fresh page of this size."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        device_scale_factor=1.5 if is_phone else 1,
        has_touch=is_phone,
        is_mobile=is_phone,
        reduced_motion="reduce",
        color_scheme="dark" if theme == "dark" else "light",
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(address)
    page.locator("body.is-ready").wait_for()
    return page


def save(page: Page, path: Path) -> None:
    """Write the picture of what is in view."""
    page.screenshot(path=path)
    print(f"{path}: {path.stat().st_size // 1024} KB")
    page.context.close()


if __name__ == "__main__":
    expect.set_options(timeout=PATIENCE)
    main()
