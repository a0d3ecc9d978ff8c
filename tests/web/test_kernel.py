"""The kernel in the browser answers what the server answers."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

import boaf
from boaf.deals import random_board
from boaf.web import answers

pytestmark = pytest.mark.slow

Open = Callable[..., Page]
SIZES = [(1, 1), (2, 3), (4, 4), (5, 5), (7, 7), (4, 13)]
ASK = """async (questions) => {
    const { ask } = await import("/static/kernel/client.js");
    return Promise.all(questions.map(([path, body]) => ask(path, body).catch((error) => error.message)));
}"""


def ask(page: Page, path: str, boards: list[boaf.Board]) -> list[Any]:
    """What the browser's kernel says about some boards."""
    return list(page.evaluate(ASK, [(path, {"board": board.text()}) for board in boards]))


def test_the_graphs_are_those_of_the_server(open_page: Open) -> None:
    boards = [make(seed, *size) for size in SIZES for seed in range(20) for make in (boaf.deal, random_board)]
    for board, given in zip(boards, ask(open_page(), "graph", boards), strict=True):
        assert given == answers.graph(board).model_dump(mode="json"), board


def test_a_question_that_makes_no_sense_is_refused_in_words(open_page: Open) -> None:
    found = open_page().evaluate(ASK, [("graph", {"board": "7H 7H"})])
    assert found == ["this is not a board: 7H 7H"]


def test_a_question_that_is_called_off_is_not_answered(open_page: Open) -> None:
    script = """async ([path, body]) => {
        const { ask } = await import("/static/kernel/client.js");
        const controller = new AbortController();
        const first = ask(path, body, controller.signal).catch((error) => error.name);
        const second = ask(path, body);
        controller.abort();
        const late = await ask(path, body, controller.signal).catch((error) => error.name);
        return [await first, late, (await second).flocks.length];
    }"""
    question = ("graph", {"board": boaf.deal(1264).text()})
    assert open_page().evaluate(script, question) == ["AbortError", "AbortError", 2]
