"""How long the browser's kernel takes: hints in a game, and the hardest deals of the first million.

    python benchmarks/browser.py             # 4,000 positions of games, and the hardest thousand
    python benchmarks/browser.py --deals 0   # the positions only

A question goes to the worker and its answer comes back as on the page, in a headless Chromium, one after another, when
the module is loaded. Positions are those of random games on numbered deals, all of them from the deal to the end. A
deal is hard by the nodes that it takes. The load average of the machine is printed too, because other work on it takes
from the browser.
"""

from __future__ import annotations

import argparse
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Page, sync_playwright

from boaf import deal, solve_many
from boaf.deals import SplitMix64
from boaf.web.page import write_page

HINT, HARD = 20, 2000
"""The milliseconds that 99 % of the hints, and all of the hardest deals, are to stay under."""
_TIME = """async ([name, boards]) => {
    const boaf = await import("/static/kernel/boaf.js");
    await boaf[name](boards[0]);
    const times = [];
    for (const board of boards) {
        const asked = performance.now();
        await boaf[name](board);
        times.push(performance.now() - asked);
    }
    return times;
}"""


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def browser_page() -> Iterator[Page]:
    """A page of a browser that can load the kernel."""
    with TemporaryDirectory() as place, sync_playwright() as playwright:
        write_page(Path(place))
        with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Silent, directory=place)) as server:
            Thread(target=server.serve_forever, daemon=True).start()
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{server.server_port}/static/icon.svg")
            yield page
            browser.close()
            server.shutdown()


def positions_of_games() -> Iterator[str]:
    """The positions of random games, from their deals on."""
    random = SplitMix64(0)
    for seed in range(1 << 31):
        board = deal(seed)
        yield board.text()
        while not board.is_over:
            board.push(board.legal_moves[random.below(len(board.legal_moves))])
            yield board.text()


def hardest_deals(deals: int, count: int) -> list[str]:
    """The numbered deals below a bound that take the most nodes."""
    nodes = solve_many(range(deals), tables=6).nodes
    return [deal(int(seed)).text() for seed in np.argsort(-nodes, kind="stable")[:count]]


def show(name: str, times: NDArray[np.float64], bound: int) -> None:
    """One line of figures, in milliseconds."""
    half, most, worst = np.percentile(times, [50, 99, 100])
    share = np.mean(times < bound)
    print(f"{name:32} {len(times):6,}  {half:8.2f} {most:8.2f} {worst:8.2f}  {share:7.2%} under {bound} ms", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=4000, help="how many positions of games")
    parser.add_argument("--deals", type=int, default=1_000_000, help="among how many deals to look for the hardest")
    parser.add_argument("--hardest", type=int, default=1000, help="how many of these")
    arguments = parser.parse_args()
    print(f"{'question':32} {'asked':>6}  {'median':>8} {'99 %':>8} {'longest':>8}  (load {os.getloadavg()[0]:.1f})")
    with browser_page() as page:
        boards = list(islice(positions_of_games(), arguments.positions))
        for path in ("solve", "analyze", "explain"):
            show(f"{path}, positions of games", np.array(page.evaluate(_TIME, [path, boards])), HINT)
        if arguments.deals:
            boards = hardest_deals(arguments.deals, arguments.hardest)
            for path in ("solve", "analyze", "explain"):
                show(f"{path}, hardest deals", np.array(page.evaluate(_TIME, [path, boards])), HARD)


if __name__ == "__main__":
    main()
