"""Players that are plug-ins: the server moves for those it was given and no others, and the page shows them."""

from __future__ import annotations

import os
import shutil
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import boaf
from boaf import web
from tests.web.conftest import PLAIN, boaf_play
from tests.web.helpers import expect, played, shown

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "examples" / "plugin"
BAD = "tests.plugins.badly_behaved"
GOOD = f"{BAD}:First"
BOARD = boaf.deal(1)


@pytest.fixture(autouse=True)
def no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give plug-ins more time for a move: the machine may be busy."""
    monkeypatch.setattr("boaf.web.answers.MOST_SECONDS", 60.0)


def ask(player: str, *players: str) -> tuple[int, dict[str, object]]:
    """What the server says that has these plug-ins when a player is asked for a move."""
    from fastapi.testclient import TestClient

    answer = TestClient(web.create_app(players=players)).post(
        "/api/think", json={"board": BOARD.text(), "player": player}
    )
    return answer.status_code, answer.json()


@pytest.mark.thorough
def test_a_plugin_of_the_server_moves() -> None:
    status, thought = ask(GOOD, GOOD)
    assert status == 200
    assert (thought["move"], thought["reason"]) == (str(BOARD.legal_moves[0]), "plug-in")


@pytest.mark.parametrize("player", [GOOD, "command true", "cautious", "x" * 3000])
def test_clients_cannot_make_the_server_run_anything_else(player: str) -> None:
    status, problem = ask(player)
    assert status == 422
    assert str(problem["error"]).startswith("player: ")
    assert len(str(problem["error"])) < 300


@pytest.mark.parametrize(
    ("player", "error"),
    [
        pytest.param(f"{BAD}:Cheats", "chose AC-KS, which is illegal", marks=pytest.mark.thorough),
        pytest.param(f"{BAD}:Dawdles", "gave no answer within 0.1 s", marks=pytest.mark.slow),
        pytest.param(f"{BAD}:fails", "ended with status 1: ZeroDivisionError", marks=pytest.mark.thorough),
        pytest.param("no_such_module:Player", "cannot be loaded: ModuleNotFoundError", marks=pytest.mark.thorough),
        ("command true", "ended with status 0"),
    ],
)
def test_a_plugin_that_fails_is_named(player: str, error: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if player.endswith("Dawdles"):
        monkeypatch.setattr("boaf.web.answers.MOST_SECONDS", 0.1)
    status, problem = ask(player, player)
    assert status == 503
    assert str(problem["error"]).startswith(f"{player} ")
    assert error in str(problem["error"])


def test_boaf_play_refuses_a_player_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    from boaf.cli import main

    assert main(["play", "--no-browser", "--player", "nobody"]) == 2
    assert capsys.readouterr().err.startswith("boaf: unknown player 'nobody': choose from random, greedy")


@pytest.fixture(scope="module")
def plugin_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where `boaf play` serves the page, with the template installed and two bad players named."""
    place = tmp_path_factory.mktemp("installed")
    shutil.copytree(TEMPLATE / "src", place, dirs_exist_ok=True)
    project = tomllib.loads((TEMPLATE / "pyproject.toml").read_text())["project"]
    record = place / "boaf_example_plugin-0.1.0.dist-info"
    record.mkdir()
    (record / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 0.1.0\n")
    points = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in found.items())
        for group, found in project["entry-points"].items()
    ]
    (record / "entry_points.txt").write_text("".join(points))
    path = os.pathsep.join([str(place), str(ROOT), os.environ.get("PYTHONPATH", "")])
    with boaf_play("--player", f"{BAD}:Cheats", "--player", f"{BAD}:Stumbles", PYTHONPATH=path) as found:
        yield found


def open_watch(page: Page) -> None:
    page.locator("body.is-ready").wait_for()
    page.get_by_role("switch", name="Analyse").click()
    page.get_by_text("Watch a player", exact=True).click()


@pytest.mark.slow
def test_the_page_shows_plugins_and_survives_bad_ones(browser: Browser, plugin_address: str) -> None:
    with browser.new_context(**PLAIN) as context:
        page = context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{plugin_address}#deal=1&rows=3&cols=3")
        open_watch(page)
        watch, step = page.locator("#watch"), page.locator("#watch").get_by_role("button", name="Step")
        player, thought = watch.get_by_label("Player"), page.locator("#watch-thought")
        player.select_option(label="cautious (plug-in)")
        step.click()
        expect(thought).to_contain_text("Played")
        expect(thought).to_contain_text(shown(played(page)[0]))
        player.select_option(f"{BAD}:Cheats")
        step.click()
        expect(thought).to_contain_text(
            f"The plug-in {BAD}:Cheats gave no move. {BAD}:Cheats chose AC-KS, which is illegal"
        )
        player.select_option(f"{BAD}:Stumbles")
        watch.get_by_role("button", name="Play").click()
        expect(thought).to_contain_text("RuntimeError: lost the thread")
        expect(watch.get_by_role("button", name="Play")).to_be_visible()
        assert len(played(page)) == 1
        player.select_option("cautious")
        watch.get_by_role("button", name="Play").click()
        expect(page.locator("#legal-moves")).to_have_text("0")
        assert not errors


@pytest.mark.slow
def test_the_page_of_a_web_host_has_no_plugins_and_asks_no_server(open_page: Callable[..., Page]) -> None:
    page = open_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    open_watch(page)
    assert page.locator("#watch-player option").count() == 5
    page.locator("#watch").get_by_role("button", name="Step").click()
    expect(page.locator("#watch-thought")).to_contain_text("Played")
    assert not [url for url in asked if "/api/" in url]
