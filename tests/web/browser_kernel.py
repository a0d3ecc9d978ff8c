"""The browser's kernel in a real browser, from the files that `boaf page` writes, next to what Python says.

    python -m tests.web.browser_kernel --boards 100000

compares verdicts and nodes on this many 4 × 4 deals and positions, which takes some minutes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TYPE_CHECKING, Any

import numpy as np

import boaf
from boaf.deals import SplitMix64, random_board
from boaf.kernel.dealing import cards_of
from boaf.solvers.endgame import VERDICTS
from boaf.web.page import write_page
from tests.web.conftest import ARGUMENTS, CHROMIUM

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

AT_ONCE = 2000
_ASK = """async (questions) => {
    const boaf = await import("/static/kernel/boaf.js");
    const ask = async (name, { board, moves, ...options }) => {
        if (name === "graph") return boaf.graphOf(boaf.parse(board));
        return moves ? boaf.history(board, moves, options) : boaf[name](board, options);
    };
    return Promise.all(questions.map(([name, body]) => ask(name, body).catch((error) => error.message)));
}"""


class Kernel:
    """What can be asked of a page that has the kernel."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def ask(self, questions: list[tuple[str, dict[str, Any]]]) -> list[Any]:
        """The answers to questions (name, body); for one that is refused, the message."""
        return list(self.page.evaluate(_ASK, questions))

    def about(self, name: str, boards: list[boaf.Board], **options: float) -> list[Any]:
        """The answers to one question about each of some boards."""
        return self.ask([(name, {"board": board.text(), **options}) for board in boards])


@contextmanager
def kernel_in(browser: Browser, directory: Path) -> Iterator[Kernel]:
    """A kernel from the files of a page that is written to a directory."""
    write_page(directory)
    with served(directory) as address, browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{address}static/icon.svg")  # any file will do: the page itself is not under test
        yield Kernel(page)


@contextmanager
def served(directory: Path) -> Iterator[str]:
    """The address of a plain web server for the files of a directory."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Silent, directory=str(directory))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Nobody wants to read it."""


def boards_of_all_kinds(rows: int, cols: int) -> Iterator[boaf.Board]:
    """Numbered deals, random boards and positions of random games, without end."""
    random, seed = SplitMix64(1), 0
    while True:
        yield boaf.deal(seed, rows, cols)
        yield random_board(seed, rows, cols)
        game = boaf.deal(1_000_000 + seed, rows, cols)
        for _ in range(1 + random.below(rows * cols - 2)):
            if game.is_over:
                break
            game.push(game.legal_moves[random.below(len(game.legal_moves))])
        yield game
        yield boaf.deal(-1 - seed, rows, cols)
        seed += 1


def differences(kernel: Kernel, boards: list[boaf.Board]) -> list[tuple[str, Any, Any]]:
    """The boards of one size on which the browser and Python differ in verdict or nodes, with both answers."""
    cards = np.array([cards_of(board) for board in boards])
    batch = boaf.solve_many(cards, boards[0].rows, boards[0].cols, tables=6)
    expected = [[str(VERDICTS[s]), n] for s, n in zip(batch.statuses.tolist(), batch.nodes.tolist(), strict=True)]
    found = [[answer["verdict"], answer["nodes"]] for answer in kernel.about("solve", boards)]
    pairs = zip(boards, found, expected, strict=True)
    return [(board.text(), given, right) for board, given, right in pairs if given != right]


def main() -> None:
    """Compare many boards and say where the kernels differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=100_000)
    count = parser.parse_args().boards
    boards, wrong = boards_of_all_kinds(4, 4), []
    from playwright.sync_api import sync_playwright

    with TemporaryDirectory() as place, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        with kernel_in(browser, Path(place)) as kernel:
            for done in range(0, count, AT_ONCE):
                wrong += differences(kernel, list(islice(boards, min(AT_ONCE, count - done))))
                if sys.stderr.isatty():
                    print(f"\r{min(done + AT_ONCE, count):,} boards", end="", file=sys.stderr, flush=True)
        browser.close()
    print(json.dumps({"boards": count, "differences": wrong}))


if __name__ == "__main__":
    main()
