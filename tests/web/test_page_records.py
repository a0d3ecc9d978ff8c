"""Who won, with how much help, and what opens next: the player's record is right, and it is his."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import boaf
from tests.web.helpers import cell, expect, played, shown, tap
from tests.web.test_page_memory import results, win

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

Open = Callable[..., "Page"]
SEED = next(seed for seed in range(2, 20) if boaf.solve(boaf.deal(seed, 3, 3)).moves)
START = f"deal={SEED}&rows=3&cols=3"
MOVES = boaf.solve(boaf.deal(SEED, 3, 3)).moves
"""A solution of a small winnable deal."""


def won_by(page: Page, start: str = START) -> str | None:
    found: str | None = results(page).get(start, {}).get("by")
    return found


def go_to(page: Page, fragment: str) -> None:
    """Open a fragment as a fresh visit of the same browser."""
    host = page.url.partition("#")[0]
    page.goto("about:blank")
    page.goto(f"{host}#{fragment}" if fragment else host)
    page.locator("body.is-ready").wait_for()


@pytest.mark.thorough
def test_my_own_address_in_another_tab_holds_my_own_moves(open_page: Open) -> None:
    page = open_page(START)
    for move in MOVES[:3]:
        tap(page, move)
    address = page.url
    other = page.context.new_page()
    other.goto(address)
    for move in MOVES[3:]:
        tap(other, move)
    expect(other.locator("#help-answer")).to_contain_text("Won without help.")
    assert won_by(other) == "you"
    other.close()


@pytest.mark.thorough
def test_a_friends_move_that_i_make_again_is_mine(open_page: Open) -> None:
    page = open_page(f"{START}&moves={MOVES[0]}")
    page.keyboard.press("r")
    for move in MOVES:
        tap(page, move)
    expect(page.locator("#help-answer")).to_contain_text("Won without help.")
    assert won_by(page) == "you"


@pytest.mark.thorough
def test_a_finished_link_is_nobodys_win_and_takes_none_away(open_page: Open) -> None:
    page = open_page(f"{START}&moves={'.'.join(map(str, MOVES))}")
    page.keyboard.press("u")
    page.keyboard.press("y")
    expect(page.locator("#outcome-title")).to_have_text("One stack is left")
    assert won_by(page) is None
    go_to(page, f"{START}&moves={'.'.join(map(str, MOVES[:-1]))}")
    tap(page, MOVES[-1])
    assert won_by(page) == "link"
    page.keyboard.press("r")
    for move in MOVES:
        tap(page, move)
    assert won_by(page) == "you", "a better win replaces a worse one"


@pytest.mark.thorough
def test_help_counts_positions_and_a_restart_takes_moves_back(open_page: Open) -> None:
    page = open_page(START)
    for _ in range(6):
        page.keyboard.press("h")
        expect(page.locator("#help-answer")).not_to_contain_text("Asking")
    tap(page, MOVES[0])
    tap(page, MOVES[1])
    page.keyboard.press("r")
    record = results(page)[START]
    assert (record["hints"], record["undos"]) == (1, 2)
    go_to(page, "deal=1")
    page.get_by_role("switch", name="Analyse").click()
    tap(page, boaf.solve(boaf.deal(1)).moves[0])
    record = results(page)["deal=1"]
    assert (record["hints"], record["analysed"]) == (0, True)


def test_the_next_morning_opens_todays_deal(open_page: Open) -> None:
    page = open_page(START)
    for move in MOVES:
        tap(page, move)
    go_to(page, "")
    expect(page.locator("#deal-title")).to_contain_text("Deal of ")
    expect(page.locator("#stacks-left")).to_have_text("16")
    go_to(page, START)
    tap(page, MOVES[0])
    go_to(page, "")
    expect(page.locator("#stacks-left")).to_have_text("8")
    script = """() => {
        const game = JSON.parse(localStorage.getItem("boaf-game"));
        localStorage.setItem("boaf-game", JSON.stringify({ ...game, day: "2026-01-02" }));
    }"""
    page.evaluate(script)
    go_to(page, "")
    expect(page.locator("#deal-title")).to_contain_text("Deal of ")
    page.get_by_role("button", name="Continue it").click()
    expect(page.locator("#stacks-left")).to_have_text("8")


def test_a_page_left_open_over_midnight_has_the_new_deal(open_page: Open) -> None:
    page = open_page("deal=1", timezone_id="UTC")
    page.clock.install(time="2027-03-01T23:59:00Z")
    go_to(page, "deal=1")
    expect(page.locator("#day-2027-03-01")).to_have_attribute("aria-current", "date")
    page.clock.fast_forward(120_000)
    expect(page.locator("#toast")).to_contain_text("There is a new deal of the day.")
    page.locator("#toast button").click()
    assert "date=2027-03-02" in page.url


@pytest.mark.thorough
def test_the_deal_of_the_day_goes_on_after_the_table(open_page: Open) -> None:
    page = open_page("deal=1", timezone_id="UTC")
    page.clock.install(time="2041-06-05T12:00:00Z")
    go_to(page, "deal=1")
    page.get_by_role("button", name="Play today’s deal").first.click()
    expect(page.locator("#deal-title")).to_have_text("Deal of 5 June 2041")
    seed = re.search(r"deal=(\d+)", page.url)
    assert seed
    puzzle = boaf.rate(boaf.deal(int(seed[1])))
    assert f"difficulty={puzzle.difficulty}" in page.url


def test_where_storage_is_refused_help_counts_and_the_player_is_told(open_page: Open) -> None:
    page = open_page("deal=1", timezone_id="UTC")
    script = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
    page.add_init_script(script)
    go_to(page, START)
    page.keyboard.press("h")
    expect(page.locator("#help-answer")).to_contain_text("can still be won")
    for move in MOVES:
        tap(page, move)
    expect(page.locator("#help-answer")).to_contain_text("Won with 1 hint.")
    expect(page.locator("#statistics")).to_contain_text("forgotten when you close it")


def test_a_move_writes_one_record_however_many_there_are(open_page: Open) -> None:
    page = open_page("deal=1")
    script = """() => {
        const record = { begun: true, won: "2026-03-04", by: "you", difficulty: 3, seconds: 100, undos: 2 };
        for (let k = 0; k < 2000; k++) localStorage.setItem(`boaf-result:deal=${1000 + k}`, JSON.stringify(record));
    }"""
    page.evaluate(script)
    go_to(page, START)
    expect(page.locator("#statistics")).to_contain_text(re.compile(r"played\s*2,000"))  # which reads them all
    page.evaluate("""() => {
        window.written = [];
        const write = Storage.prototype.setItem;
        Storage.prototype.setItem = function (key, value) {
            window.written.push(key);
            write.call(this, key, value);
        };
        window.read = 0;
        const parse = JSON.parse;
        JSON.parse = (...values) => { window.read += 1; return parse(...values); };
    }""")
    tap(page, MOVES[0])
    page.keyboard.press("u")
    keys = page.evaluate("window.written")
    assert set(keys) == {f"boaf-result:{START}", "boaf-game"}
    assert page.evaluate("window.read") < 10
    expect(page.locator("#statistics")).to_contain_text(re.compile(r"played\s*2,001"))
    expect(page.locator("#statistics")).to_contain_text(re.compile(r"Time\s*1:40\s*1:40"))


def test_results_and_settings_go_into_a_file_and_come_back(open_page: Open, tmp_path: Path) -> None:
    page = open_page(START)
    for move in MOVES:
        tap(page, move)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save to a file").click()
    kept = tmp_path / "mine.json"
    download.value.save_as(kept)
    saved = json.loads(kept.read_text())
    assert (saved["kind"], saved["results"][START]["by"]) == ("boaf-player", "you")
    page.evaluate("localStorage.clear()")
    go_to(page, "deal=1")
    page.locator("#data-import").set_input_files(kept)
    expect(page.locator("#toast")).to_have_text("Loaded: 1 result was new.")
    assert won_by(page) == "you"
    other = tmp_path / "other.json"
    other.write_text("[]")
    page.locator("#data-import").set_input_files(other)
    expect(page.locator("#toast")).to_have_text("This is not a file that this page has saved.")


def test_the_shared_text_has_a_sign_for_every_move_and_no_spoiler(open_page: Open) -> None:
    page = open_page(START)
    board = boaf.deal(SEED, 3, 3)
    tap(page, MOVES[0])
    page.keyboard.press("u")
    signs = []
    for move in MOVES:
        good = sum(verdict == "solvable" for _, verdict in boaf.analyze(board).moves)
        signs.append("!" if good == 1 else ".")
        tap(page, move)
        board.push(move)
    page.get_by_role("button", name="Share").first.click()
    page.get_by_label("Letters instead of symbols").check()
    text = page.get_by_role("group", name="Text", exact=True).inner_text()
    assert text.splitlines()[0] == f"Birds of a Feather · Deal {SEED} 2/3"
    assert "".join([signs[0], "<", *signs]) in text.splitlines()
    assert not any(shown(move) in text or str(move) in text for move in MOVES)
    page.get_by_label("Letters instead of symbols").uncheck()
    line = page.get_by_role("group", name="Text", exact=True).inner_text().splitlines()
    assert any(set(row.replace("\ufe0f", "")) <= set("🟦🟩↩") for row in line if "🟩" in row)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="The key move").click()
    expect(page.locator("#mattered .reason, #toast")).to_contain_text([re.compile("still won|could have lost")])


def test_a_rush_has_positions_with_one_winning_move(open_page: Open) -> None:
    page = open_page("deal=1")
    page.keyboard.press("n")
    page.get_by_role("button", name="Rush").click()
    for number in range(2):
        expect(page.locator("#help-answer")).to_have_text(
            re.compile(rf"^Find the only move that wins\. .* {number} solved\.$")
        )
        labels = page.locator("#grid .cell").evaluate_all(
            "all => all.map((cell) => cell.querySelector('.stack')?.dataset.card ?? '--')"
        )
        cols = 3 if len(labels) == 9 else 4
        rows = [" ".join(labels[k : k + cols]) for k in range(0, len(labels), cols)]
        board = boaf.Board(" / ".join(rows))
        winning = [move for move, verdict in boaf.analyze(board).moves if verdict == "solvable"]
        assert len(winning) == 1
        tap(page, winning[0])
        expect(page.locator("#help-answer")).to_have_text("Right!")
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#outcome-title")).to_have_text("2 positions solved")
    rating = page.evaluate("JSON.parse(localStorage.getItem('boaf')).rating")
    assert rating > 1000
    page.locator("#help-actions").get_by_role("button", name="Play today’s deal").click()
    expect(page.locator("#deal-title")).to_contain_text("Deal of ")


def test_cards_that_do_not_match_say_why(open_page: Open) -> None:
    page = open_page("deal=1")
    one, other = boaf.deal(1).tops[0], boaf.deal(1).tops[5]
    assert one
    assert other
    cell(page, one).click()
    cell(page, other).click()
    said = f"{shown(one)} and {shown(other)} are not in the same row or column."
    expect(page.locator("#help-answer")).to_have_text(said)
    expect(cell(page, other)).to_have_attribute("aria-selected", "true")
    expect(page.locator("#said")).to_be_hidden()
    assert played(page) == []


def test_days_in_the_calendar_are_one_tab_stop(open_page: Open) -> None:
    page = open_page("deal=1", timezone_id="UTC")
    page.clock.install(time=f"{date(2027, 3, 17)}T12:00:00Z")
    go_to(page, "deal=1")
    expect(page.locator("button.day[tabindex='0']")).to_have_count(1)
    page.locator("#day-2027-03-17").focus()
    page.keyboard.press("ArrowUp")
    earlier = date(2027, 3, 17) - timedelta(7)
    expect(page.locator(f"#day-{earlier}")).to_be_focused()


@pytest.mark.thorough
def test_the_win_of_the_day_says_how_many_stars(open_page: Open) -> None:
    page = open_page("deal=1")
    page.get_by_role("button", name="Play today’s deal").first.click()
    today = date.fromisoformat(page.evaluate("new Date().toLocaleDateString('sv')"))
    win(page, boaf.daily(today).board)
    expect(page.locator("#outcome-title")).to_have_text("Birds of a feather! ★★★")
    expect(page.locator("#today")).to_contain_text("Today’s deal is won. ★★★")
    expect(page.locator("#help-actions button").first).to_have_text("Share")
