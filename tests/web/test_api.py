"""The calls of the API: right answers, bad input refused with the place, a busy server, the headers of every answer."""

import asyncio
import threading
from collections.abc import Iterator

import httpx
import pytest
from fastapi.testclient import TestClient
from hypothesis import given, settings
from hypothesis import strategies as st

import boaf
from boaf.board import Board
from boaf.web.app import create_app
from boaf.web.shield import HEADERS, LOOPBACK
from boaf.web.work import Lane, Work

UNSOLVABLE = [1264, 221602, 360528]
"""The deals that Hoshino & Notarangelo (2019) print."""
client = TestClient(create_app())
sides = st.integers(1, 3)
small_boards = st.builds(boaf.random_board, st.integers(0, 10**9), sides, sides)


def ask(call: str, **question: object) -> dict[str, object]:
    answer = client.post(f"/api/{call}", json=question)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def after(board: Board, move: object) -> Board:
    child = board.copy()
    child.push(str(move))
    return child


def oracle(board: Board) -> str:
    return str(boaf.solve(board, "oracle").verdict)


def test_deal_gives_the_numbered_deal() -> None:
    assert client.get("/api/deal?seed=1264").json() == {
        "seed": 1264, "rows": 4, "cols": 4, "board": boaf.deal(1264).text(),
    }  # fmt: skip
    assert client.get("/api/deal?seed=-5&rows=4&cols=13").json()["board"] == boaf.deal(-5, 4, 13).text()


@pytest.mark.parametrize(
    ("question", "board", "seed"),
    [
        ({"text": "1264"}, boaf.deal(1264), 1264),
        ({"text": " -3\n", "rows": 5, "cols": 5}, boaf.deal(-3, 5, 5), -3),
        ({"text": "7h | 6♣\n| | 6H"}, Board("7H 6C / -- 6H"), None),
        ({"text": "7H6C--6H"}, Board("7H 6C / -- 6H"), None),
        ({"text": "7H6C--6H", "rows": 1, "cols": 4}, Board("7H 6C -- 6H"), None),
        ({"text": "-- 7H+6C / -- 6H"}, Board("-- 7H+6C / -- 6H"), None),
    ],
)
def test_board_reads_a_seed_or_any_board_text(question: dict[str, object], board: Board, seed: int | None) -> None:
    assert ask("board", **question) == {
        "board": board.text(), "rows": board.rows, "cols": board.cols, "seed": seed,
    }  # fmt: skip


@settings(max_examples=60)
@given(small_boards)
def test_solve_and_analyze_agree_with_brute_force(board: Board) -> None:
    solved = ask("solve", board=board.text())
    assert solved["verdict"] == oracle(board)
    replay = board.copy()
    for move in solved["moves"]:  # type: ignore[attr-defined]
        replay.push(move)
    assert replay.is_solved == (solved["verdict"] == "solvable")
    analyzed = ask("analyze", board=board.text())
    assert analyzed["verdict"] == solved["verdict"]
    assert analyzed["moves"] == [
        {"move": str(move), "verdict": oracle(after(board, move))} for move in board.legal_moves
    ]


@pytest.mark.slow
@settings(max_examples=15)
@given(st.integers(0, 10**6))
def test_analyze_agrees_with_solve_on_deals(seed: int) -> None:
    board = boaf.deal(seed)
    fates = {fate["move"]: fate["verdict"] for fate in ask("analyze", board=board.text())["moves"]}  # type: ignore[attr-defined]
    for move in board.legal_moves:
        assert fates[str(move)] == ask("solve", board=after(board, move).text())["verdict"]


@settings(max_examples=40)
@given(small_boards, st.data())
def test_history_finds_the_move_that_lost(board: Board, data: st.DataObject) -> None:
    play = board.copy()
    verdicts = [oracle(play)]
    while play.legal_moves and data.draw(st.integers(0, 9)):
        play.push(data.draw(st.sampled_from(play.legal_moves)))
        verdicts.append(oracle(play))
    lost_at = verdicts.index("unsolvable") if "unsolvable" in verdicts else None
    moves = [str(move) for move in play.moves]
    assert ask("history", board=board.text(), moves=moves) == {"verdicts": verdicts, "lost_at": lost_at}


@pytest.mark.parametrize("seed", UNSOLVABLE)
def test_explain_says_why_the_papers_deals_are_unsolvable(seed: int) -> None:
    board = boaf.deal(seed)
    answer = ask("explain", board=board.text())
    proof = boaf.explain(board).proof
    assert proof is not None
    assert answer["verdict"] == "unsolvable"
    found = answer["proof"]
    assert found["condition"] == proof.reason  # type: ignore[index]
    assert " ".join(found["text"]) == proof.text  # type: ignore[index]
    named = {str(board.tops[cell]) for cell in found["cells"]}  # type: ignore[index]
    assert named
    assert all(card in proof.text for card in named)


def test_explain_has_no_proof_for_a_solvable_board() -> None:
    assert ask("explain", board=boaf.deal(1).text()) == {"verdict": "solvable", "proof": None}


@settings(max_examples=60)
@given(small_boards)
def test_graph_is_what_the_rules_say(board: Board) -> None:
    answer = ask("graph", board=board.text())
    tops = board.tops
    pairs = [
        (a, b)
        for a in range(len(tops))
        for b in range(a + 1, len(tops))
        if (one := tops[a]) and (other := tops[b]) and one.matches(other)
    ]
    legal = {frozenset(map(board.cell_of, move)) for move in board.legal_moves}
    assert answer["edges"] == [{"cells": [a, b], "legal": frozenset((a, b)) in legal} for a, b in pairs]
    cells = [cell for cell, card in enumerate(tops) if card]
    flocks = parts(cells, pairs)
    assert sorted(answer["flocks"]) == sorted(flocks)  # type: ignore[call-overload]
    lonely = [cell for cell in cells if len(cells) > 1 and not any(cell in pair for pair in pairs)]
    assert answer["odd_birds"] == lonely
    assert answer["cut_edges"] == [
        list(pair) for pair in pairs if len(parts(cells, [p for p in pairs if p != pair])) > len(flocks)
    ]
    assert answer["articulation_points"] == [
        cell
        for cell in cells
        if len(parts([c for c in cells if c != cell], [p for p in pairs if cell not in p])) > len(flocks)
    ]


@pytest.mark.parametrize("player", ["random", "greedy", "mcts", "flock", "perfect"])
def test_think_says_what_a_player_would_do(player: str) -> None:
    board = boaf.deal(1)
    question = {"board": board.text(), "player": player, "iterations": 50, "seed": 3}
    answer = ask("think", **question)
    candidates = answer["candidates"]
    assert board.is_legal(str(answer["move"]))
    assert candidates[0]["move"] == answer["move"]  # type: ignore[index]
    assert {board.is_legal(candidate["move"]) for candidate in candidates} == {True}  # type: ignore[attr-defined]
    searches = player in ("mcts", "flock")
    assert all((candidate["visits"] is not None) == searches for candidate in candidates)  # type: ignore[attr-defined]
    assert ask("think", **question) == answer
    assert ask("think", board="2H --", player=player) == {"move": None, "reason": None, "candidates": []}


def test_past_its_time_the_perfect_player_goes_on_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    question = {"board": boaf.deal(77).text(), "player": "perfect"}
    assert ask("think", **question)["reason"] == "solution"
    monkeypatch.setattr("boaf.web.games.MOST_SECONDS", 0.0)
    answer = ask("think", **question)
    assert answer["reason"] == "undecided"
    assert boaf.deal(77).is_legal(str(answer["move"]))


def test_every_player_can_be_asked() -> None:
    from typing import get_args

    from boaf.players.registry import PLAYERS
    from boaf.web.models import PlayerName

    assert set(get_args(PlayerName)) == set(PLAYERS)


def test_rate_says_how_hard_a_board_is() -> None:
    from boaf.puzzles.difficulty import ATTRIBUTES, rate

    board = boaf.deal(1)
    rating = rate(board)
    assert ask("rate", board=board.text()) == {
        "verdict": "solvable",
        "difficulty": rating.difficulty,
        "attributes": [
            {"name": name, "value": value, "text": ATTRIBUTES[name]} for name, value in rating.attributes.items()
        ],
    }
    assert ask("rate", board=boaf.deal(1264).text()) == {
        "verdict": "unsolvable", "difficulty": None, "attributes": [],
    }  # fmt: skip


def test_past_its_time_a_rating_is_unknown_and_can_be_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    board = boaf.deal(77).text()
    with monkeypatch.context() as hurry:
        hurry.setattr("boaf.web.games.MOST_SECONDS", 0.0)
        assert ask("rate", board=board) == {"verdict": "unknown", "difficulty": None, "attributes": []}
    assert ask("rate", board=board)["verdict"] == "solvable"


def test_the_warm_up_covers_boards_of_more_than_16_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    from boaf.web import games

    cells: list[int] = []
    for call in ("rate", "think"):
        monkeypatch.setattr(games, call, lambda board, *_: cells.append(board.rows * board.cols))
    games.warm_up()
    assert cells == sorted(cells)
    assert set(cells) == {16, 25}


def test_generate_makes_winnable_boards_of_the_difficulty() -> None:
    wish = {"difficulty": 2, "count": 3, "seed": 7}
    puzzles = ask("generate", **wish)["puzzles"]
    assert len(puzzles) == 3  # type: ignore[arg-type]
    for puzzle in puzzles:  # type: ignore[attr-defined]
        board = boaf.deal(puzzle["seed"])
        assert puzzle["board"] == board.text()
        assert (puzzle["rows"], puzzle["cols"], puzzle["difficulty"]) == (4, 4, 2)
        assert ask("rate", board=board.text())["difficulty"] == 2
    assert ask("generate", **wish)["puzzles"] == puzzles
    drawn = [ask("generate", difficulty=1)["puzzles"] for _ in range(2)]
    assert drawn[0] != drawn[1]


def test_the_puzzle_of_the_day_is_the_same_for_everyone() -> None:
    from datetime import UTC, datetime

    first = client.get("/api/daily?date=2026-11-15").json()
    assert first == TestClient(create_app()).get("/api/daily?date=2026-11-15").json()
    assert first["date"] == "2026-11-15"
    assert first["board"] == boaf.deal(first["seed"]).text()
    assert first != client.get("/api/daily?date=2026-11-16").json()
    days = {datetime.now(UTC).date().isoformat() for _ in range(2)}
    assert client.get("/api/daily").json()["date"] in days | {datetime.now(UTC).date().isoformat()}


@pytest.mark.parametrize("date", ["2026-02-30", "20261115", "today", "", "0000-01-01", "2026-11-15T00:00"])
def test_a_day_that_is_none_is_refused(date: str) -> None:
    assert client.get("/api/daily", params={"date": date}).status_code == 422


def test_predict_shows_the_models_beside_the_truth() -> None:
    solvable, unsolvable = (ask("predict", board=boaf.deal(seed).text()) for seed in (1, 1264))
    assert (solvable["verdict"], unsolvable["verdict"]) == ("solvable", "unsolvable")
    for likely, unlikely in zip(solvable["predictions"], unsolvable["predictions"], strict=True):  # type: ignore[call-overload]
        assert likely["model"] == unlikely["model"]
        assert likely["text"]
        assert 0 <= unlikely["probability"] < 0.5 < likely["probability"] <= 1
    assert {"shipped", "printed-tree"} <= {found["model"] for found in solvable["predictions"]}  # type: ignore[attr-defined]


def parts(cells: list[int], pairs: list[tuple[int, int]]) -> list[list[int]]:
    """The parts of a graph, found by painting."""
    colour = {cell: cell for cell in cells}
    for _ in cells:
        for a, b in pairs:
            colour[a] = colour[b] = min(colour[a], colour[b])
    return [[cell for cell in cells if colour[cell] == c] for c in sorted(set(colour.values()))]


@pytest.mark.parametrize(
    ("call", "question", "error", "marked"),
    [
        ("board", {"text": "2H 3D KD 3H / 4D AH TS"}, "row 2 has 3 cells, row 1 has 4", "4D AH TS"),
        ("board", {"text": "2H XY"}, "card 'XY' in row 1: rank must be one of A23456789TJQK", "XY"),
        ("board", {"text": "2H 2H"}, "card 2H in row 1, column 2 is already in row 1, column 1", "2H"),
        ("board", {"text": "-- --"}, "the board is empty: at least one cell must hold a card", None),
        ("board", {"text": "2H 57.51"}, "card 57.51 is not of the standard deck", "57.51"),
        ("board", {"text": "9" * 1000}, "a seed is from −9007199254740991 to 9007199254740991", "9" * 1000),
        ("board", {"text": "1", "rows": 8, "cols": 2},
         "a board is 1 × 1 to 7 × 7, 4 × 13 or 13 × 4, not 8 × 2", None),
        ("board", {"text": " / ".join(["2H" if k == 0 else "--" for k in range(8)])},
         "a board is 1 × 1 to 7 × 7, 4 × 13 or 13 × 4, not 8 × 1", None),
        ("board", {"text": "2H", "rows": 2}, "the board has 1 rows, not 2", None),
        ("board", {"text": ""}, "text: String should have at least 1 character", None),
        ("board", {"text": "x" * 2001}, "text: String should have at most 2000 characters", None),
        ("board", {"text": 1264}, "text: Input should be a valid string", None),
        ("board", {}, "text: Field required", None),
        ("board", {"text": "1", "size": 4}, "size: Extra inputs are not permitted", None),
        ("solve", {"board": "1264"}, "2 cells in one run make no board of that shape", "1264"),
        ("analyze", {"board": "2H 3Z"}, "card '3Z' in row 1: suit must be one of CDHS", "3Z"),
        ("explain", {"board": None}, "board: Input should be a valid string", None),
        ("graph", {"board": ["2H"]}, "board: Input should be a valid string", None),
        ("history", {"board": "7H 6C / -- 6H", "moves": ["7H-6C", "6H-6C"]},
         "move 2, 6H-6C: 6C is not the top card of a stack", None),
        ("think", {"board": "7H 6C", "player": "you"}, "player: Input should be 'random', 'greedy'", None),
        ("think", {"board": "7H 6C", "iterations": 0}, "iterations: Input should be greater than or equal to 1", None),
        ("think", {"board": "7H 6C", "iterations": 5001}, "iterations: Input should be less than or equal", None),
        ("think", {"board": "7H 6C", "iterations": "9"}, "iterations: Input should be a valid integer", None),
        ("generate", {"difficulty": 6}, "difficulty: Input should be less than or equal to 5", None),
        ("generate", {"difficulty": 1, "count": 11}, "count: Input should be less than or equal to 10", None),
        ("generate", {"difficulty": 1, "rows": 8, "cols": 4}, "a board is 1 × 1 to 7 × 7, 4 × 13 or 13 × 4", None),
        ("rate", {"board": "2H XY"}, "card 'XY' in row 1", "XY"),
        ("predict", {"board": "2H XY"}, "card 'XY' in row 1", "XY"),
        ("history", {"board": "7H 6C", "moves": ["7H"]}, "moves.0: String should match pattern", None),
        ("history", {"board": "7H 6C", "moves": ["7H-6C"] * 52}, "moves: List should have at most 51 items", None),
    ],
)  # fmt: skip
def test_bad_input_is_refused_with_the_reason_and_the_place(
    call: str, question: dict[str, object], error: str, marked: str | None
) -> None:
    answer = client.post(f"/api/{call}", json=question)
    assert answer.status_code == 422
    problem = answer.json()
    assert set(problem) == {"error", "start", "end"}
    assert problem["error"].startswith(error)
    text = str(question.get("text", question.get("board")))
    assert (None if problem["start"] is None else text[problem["start"] : problem["end"]]) == marked


@pytest.mark.parametrize(
    "query", ["", "seed=", "seed=one", "seed=1.5", "seed=1&rows=0", "seed=1&rows=7&cols=8", "seed=9007199254740992"]
)
def test_a_deal_that_does_not_exist_is_refused(query: str) -> None:
    answer = client.get(f"/api/deal?{query}")
    assert answer.status_code == 422
    assert answer.json()["error"]


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"null", b'"2H"', b"\xff", b"1" * 5000, b"[" * 20000, b'{"board": "\\ud800"}', b"NaN"]
)
def test_a_body_that_is_no_question_is_refused(body: bytes) -> None:
    answer = client.post("/api/solve", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422
    assert answer.json()["error"]


def test_a_body_must_say_that_it_is_json() -> None:
    assert client.post("/api/solve", content=b'{"board": "2H"}').status_code == 422
    plain = {"Content-Type": "text/plain"}
    assert client.post("/api/solve", content=b'{"board": "2H"}', headers=plain).status_code == 422


def test_a_long_body_is_refused_whether_or_not_it_says_its_length() -> None:
    def chunks() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 1000

    headers = {"Content-Type": "application/json"}
    for content in (b" " * 100_000, chunks()):
        answer = client.post("/api/solve", content=content, headers=headers)
        assert answer.status_code == 413
        assert answer.json()["error"] == "the body is longer than 32768 bytes"


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/openapi.json", 200),
        ("GET", "/api/deal?seed=1", 200),
        ("GET", "/api/deal", 422),
        ("GET", "/api/solve", 405),
        ("GET", "/nothing", 404),
        ("GET", "/static/nothing.js", 404),
        ("GET", "/static/../app.py", 404),
        ("GET", "/static/%2e%2e/app.py", 404),
    ],
)
def test_every_answer_carries_the_security_headers_and_no_cookie(method: str, path: str, status: int) -> None:
    answer = client.request(method, path)
    assert answer.status_code == status
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert "Set-Cookie" not in answer.headers
    assert answer.headers["Cache-Control"] == ("no-store" if path.startswith("/api/") else "no-cache")
    policy = dict(part.split(" ", 1) for part in HEADERS["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in str(policy)
    assert "script-src" not in policy


def test_a_mistake_in_the_program_is_answered_with_the_headers_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boaf.web.app.read_text", lambda *_: 1 // 0)
    answer = client.post("/api/board", json={"text": "1"})
    assert answer.status_code == 500
    assert answer.json() == {"error": "the server made a mistake; its terminal says which"}
    assert answer.headers["Content-Security-Policy"] == HEADERS["Content-Security-Policy"]


def test_a_server_on_the_loopback_answers_to_its_own_names_only() -> None:
    guarded = TestClient(create_app(hosts=LOOPBACK))
    for host in ("127.0.0.1", "127.0.0.1:8416", "localhost:1", "LOCALHOST", "[::1]:8416"):
        assert guarded.get("/api/deal?seed=1", headers={"Host": host}).status_code == 200
    for host in ("evil.example", "evil.example:8416", "127.0.0.1.evil.example", "", "[::1", "localhost@evil.example"):
        answer = guarded.get("/api/deal?seed=1", headers={"Host": host})
        assert answer.status_code == 400
        assert "board" not in answer.text


def test_a_busy_server_says_so_and_recovers() -> None:
    may_go_on, working = threading.Event(), threading.Event()

    def hold() -> None:
        working.set()
        may_go_on.wait()

    async def scenario() -> None:
        work = Work(quick=Lane(1, 2))
        transport = httpx.ASGITransport(create_app(work=work))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as asking:
            question = {"board": "7H 6C / -- 6H"}
            held = asyncio.create_task(work.quick.run(hold))
            while not working.is_set():
                await asyncio.sleep(0)
            waiting = asyncio.create_task(asking.post("/api/solve", json=question))
            while len(work.quick._expected) < 2:
                await asyncio.sleep(0)
            refused = await asking.post("/api/analyze", json=question)
            assert refused.status_code == 503
            assert refused.headers["Retry-After"] == "1"
            assert "busy" in refused.json()["error"]
            assert (await asking.get("/api/deal?seed=1")).status_code == 200
            may_go_on.set()
            await held
            assert (await waiting).status_code == 200
            assert (await asking.post("/api/analyze", json=question)).status_code == 200

    asyncio.run(scenario())


def test_an_answer_is_computed_once_and_the_cache_stays_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boaf.web.work._MOST_CACHED", 3)
    computed = []

    async def scenario() -> None:
        from boaf.web.models import Solved

        def solve(board: Board) -> Solved:
            computed.append(board.text())
            verdict = "unknown" if board.stack_count == 1 else "solvable"
            return Solved(verdict=verdict, moves=[], nodes=0, seconds=0.0)

        work = Work()
        for text in ("2H 3H", "2H 3H", "2H 4H", "2H 5H", "2H 6H", "2H 3H"):
            await work.answer(solve, Board(text))
        assert computed == ["2H 3H", "2H 4H", "2H 5H", "2H 6H", "2H 3H"]
        for _ in range(2):
            await work.answer(solve, Board("2H"))
        assert computed[5:] == ["2H", "2H"]

    asyncio.run(scenario())


def test_an_error_in_the_work_reaches_the_one_who_asked_and_frees_the_place() -> None:
    async def scenario() -> None:
        lane = Lane(1, 1)
        for _ in range(300):
            with pytest.raises(ZeroDivisionError):
                await lane.run(lambda: 1 // 0)
        assert await lane.run(lambda: 5) == 5

    asyncio.run(scenario())
