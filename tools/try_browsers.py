"""Try the main flows of the page in Firefox and WebKit; the tests use Chromium.

    apt-get install firefox-esr webkit2gtk-driver
    python tools/try_browsers.py

Each browser that is installed opens the page that `boaf page` writes, from a plain web server, plays a move, asks for
hints and for the reason of a loss, and opens every part of the analysis. Firefox is driven by its own protocol,
Marionette, WebKitGTK by WebDriver; both only navigate and run scripts. Exit status 1 if a flow fails.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any
from urllib.request import Request, urlopen

from boaf.web.page import write_page

PATIENCE = 60
"""Seconds for one step of a flow."""
Command = Callable[[str, dict[str, Any]], Any]
_HELPERS = """
const done = arguments[arguments.length - 1];
const find = (selector) => document.querySelector(selector);
const until = async (claim, what) => {
    for (const end = Date.now() + 50000; Date.now() < end; ) {
        const found = claim();
        if (found) return found;
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`waited in vain for ${what}`);
};
const ready = () => until(() => find("body.is-ready"), "the page");
const text = (selector) => find(selector)?.textContent ?? "";
const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
const go = async (hash) => { location.hash = hash; await new Promise((resolve) => setTimeout(resolve, 300)); };
const asked = () => until(() => text("#help-answer") && !text("#help-answer").includes("Asking"), "an answer");
"""
FLOWS = {
    "start": "await ready(); return `${document.querySelectorAll('[data-cell]').length} cells`;",
    "play a move": """await ready(); await go("deal=1");
        for (const name of ["seven of hearts", "seven of clubs"]) {
            const cells = [...document.querySelectorAll("[role=gridcell]")];
            const cell = cells.find((one) => one.getAttribute("aria-label").startsWith(name));
            const { left, top, width, height } = cell.getBoundingClientRect();
            const where = { bubbles: true, clientX: left + width / 2, clientY: top + height / 2, button: 0 };
            const pointer = { ...where, isPrimary: true, pointerId: 1 };
            for (const type of ["pointerdown", "pointerup"]) cell.dispatchEvent(new PointerEvent(type, pointer));
            cell.dispatchEvent(new MouseEvent("click", where));
        }
        return until(() => location.hash.includes("moves=7H-7C") && "7H-7C", "the move");""",
    "hints": """await ready(); await go("deal=2");
        for (let step = 0; step < 3; step++) { press("h"); await asked(); }
        return until(() => text("#help-actions").includes("Play") && text("#help-answer"), "a move");""",
    "why it is lost": """await ready(); await go("deal=1264"); press("h"); await asked();
        (await until(() => [...document.querySelectorAll("#help-actions button")].at(0), "Why?")).click();
        return until(() => text("#mattered .reason"), "a reason");""",
    "analyse": """await ready(); await go("deal=2454&analyse=graph.solution.rating.watch.predictions");
        await until(() => find("#rating .feathers"), "the difficulty");
        await until(() => find("#graph-text svg"), "the graph");
        find("#watch button").click();
        await until(() => find("#watch tr.is-chosen"), "a player's move");
        await until(() => document.querySelectorAll("#predictions tbody tr").length === 2, "predictions");
        return [...document.querySelectorAll("#predictions tbody td")].map((cell) => cell.textContent).join(" ");""",
    "remember": """await ready(); await go("deal=3"); await go("deal=3&moves="); location.reload(); return "";""",
    "remembered": "await ready(); return until(() => location.hash.includes('deal=3') && 'deal 3', 'the deal');",
}


def firefox(place: Path) -> Iterator[Command]:
    """Firefox by Marionette: messages are JSON, each after its length."""
    profile = place / "profile"
    profile.mkdir()
    (profile / "user.js").write_text('user_pref("intl.accept_languages", "en");\nuser_pref("marionette.port", 2829);\n')
    command = [shutil.which("firefox-esr") or "firefox", "--headless", "--marionette", "--profile", str(profile)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        connection = _connected(2829)
        stream = connection.makefile("rwb")

        def receive() -> Any:
            length = b""
            while (byte := stream.read(1)) != b":":
                length += byte
            return json.loads(stream.read(int(length)))

        receive()

        def send(name: str, values: dict[str, Any]) -> Any:
            message = json.dumps([0, 1, f"WebDriver:{name}", values]).encode()
            stream.write(f"{len(message)}:".encode() + message)
            stream.flush()
            _, _, error, found = receive()
            if error:
                raise RuntimeError(error["message"])
            return found.get("value")

        send("NewSession", {})
        yield send
    finally:
        process.terminate()
        process.wait()


def webkit(place: Path) -> Iterator[Command]:
    """WebKitGTK's browser by WebDriver."""
    paths = {"Navigate": "url", "ExecuteAsyncScript": "execute/async", "SetTimeouts": "timeouts"}
    browser = next(iter(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser")), None)
    options = {"binary": str(browser), "args": ["--automation"]} if browser else {}
    environment = {**os.environ, "HOME": str(place), "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
    display = ["xvfb-run", "-a"] if "DISPLAY" not in os.environ and shutil.which("xvfb-run") else []
    process = subprocess.Popen([*display, "WebKitWebDriver", "--port=4445"], env=environment)
    session = ""

    def send(name: str, values: dict[str, Any]) -> Any:
        address = "http://127.0.0.1:4445/session" + (f"/{session}/{paths[name]}" if session else "")
        request = Request(address, json.dumps(values).encode(), {"Content-Type": "application/json"})
        with urlopen(request, timeout=2 * PATIENCE) as answer:
            return json.load(answer)["value"]

    try:
        _connected(4445).close()
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        session = send("NewSession", wanted)["sessionId"]
        yield send
    finally:
        process.terminate()
        process.wait()


BROWSERS = {"firefox": ("firefox-esr", firefox), "webkit": ("WebKitWebDriver", webkit)}


def _connected(port: int) -> socket.socket:
    """A connection to a program that is starting."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=2 * PATIENCE)
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, *_values: object) -> None:
        """Say nothing."""


@contextmanager
def _page() -> Iterator[str]:
    with TemporaryDirectory() as place:
        write_page(Path(place))
        with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Silent, directory=place)) as server:
            Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{server.server_port}/"
            server.shutdown()


def try_flows(send: Command, address: str) -> bool:
    """Run every flow and say how it went; whether all went well."""
    send("SetTimeouts", {"script": 1000 * PATIENCE})
    send("Navigate", {"url": f"{address}#deal=1"})
    is_good = True
    for name, flow in FLOWS.items():
        end = "(found) => done(['ok', found]), (error) => done(['failed', String(error)])"
        script = f"{_HELPERS}(async () => {{{flow}}})().then({end});"
        status, found = send("ExecuteAsyncScript", {"script": script, "args": []})
        print(f"  {name}: {status} {' '.join(str(found).split())[:90]}", flush=True)
        is_good = is_good and status == "ok"
    return is_good


def main() -> None:
    """Try the browsers that are installed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="BROWSER", help=f"of {', '.join(BROWSERS)} (default: all)")
    names = parser.parse_args().names or list(BROWSERS)
    if unknown := [name for name in names if name not in BROWSERS]:
        parser.error(f"unknown browser {unknown[0]!r}: choose from {', '.join(BROWSERS)}")
    is_good = True
    with _page() as address:
        for name in names:
            program, start = BROWSERS[name]
            print(f"{name}:" if shutil.which(program) else f"{name}: not installed ({program})", flush=True)
            if shutil.which(program):
                with TemporaryDirectory() as place, contextmanager(start)(Path(place)) as send:
                    is_good = try_flows(send, address) and is_good
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()
