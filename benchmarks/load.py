"""How long the page takes until it can be played, on a slow network and on a slow processor.

    python benchmarks/load.py            # five visits each

Each visit is a first one: a fresh profile of a headless Chromium opens the page that `boaf page` writes, from a server
that compresses it as web hosts do. Chromium's DevTools slow the network to 1.6 Mbit/s with 150 ms per request, and the
processor to a quarter. The page can be played when its body has the class `is-ready`. The load average of the machine
is printed too, because other work on it takes from the browser.
"""

from __future__ import annotations

import argparse
import gzip
import os
import shutil
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import guess_type
from statistics import median
from threading import Thread
from typing import NamedTuple

from playwright.sync_api import Browser, sync_playwright

from boaf.web.page import page_files

NETWORK = {"offline": False, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8, "latency": 150}
SLOW_PROCESSOR = 4
FILES = dict(page_files())
_NOTE = """new MutationObserver((_, observer) => {
    if (!document.body?.classList.contains("is-ready")) return;
    observer.disconnect();
    window.readyAfter = performance.now();
}).observe(document, { subtree: true, childList: true, attributes: true });"""
_TRANSFERRED = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .filter(({ responseEnd }) => responseEnd <= window.readyAfter)
    .reduce((sum, { transferSize }) => sum + transferSize, 0)"""


class Setting(NamedTuple):
    """How slow the browser is, and the seconds within which the page is to be playable."""

    name: str
    has_slow_network: bool
    processor: int
    most_seconds: float


SETTINGS = [
    Setting("1.6 Mbit/s", True, 1, 1.5),
    Setting("1.6 Mbit/s, 4x slower processor", True, SLOW_PROCESSOR, 3.0),
]


class Visit(NamedTuple):
    """Seconds until the page can be played, and the bytes that were transferred by then."""

    seconds: float
    transferred: float


class Handler(BaseHTTPRequestHandler):
    """Serves the page compressed."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Send a file."""
        name = self.path.partition("?")[0].lstrip("/") or "index.html"
        content = gzip.compress(FILES[name], 9) if name in FILES else b""
        self.send_response(200 if name in FILES else 404)
        self.send_header("Content-Type", guess_type(name)[0] or "application/octet-stream")
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        with suppress(ConnectionError):  # a visit ends while its service worker still loads
            self.wfile.write(content)

    def log_message(self, *_values: object) -> None:
        """Say nothing."""


def visit(browser: Browser, address: str, setting: Setting) -> Visit:
    """Open the page for the first time."""
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        if setting.has_slow_network:
            session.send("Network.emulateNetworkConditions", NETWORK)
        session.send("Emulation.setCPUThrottlingRate", {"rate": setting.processor})
        page.add_init_script(_NOTE)
        page.goto(address)
        page.wait_for_function("() => window.readyAfter", timeout=120_000)
        return Visit(page.evaluate("window.readyAfter") / 1000, page.evaluate(_TRANSFERRED))


def main() -> None:
    """Measure, and print the medians next to what is required."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--visits", type=int, default=5)
    visits = parser.parse_args().visits
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server, sync_playwright() as playwright:
        Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        address = f"http://127.0.0.1:{server.server_port}/"
        for setting in SETTINGS:
            found = [visit(browser, address, setting) for _ in range(visits)]
            seconds = sorted(one.seconds for one in found)
            middle = median(seconds)
            verdict = "met" if middle <= setting.most_seconds else "missed"
            kilobytes = median(one.transferred for one in found) / 1000
            print(f"{setting.name}: playable after {middle:.2f} s, {seconds[0]:.2f} to {seconds[-1]:.2f} s", end="; ")
            print(f"required {setting.most_seconds} s, {verdict}; {kilobytes:.0f} kB transferred by then")
        browser.close()
        server.shutdown()
    print(f"load average of the machine: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
