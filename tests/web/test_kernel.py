"""The kernel in the browser answers what the server answers."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import boaf
from boaf.deals import random_board
from boaf.web import answers
from tests.prove.boards import unsolvable_seeds
from tests.web.browser_kernel import Kernel, boards_of_all_kinds, differences, kernel_in
from tests.web.test_page_rules import LARGE_DECK

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

SIZES = [(1, 2), (2, 3), (3, 5), (2, 8), (4, 4), (5, 4), (5, 5)]
TOO_HARD = (
    "KS QS 4H 6D AC TH 2C 7D 9H / TD 6H 2S 4C 7H KC 9D AS QC / 2H TC KD AH QD 5S 7S 9C 6S / 6C 3D 7C 9S TS AD KH QH 2D"
)
"""It has more collapse sets than there is room for, and resists millions of nodes of the search."""
HARD_DEALS = (10, 190, 687168, 221602, 11982, 360528)
ROOT = Path(__file__).parents[2]
MODULES = ROOT / "src" / "boaf" / "web" / "static" / "kernel"


@pytest.fixture(scope="module")
def kernel(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kernel]:
    with kernel_in(browser, tmp_path_factory.mktemp("page")) as found:
        yield found


def test_verdicts_and_nodes_are_those_of_python(kernel: Kernel) -> None:
    assert differences(kernel, list(islice(boards_of_all_kinds(4, 4), 4000))) == []


@pytest.mark.parametrize("size", SIZES)
def test_verdicts_on_boards_of_other_sizes_are_those_of_python(kernel: Kernel, size: tuple[int, int]) -> None:
    assert differences(kernel, list(islice(boards_of_all_kinds(*size), 60))) == []


@pytest.mark.parametrize("size", [(7, 7), (4, 13)])
def test_verdicts_on_large_deals_are_those_of_python(kernel: Kernel, size: tuple[int, int]) -> None:
    assert differences(kernel, [boaf.deal(seed, *size) for seed in range(30)]) == []


def test_every_move_is_judged_as_by_python(kernel: Kernel) -> None:
    boards = [board for size in SIZES[:5] for board in islice(boards_of_all_kinds(*size), 12)]
    boards += [*map(boaf.deal, HARD_DEALS), *(boaf.deal(seed, 5, 5) for seed in range(3))]
    for board, given in zip(boards, kernel.about("analyze", boards), strict=True):
        assert given == answers.analyze(board).model_dump(mode="json"), board


def test_games_are_judged_as_by_python(kernel: Kernel) -> None:
    boards, questions = [], []
    for seed in range(40):
        board = boaf.deal(seed)
        first = board.text()
        while not board.is_over:
            board.push(board.legal_moves[seed % len(board.legal_moves)])
        boards.append(board)
        questions.append(("history", {"board": first, "moves": [str(move) for move in board.moves]}))
    for board, given in zip(boards, kernel.ask(questions), strict=True):
        assert given == answers.history(board).model_dump(mode="json"), board


def test_reasons_are_those_of_python_word_for_word(kernel: Kernel) -> None:
    boards = [boaf.deal(seed) for seed in unsolvable_seeds()[::4]]
    boards += [random_board(seed, *size) for size in SIZES for seed in range(60)]
    boards += [boaf.deal(seed) for seed in HARD_DEALS]
    boards.append(boaf.Board(LARGE_DECK))
    conditions = set()
    for board, given in zip(boards, kernel.about("explain", boards), strict=True):
        expected = answers.explain(board).model_dump(mode="json")
        assert given == expected, board
        conditions.add(expected["proof"] and expected["proof"]["condition"])
    assert conditions >= {"odd-bird", "multiple-flocks", "cut-edge", "lollipop-stick", "stranded", "lynchpin"}
    assert conditions >= {"cut-vertex", "collapse", "search", None}


def test_the_graphs_are_those_of_the_server(kernel: Kernel) -> None:
    boards = [board for size in SIZES for board in islice(boards_of_all_kinds(*size), 20)]
    for board, given in zip(boards, kernel.about("graph", boards), strict=True):
        assert given == answers.graph(board).model_dump(mode="json"), board


def test_a_question_that_makes_no_sense_is_refused_in_words(kernel: Kernel) -> None:
    large = " / ".join([" ".join(["--"] * 8)] * 8) + " / 14.3" + " --" * 7
    questions = [
        ("graph", {"board": "7H 7H"}),
        ("solve", {"board": large}),
        ("history", {"board": "7H 6C", "moves": ["7H-2C"]}),
    ]
    assert kernel.ask(questions) == [
        "card 7H in row 1, column 2 is already in row 1, column 1",
        "a 9 × 8 board has 72 cells; the solver takes up to 64",
        "7H-2C: 2C is not the top card of a stack",
    ]


@pytest.mark.thorough
def test_a_board_that_is_too_hard_is_left_open(kernel: Kernel) -> None:
    (answer,) = kernel.about("solve", [boaf.Board(TOO_HARD)], maxSeconds=5)
    assert (answer["verdict"], answer["moves"]) == ("unknown", [])
    assert answer["seconds"] >= 5


def test_a_question_that_is_called_off_makes_room_for_the_next(kernel: Kernel) -> None:
    script = """async ([hard, easy]) => {
        const { solve } = await import("/static/kernel/boaf.js");
        const controller = new AbortController();
        const first = solve(hard, { signal: controller.signal }).catch((error) => error.name);
        const second = solve(easy).then(({ verdict }) => ({ verdict, at: performance.now() }));
        await new Promise((resolve) => setTimeout(resolve, 200));
        const calledOff = performance.now();
        controller.abort();
        const late = await solve(easy, { signal: controller.signal }).catch((error) => error.name);
        const { verdict, at } = await second;
        return [await first, late, verdict, at - calledOff < 3000];
    }"""
    found = kernel.page.evaluate(script, [TOO_HARD, boaf.deal(1).text()])
    assert found == ["AbortError", "AbortError", "solvable", True]


@pytest.mark.thorough
@pytest.mark.skipif(find_spec("ziglang") is None, reason="the module is linked with ziglang, of boaf[dev]")
@pytest.mark.parametrize("name", ["kernel.wasm", "players.wasm"])
def test_the_module_is_what_the_sources_compile_to(tmp_path: Path, name: str) -> None:
    command, module = [sys.executable, str(ROOT / "tools" / "native" / "build.py")], MODULES / name
    made_with = subprocess.run([*command, "--tools"], check=True, capture_output=True).stdout.strip()
    if made_with not in module.read_bytes():
        pytest.skip("the module was built with other versions of the tools, which give other bytes")
    subprocess.run([*command, name, "--out", str(tmp_path)], check=True, capture_output=True)
    assert (tmp_path / name).read_bytes() == module.read_bytes()
    assert b".py" not in module.read_bytes()  # the name of a file on the machine that built it
