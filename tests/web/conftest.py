"""Servers and a browser for the tests of the page.

The page is that of `boaf page`, which a plain web server serves; some tests use that of `boaf play`.
Both are started once for all tests of a worker; the browser is Debian's Chromium. Every page that a test opens is
watched: an error on its console, or a request to any other server, fails the test.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest

from boaf import web
from boaf.web.page import write_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"))), None
)
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
PATIENCE = 30_000
"""Milliseconds after which a test gives up waiting, generous because the machine may be busy."""
BLOCKED = "Service Worker registration blocked by Playwright"
COMPILING = 300
"""Seconds that a first answer may take."""
WIDE = {"width": 1280, "height": 800}
PLAIN: dict[str, Any] = {"viewport": WIDE, "reduced_motion": "reduce", "service_workers": "block", "locale": "en-GB"}


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files, and says nothing about it."""

    def log_message(self, *_values: object) -> None:
        """Nothing."""


@contextmanager
def serve_files(directory: Path) -> Iterator[str]:
    """Serve a folder as any web host does; gives its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(directory))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the page is that `boaf page` writes."""
    folder = tmp_path_factory.mktemp("page")
    write_page(folder)
    with serve_files(folder) as found:
        yield found


@pytest.fixture(scope="session")
def served_address() -> Iterator[str]:
    """Where the page is that `boaf play` serves."""
    with boaf_play() as found:
        yield found


@contextmanager
def boaf_play(*options: str, **environment: str) -> Iterator[str]:
    """Run `boaf play` with these options; gives its address."""
    command = [sys.executable, "-m", "boaf", "play", "--no-browser", "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | environment) as server:
        assert server.stdout
        line = server.stdout.readline()
        found = re.search(r"http://\S+?/", line)
        try:
            assert found, f"boaf play does not say where the page is: {line!r}"
            yield found[0]
        finally:
            server.terminate()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed: apt-get install chromium-headless-shell")
    sync_api = pytest.importorskip("playwright.sync_api", reason="the page is tested with Playwright, of boaf[dev]")
    sync_api.expect.set_options(timeout=PATIENCE)
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def plain_page(browser: Browser) -> Iterator[Page]:
    """The page that tests without wishes of their own share: opening a window costs more than the tests themselves."""
    context = browser.new_context(**PLAIN)
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


@pytest.fixture(scope="session")
def modules(browser: Browser) -> Iterator[Page]:
    """A page that can import the modules one by one, as they are in the sources: `import("/static/kernel/boaf.js")`."""
    with serve_files(Path(str(web.__file__)).parent) as found, browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{found}static/icon.svg")
        yield page


def watch(page: Page, expected: str | None, host: str, complaints: list[str]) -> list[tuple[Page, str, Any]]:
    """Note what the console says that is not expected, and requests to others; gives what listens, to be removed."""

    def note(text: str) -> None:
        if expected is None or not re.search(expected, text):
            complaints.append(text)

    def say(said: Any) -> None:
        if said.type in ("error", "warning") and said.text != BLOCKED:
            note(said.text)

    def ask(sent: Any) -> None:
        if not sent.url.startswith((host, "data:")):
            note(f"asks {sent.url}")

    def fail(error: Any) -> None:
        note(str(error))

    listeners = {"console": say, "pageerror": fail, "request": ask}
    for event, listener in listeners.items():
        page.on(event, listener)  # type: ignore[call-overload]
    return [(page, event, listener) for event, listener in listeners.items()]


@pytest.fixture
def open_page(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[Callable[..., Page]]:
    """Opens the page at a fragment; `expected` matches what the console may say, options are the browser context's.

    The first page without options is the shared one, emptied. `server` opens the page of `boaf play`. A test that holds
    back files of the kernel opens it `routed`: a page that was open before its first route may send a request or two
    past it.
    """
    contexts: list[Any] = []
    complaints: list[str] = []
    listening: list[tuple[Page, str, Any]] = []
    taken: list[Page] = []

    def emptied() -> Page:
        page: Page = request.getfixturevalue("plain_page")
        taken.append(page)
        page.goto(f"{address}static/icon.svg")
        page.evaluate("localStorage.clear()")
        page.set_viewport_size(WIDE)  # type: ignore[arg-type]
        page.emulate_media(media="screen", color_scheme="light", reduced_motion="reduce", forced_colors="none")
        return page

    def open_at(
        fragment: str = "deal=1",
        *,
        expected: str | None = None,
        server: bool = False,
        routed: bool = False,
        **options: Any,
    ) -> Page:
        host: str = request.getfixturevalue("served_address") if server else address
        if not (options or server or routed or taken):
            page = emptied()
        else:
            context = browser.new_context(**PLAIN | options)
            context.set_default_timeout(PATIENCE)
            contexts.append(context)
            if routed:
                context.route("**/kernel/**", lambda route: route.continue_())
            page = context.new_page()
        listening.extend(watch(page, expected, host, complaints))
        page.goto(f"{host}#{fragment}")
        page.locator("body.is-ready").wait_for()
        return page

    yield open_at
    for page, event, listener in listening:
        page.remove_listener(event, listener)
    for page in taken:
        page.goto("about:blank")
    for context in contexts:
        context.close()
    assert not complaints
