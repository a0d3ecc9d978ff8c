"""Every question is bounded in time, work that nobody wants ends, and big boards and slow clients delay nobody."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

import pytest

import boaf
from boaf.support.errors import StoppedError
from boaf.support.threads import check_stopped
from tests.hard_boards import HARD

if TYPE_CHECKING:
    import httpx
    from fastapi import FastAPI
    from fastapi.testclient import TestClient

    from boaf.web import answers, server
    from boaf.web.app import create_app
    from boaf.web.models import Thinking
    from boaf.web.workers import BusyError, WorkerPool, Workers

SLACK = 20.0
"""How many seconds more than its limit an answer may take."""
PATIENCE = 60
SMALL = boaf.deal(1).text()
BIG_WISH = {"difficulty": 5, "rows": 7, "cols": 7, "count": 10, "seed": 1}
HARDEST: dict[str, list[Any]] = {
    "GET /api/deal": [{"seed": 1, "rows": 7, "cols": 7}],
    "GET /api/daily": [{"date": "2026-11-15"}],
    "POST /api/board": [{"text": HARD[0]}],
    "POST /api/solve": [{"board": board} for board in HARD],
    "POST /api/analyze": [{"board": board} for board in HARD],
    "POST /api/history": [{"board": board, "moves": []} for board in HARD],
    "POST /api/review": [{"board": board, "moves": []} for board in HARD],
    "POST /api/check": [{"board": HARD[0], "moves": []}],
    "POST /api/best-score": [{"board": board} for board in HARD],
    "POST /api/count": [{"board": board} for board in HARD],
    "POST /api/explain": [{"board": board} for board in HARD],
    "POST /api/graph": [{"board": boaf.deal(1, 4, 13).text()}],
    "POST /api/rate": [{"board": board} for board in HARD],
    "POST /api/generate": [BIG_WISH],
    "POST /api/predict": [{"board": HARD[0]}],
    "POST /api/think": [
        {"board": board, "player": player, "iterations": 5000}
        for board, player in ((HARD[0], "perfect"), (boaf.deal(1, 4, 13).text(), "mcts"), (HARD[2], "flock"))
    ],
}
"""For each call the questions that take longest; a call that is missing here fails the suite."""


def setup_module() -> None:
    """Import the web framework when a test runs, not when tests are collected."""
    global httpx, TestClient, answers, server, create_app, Thinking, BusyError, WorkerPool, Workers
    import httpx
    from fastapi.testclient import TestClient

    from boaf.web import answers, server
    from boaf.web.app import create_app
    from boaf.web.models import Thinking
    from boaf.web.workers import BusyError, WorkerPool, Workers


def calls_of(app: FastAPI) -> set[str]:
    """The calls of the API, as `POST /api/solve`."""
    paths = app.openapi()["paths"].items()
    return {f"{method.upper()} {path}" for path, methods in paths for method in methods}


def test_every_call_is_held_to_the_limit() -> None:
    assert set(HARDEST) == calls_of(create_app())


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize("call", HARDEST)
def test_the_hardest_boards_are_answered_in_time(call: str, monkeypatch: pytest.MonkeyPatch) -> None:
    answers.predict(boaf.deal(1, 5, 5))
    monkeypatch.setattr(answers, "MOST_SECONDS", 0.25)
    client = TestClient(create_app())
    method, path = call.split()
    for question in HARDEST[call]:
        begun = monotonic()
        answer = client.request(method, path, **{"params" if method == "GET" else "json": question})
        assert monotonic() - begun < 0.25 + SLACK
        assert answer.status_code in (200, 503)


def test_what_knows_no_limit_is_called_off_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "MOST_SECONDS", 0.05)
    monkeypatch.setattr("boaf.web.workers._GRACE", 0.05)

    def endless() -> None:
        while True:
            check_stopped()

    async def scenario() -> None:
        with pytest.raises(BusyError, match="no answer was found in time"):
            await WorkerPool(1, 1).run(endless)

    asyncio.run(scenario())


def test_a_question_that_is_not_begun_in_time_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boaf.web.workers.LONGEST_WAIT", 0.05)
    may_go_on = threading.Event()

    async def scenario() -> None:
        pool = WorkerPool(1, 9)
        begun = asyncio.create_task(pool.run(may_go_on.wait))
        await asyncio.sleep(0)
        with pytest.raises(BusyError, match="busy"):
            await pool.run(lambda: None)
        may_go_on.set()
        assert await begun

    asyncio.run(scenario())


def test_a_question_that_nobody_waits_for_has_no_place_and_is_not_begun() -> None:
    may_go_on = threading.Event()
    begun: list[int] = []

    async def scenario() -> None:
        pool = WorkerPool(1, 2)
        first = asyncio.create_task(pool.run(may_go_on.wait))
        for number in range(5):
            left = asyncio.create_task(pool.run(lambda number=number: begun.append(number)))
            await asyncio.sleep(0)
            left.cancel()
            await asyncio.sleep(0)
        may_go_on.set()
        await first
        assert await pool.run(lambda: 5) == 5
        assert begun == []

    asyncio.run(scenario())


def questions_on_a_small_board() -> list[tuple[str, dict[str, Any]]]:
    about = [(call, {"board": SMALL}) for call in ("solve", "analyze", "explain", "graph", "rate", "predict", "think")]
    return [*about, ("history", {"board": SMALL, "moves": []}), ("generate", {"difficulty": 3, "seed": 1})]


def test_no_question_on_a_small_board_waits_for_a_big_one() -> None:
    may_go_on = threading.Event()

    async def scenario() -> None:
        work = Workers(large=WorkerPool(1, 1))
        transport = httpx.ASGITransport(create_app(workers=work))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost", timeout=PATIENCE) as asking:
            held = asyncio.create_task(work.large.run(may_go_on.wait))
            await asyncio.sleep(0)
            for call, question in (("think", {"board": HARD[0]}), ("generate", BIG_WISH), ("rate", {"board": HARD[0]})):
                assert (await asking.post(f"/api/{call}", json=question)).status_code == 503
            for call, question in questions_on_a_small_board():
                assert (await asking.post(f"/api/{call}", json=question)).status_code == 200, call
            assert (await asking.get("/api/daily?date=2026-11-09")).status_code == 200
            may_go_on.set()
            await held

    asyncio.run(scenario())


@pytest.fixture
def port() -> Iterator[int]:
    """The port of a running server."""
    with socket.create_server(("127.0.0.1", 0), backlog=200) as listening:
        is_listening = threading.Event()
        running = server.make_server(None, is_listening.set)
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]})
        thread.start()
        assert is_listening.wait(PATIENCE)
        yield listening.getsockname()[1]
        running.should_exit = True
        thread.join(PATIENCE)


def request_of(call: str, question: object) -> bytes:
    body = json.dumps(question).encode()
    head = f"POST /api/{call} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def post(port: int, call: str, question: object) -> int:
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("POST", f"/api/{call}", json.dumps(question), {"Content-Type": "application/json"})
    return connection.getresponse().status


@pytest.mark.parametrize(
    ("call", "question"),
    [
        ("generate", BIG_WISH),
        ("solve", {"board": HARD[0]}),
        ("analyze", {"board": HARD[0]}),
        ("rate", {"board": HARD[0]}),
    ],
    ids=["generate", "solve", "analyze", "rate"],
)
def test_work_that_has_begun_ends_when_its_client_has_gone(
    call: str, question: object, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, ended = threading.Event(), threading.Event()
    work: Callable[..., object] = getattr(answers, call)

    def watched(*arguments: object) -> object:
        begun.set()
        try:
            return work(*arguments)
        except StoppedError:
            ended.set()
            raise

    answers.rate(boaf.deal(1, 5, 5))
    monkeypatch.setattr(answers, "MOST_SECONDS", 1000.0)
    monkeypatch.setattr(answers, call, watched)
    with socket.create_connection(("127.0.0.1", port)) as client:
        client.sendall(request_of(call, question))
        assert begun.wait(PATIENCE)
        sleep(0.05)
        assert not ended.is_set()
    left = monotonic()
    assert ended.wait(PATIENCE)
    assert monotonic() - left < 1 + SLACK


@pytest.mark.slow
def test_beside_two_abandoned_requests_small_questions_are_answered_within_a_second(port: int) -> None:
    for call, question in questions_on_a_small_board():
        assert post(port, call, question) == 200
    clients = [socket.create_connection(("127.0.0.1", port)) for _ in range(2)]
    for client in clients:
        client.sendall(request_of("generate", BIG_WISH))
    sleep(0.2)
    for client in clients:
        client.close()
    for call, question in questions_on_a_small_board():
        other = question | ({"board": boaf.deal(2).text()} if "board" in question else {"seed": 2})
        begun = monotonic()
        assert post(port, call, other) == 200
        assert monotonic() - begun < 1, call


def test_slow_and_idle_clients_delay_nobody_and_are_let_go(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "_PATIENCE", 0.5)
    body = request_of("solve", {"board": SMALL})
    silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(100)]
    slow = [socket.create_connection(("127.0.0.1", port)) for _ in range(20)]
    try:
        for number, client in enumerate(slow):
            client.sendall(body[: len(body) - 1 - 10 * number])  # within the body, and within the head
        for call, question in questions_on_a_small_board()[:4]:
            assert post(port, call, question) == 200
        for client in silent + slow:
            client.settimeout(PATIENCE)
            assert is_closed(client)
    finally:
        for client in silent + slow:
            client.close()


def is_closed(client: socket.socket) -> bool:
    """Whether the server closes the connection, without an answer."""
    try:
        return client.recv(1) == b""
    except ConnectionResetError:
        return True


def test_a_head_without_end_is_refused(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as client:
        client.sendall(b"GET /api/deal?seed=1 HTTP/1.1\r\nHost: localhost\r\nX-Long: " + b"x" * 70_000)
        assert client.recv(100).startswith(b"HTTP/1.1 400")


def test_a_wish_that_finds_nothing_in_time_gets_no_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boaf.puzzles.generation.MOST_NODES", 0)
    monkeypatch.setattr(answers, "MOST_SECONDS", 0.005)
    client = TestClient(create_app())
    assert client.post("/api/generate", json=BIG_WISH).json() == {"puzzles": []}
    daily = client.get("/api/daily?date=2026-11-15")
    assert daily.status_code == 503
    assert daily.json()["error"] == "no puzzle was finished within 0.005 seconds"
    assert daily.headers["Retry-After"] == "1"


def test_a_player_s_time_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "MOST_SECONDS", 0.0)
    board = boaf.deal(1, 7, 7)
    thought = answers.think(board, Thinking(board=board.text(), player="mcts", iterations=5000))
    assert sum(candidate.visits or 0 for candidate in thought.candidates) < 500
