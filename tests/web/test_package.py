"""The JavaScript package answers what Python answers, and a page on another origin can use it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable, Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from itertools import islice
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import boaf
from boaf.deals import random_board
from boaf.kernel.dealing import cards_of
from boaf.solvers.endgame import VERDICTS
from boaf.support.errors import ParseError
from tests.prove.boards import unsolvable_seeds
from tests.web.browser_kernel import boards_of_all_kinds
from tests.web.conftest import PLAIN, QuietHandler, serve_files
from tests.web.test_players import ask

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed"),
]

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "js"
NARROW = 16
SHAPES = {(4, 4): 50_000, (3, 3): 11_000, (3, 4): 10_000, (2, 7): 10_000, (1, 8): 4_000, (8, 2): 5_000, (5, 3): 5_000}
LARGE_SHAPES = {(4, 5): 3_000, (5, 5): 1_500, (6, 6): 300, (7, 7): 100, (4, 13): 100}
MISTAKES = (
    "", "--", "-- / --", "7H 6C / 5C", "7H 6C 5C / 5D", "7H 7H", "7H 6C / 5C 7H+2D", "1H 2H", "7H+ 6C", "7X", "0.1 2.2",
    "7H 6C\n8D 9", "| 7H | | 6X |", "7H6C5", "7H6C5D4S3H", "it's", 'a"b\'c', " 7H  XX ", "1010H", "7H++6C", "♥7", "é1",
)  # fmt: skip
BOARDS = ("7h 10♥ / -- as", "| 7H | |\n| 6C+5D | 4S |", "7H6C5D4S", "57.51 1.2", " 7H ", "7.3 6C", "7H 6C//5D 4S\n\n")


def about(name: str, texts: Iterable[str], **options: float) -> list[Any]:
    """The answers of the package in Node to a question about each of some boards."""
    return ask([(name, {"board": text, **options}) for text in texts])


def test_best_scores_are_those_of_python() -> None:
    boards = [boaf.deal(seed) for seed in unsolvable_seeds()[:40:2]]
    boards += [random_board(seed, *size) for size in ((3, 3), (4, 4), (2, 6), (5, 5)) for seed in range(15)]
    boards += list(islice(boards_of_all_kinds(3, 4), 20))
    for board, given in zip(boards, about("bestScore", [board.text() for board in boards]), strict=True):
        best = boaf.best_score(board)
        expected = (best.verdict, best.score, best.bound, best.nodes)
        assert (given["verdict"], given["score"], given["bound"], given["nodes"]) == expected, board
        for move in given["moves"]:
            board.push(move)
        assert board.score == best.score


def test_boards_are_read_as_in_python_and_mistakes_told_in_the_same_words() -> None:
    given = about("parse", (*BOARDS, *MISTAKES))
    assert given[: len(BOARDS)] == [boaf.Board(text).text() for text in BOARDS]
    for text, answer in zip(MISTAKES, given[len(BOARDS) :], strict=True):
        with pytest.raises(ParseError) as raised:
            boaf.Board(text)
        error = raised.value
        told = answer["error"]
        assert (told["message"], told["row"], told["column"]) == (str(error), error.row, error.column), text
        if error.start is not None:
            assert (told["start"], told["end"]) == (error.start, error.end), text


def test_limits_leave_a_board_open() -> None:
    hard = boaf.deal(360528).text()
    for limits, verdict in (({"maxNodes": 10}, "unknown"), ({"maxSeconds": 0}, "unknown"), ({}, "unsolvable")):
        (answer,) = about("solve", [hard], **limits)
        assert answer["verdict"] == verdict


def check_puzzles(wishes: list[tuple[int, int, int]]) -> None:
    asked = [("generate", {"difficulty": d, "rows": r, "cols": c, "seed": 7, "count": 2}) for d, r, c in wishes]
    for (difficulty, rows, cols), given in zip(wishes, ask(asked), strict=True):
        for puzzle, expected in zip(given, boaf.generate(difficulty, 2, rows, cols, seed=7), strict=True):
            assert (puzzle["seed"], puzzle["board"]) == (expected.seed, expected.board.text())
            assert (puzzle["score"], puzzle["certainty"]) == (expected.rating.score, expected.rating.certainty)
            assert expected.board.is_solved_by(map(boaf.Move.parse, puzzle["solution"]))


def test_a_seed_gives_the_puzzles_of_python() -> None:
    check_puzzles([(2, 3, 3), (4, 4, 4)])


@pytest.mark.thorough
def test_a_seed_gives_the_puzzles_of_python_on_other_sizes() -> None:
    check_puzzles([(level, *size) for level in (1, 3, 5) for size in ((3, 3), (4, 4), (3, 5), (5, 5))])


@pytest.mark.thorough
def test_a_difficulty_that_a_size_does_not_have_is_refused_as_in_python() -> None:
    (given,) = ask([("generate", {"difficulty": 3, "rows": 1, "cols": 2})])
    with pytest.raises(boaf.BoafError) as raised:
        boaf.generate(3, 1, 1, 2)
    assert given["error"]["message"] == str(raised.value)


@pytest.mark.thorough
def test_100_000_boards_of_many_shapes_are_decided_as_by_python() -> None:
    shapes = SHAPES | LARGE_SHAPES
    assert sum(shapes.values()) == 100_000
    wrong = []
    for (rows, cols), count in shapes.items():
        boards = list(islice(boards_of_all_kinds(rows, cols), count))
        batch = boaf.solve_many(np.array([cards_of(board) for board in boards]), rows, cols, tables=6)
        expected = zip(map(VERDICTS.__getitem__, batch.statuses.tolist()), batch.nodes.tolist(), strict=True)
        given = about("solve", [board.text() for board in boards])
        for board, answer, (verdict, nodes) in zip(boards, given, expected, strict=True):
            # On large boards Python has more room for collapse sets, which changes the number of nodes.
            if answer["verdict"] != verdict or (rows * cols <= NARROW and answer["nodes"] != nodes):
                wrong.append((board.text(), answer, str(verdict), nodes))
            elif verdict == "solvable":
                assert board.is_solved_by(map(boaf.Move.parse, answer["moves"]))
    assert wrong == []


class SharingHandler(QuietHandler):
    """A host whose files pages of other origins may use."""

    def end_headers(self) -> None:
        """Say so with everything."""
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a host that has the built package."""
    if not (PACKAGE / "node_modules" / "esbuild").is_dir():
        pytest.skip("the package is built with esbuild: npm install --prefix js")
    folder = tmp_path_factory.mktemp("package") / "dist"
    subprocess.run(["node", "build.js", str(folder)], cwd=PACKAGE, check=True)
    handler = partial(SharingHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_a_page_of_another_origin_uses_the_single_file_as_the_readme_says(
    browser: Browser, package: str, tmp_path: Path
) -> None:
    readme = (PACKAGE / "README.md").read_text(encoding="utf-8")
    example = readme.partition("```html\n")[2].partition("```")[0]
    with serve_files(tmp_path) as address, browser.new_context(**PLAIN) as context:
        (tmp_path / "index.html").write_text(example.replace("https://example.org/boaf/", package), encoding="utf-8")
        page = context.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(address)
        moves = page.wait_for_function("() => document.body.textContent.includes('-') && document.body.textContent")
        assert boaf.deal(1).is_solved_by(map(boaf.Move.parse, moves.json_value().split()))
        assert {url for url in asked if url.startswith("http") and url != address} == {f"{package}boaf.single.js"}


def test_the_single_file_works_under_a_strict_policy(browser: Browser, package: str, tmp_path: Path) -> None:
    script = """async (address) => {
        const { deal, Kernel } = await import(address);
        const answers = [];
        for (const worker of [true, false]) {
            const kernel = new Kernel({ worker });
            answers.push((await kernel.solve(deal(1264)).catch((error) => error)).verdict);
        }
        return answers;
    }"""
    with serve_files(tmp_path) as address, browser.new_context(**PLAIN) as context:
        policy = f"default-src 'none'; script-src {package} 'wasm-unsafe-eval'; worker-src blob:"
        (tmp_path / "index.html").write_text(f'<meta http-equiv="Content-Security-Policy" content="{policy}">')
        page = context.new_page()
        page.goto(address)
        assert page.evaluate(script, f"{package}boaf.single.js") == ["unsolvable", "unsolvable"]
