"""The API's server: bad input is refused with the place, a busy server says so, every answer has its headers."""

import asyncio
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from boaf.board import Board

if TYPE_CHECKING:
    import httpx
    from fastapi.testclient import TestClient
    from starlette.applications import Starlette
    from starlette.routing import Mount

    from boaf.web.app import create_app
    from boaf.web.middleware import HEADERS, LOOPBACK, WORKER, WORKER_HEADERS
    from boaf.web.workers import WorkerPool, Workers

    client: TestClient


def setup_module() -> None:
    """Import the web framework when a test runs, not when tests are collected."""
    global httpx, TestClient, Starlette, Mount, client, create_app, WorkerPool, Workers
    global HEADERS, LOOPBACK, WORKER, WORKER_HEADERS
    import httpx
    from fastapi.testclient import TestClient
    from starlette.applications import Starlette
    from starlette.routing import Mount

    from boaf.web.app import create_app
    from boaf.web.middleware import HEADERS, LOOPBACK, WORKER, WORKER_HEADERS
    from boaf.web.workers import WorkerPool, Workers

    client = TestClient(create_app())


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
        ("board", {"text": "2H", "rows": 2}, "the board has 1 row, not 2", None),
        ("board", {"text": ""}, "text: String should have at least 1 character", None),
        ("board", {"text": "x" * 2001}, "text: String should have at most 2000 characters", None),
        ("board", {"text": 1264}, "text: Input should be a valid string", None),
        ("board", {}, "text: Field required", None),
        ("board", {"text": "1", "size": 4}, "size: Extra inputs are not permitted", None),
        ("solve", {"board": "1264"}, "a number is a seed, not a board: /api/board gives the board of a seed", "1264"),
        ("solve", {"board": "7H6C5C4C3C2C"},
         "6 cells in one run make no board of that shape: separate its rows by /", "7H6C5C4C3C2C"),
        ("think", {"board": " 12 ", "player": "greedy"}, "a number is a seed, not a board", "12"),
        ("analyze", {"board": "2H 3Z"}, "card '3Z' in row 1: suit must be one of CDHS", "3Z"),
        ("explain", {"board": None}, "board: Input should be a valid string", None),
        ("graph", {"board": ["2H"]}, "board: Input should be a valid string", None),
        ("history", {"board": "7H 6C / -- 6H", "moves": ["7H-6C", "6H-6C"]},
         "move 2, 6H-6C: 6C is not the top card of a stack", None),
        ("think", {"board": "7H 6C", "player": "you"}, "player: 'you' is none of random, greedy", None),
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


def test_only_the_worker_may_compile_webassembly() -> None:
    answer = client.get(WORKER)
    assert answer.status_code == 200
    for name, value in WORKER_HEADERS.items():
        assert answer.headers[name] == value
    policy = answer.headers["Content-Security-Policy"]
    assert policy == "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"


def test_a_mounted_application_gives_the_same_headers() -> None:
    whole = Starlette(routes=[Mount("/birds", create_app())])
    for path in ("/", WORKER, "/api/deal?seed=1"):
        mounted, alone = TestClient(whole).get(f"/birds{path}"), client.get(path)
        assert mounted.status_code == alone.status_code == 200
        assert mounted.headers["Cache-Control"] == alone.headers["Cache-Control"]
        assert mounted.headers["Content-Security-Policy"] == alone.headers["Content-Security-Policy"]


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
        work = Workers(quick=WorkerPool(1, 2))
        transport = httpx.ASGITransport(create_app(workers=work))
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
    monkeypatch.setattr("boaf.web.workers._MOST_CACHED", 3)
    computed = []

    async def scenario() -> None:
        from boaf.web.models import Solved

        def solve(board: Board) -> Solved:
            computed.append(board.text())
            verdict = "unknown" if board.stack_count == 1 else "solvable"
            return Solved(verdict=verdict, moves=[], nodes=0, seconds=0.0)

        work = Workers()
        for text in ("2H 3H", "2H 3H", "2H 4H", "2H 5H", "2H 6H", "2H 3H"):
            await work.answer(solve, Board(text))
        assert computed == ["2H 3H", "2H 4H", "2H 5H", "2H 6H", "2H 3H"]
        for _ in range(2):
            await work.answer(solve, Board("2H"))
        assert computed[5:] == ["2H", "2H"]

    asyncio.run(scenario())


def test_an_error_in_the_work_reaches_the_one_who_asked_and_frees_the_place() -> None:
    async def scenario() -> None:
        pool = WorkerPool(1, 1)
        for _ in range(300):
            with pytest.raises(ZeroDivisionError):
                await pool.run(lambda: 1 // 0)
        assert await pool.run(lambda: 5) == 5

    asyncio.run(scenario())
