"""`boaf play` as a process: it says where the page is, answers, stops on Ctrl-C, and explains a port that is taken."""

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from urllib.parse import unquote, urlsplit

import pytest

import boaf
from boaf.cli import main
from tests.hard_boards import HARD

_PATIENCE = 120
"""Seconds after which a process is taken to hang, on however busy a machine."""


@contextmanager
def page(*arguments: str, host: str = "127.0.0.1") -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """A running server and the address that it printed, which must be on this host."""
    command = [sys.executable, "-m", "boaf", "play", *arguments, "--port", "0", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert line.startswith("boaf: the page is at http://"), line
            assert f"http://{host}:" in line
            assert line.endswith(" (Ctrl-C stops it)\n")
            yield process, next(word for word in line.split() if word.startswith(f"http://{host}:"))
        finally:
            process.kill()


def complaints(err: str) -> list[str]:
    """What a server printed to standard error."""
    return err.splitlines()


def ask(address: str, path: str, question: object = None, host: str | None = None) -> tuple[int, bytes]:
    connection = HTTPConnection(urlsplit(address).netloc, timeout=_PATIENCE)
    headers = {"Content-Type": "application/json"} | ({"Host": host} if host else {})
    if question is None:
        connection.request("GET", path, headers=headers)
    else:
        connection.request("POST", path, json.dumps(question), headers)
    answer = connection.getresponse()
    return answer.status, answer.read()


def test_the_page_and_the_api_are_served_until_ctrl_c() -> None:
    with page("1264") as (process, address):
        assert urlsplit(address).fragment == "deal=1264"
        status, body = ask(address, "/")
        assert status == 200
        assert b"<!doctype html>" in body.lower()
        status, body = ask(address, "/api/solve", {"board": boaf.deal(1264).text()})
        assert (status, json.loads(body)["verdict"]) == (200, "unsolvable")
        assert ask(address, "/api/deal?seed=1", host="evil.example")[0] == 400
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=_PATIENCE)
        assert (process.returncode, out, complaints(err)) == (0, "boaf: stopped\n", [])


def test_a_server_for_the_network_warns_and_says_where_it_can_be_opened() -> None:
    with page("--host", "0.0.0.0", "--allow-host", "Puzzles.example") as (process, address):
        for name in ("puzzles.example", "puzzles.example:80", socket.gethostname(), "127.0.0.1", None):
            assert ask(address, "/api/deal?seed=1", host=name)[0] == 200
        status, body = ask(address, "/api/deal?seed=1", host="evil.example")
        assert (status, "--allow-host" in json.loads(body)["error"]) == (400, True)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=_PATIENCE)
        assert (process.returncode, out) == (0, "boaf: stopped\n")
        (warning,) = complaints(err)
        assert warning.startswith("boaf: warning: the server has no password; anyone")


@pytest.mark.slow
def test_ctrl_c_leaves_nobody_waiting_for_a_search() -> None:
    with page() as (process, address):
        assert urlsplit(address).fragment == ""
        connection = HTTPConnection(urlsplit(address).netloc, timeout=_PATIENCE)
        body = json.dumps({"board": HARD[0]})
        connection.request("POST", "/api/analyze", body, {"Content-Type": "application/json"})
        assert ask(address, "/api/deal?seed=1")[0] == 200  # so the question before it has arrived
        process.send_signal(signal.SIGINT)
        answer = connection.getresponse()
        assert (answer.status, json.loads(answer.read())["error"]) == (503, "the server is being stopped")
        out, err = process.communicate(timeout=_PATIENCE)
        assert (process.returncode, out, complaints(err)) == (0, "boaf: stopped\n", [])


@pytest.mark.parametrize(
    ("arguments", "fragment"),
    [
        (["-7", "--rows", "5", "--cols", "6"], "deal=-7&rows=5&cols=6"),
        (["-- 7H+6C / -- 6H"], "board=-- 7H+6C / -- 6H"),
    ],
)
def test_the_address_names_the_board(arguments: list[str], fragment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    served = []
    monkeypatch.setattr("boaf.web.server.serve", lambda host, port, **options: served.append((host, port, options)))
    assert main(["play", *arguments]) == 0
    ((host, port, options),) = served
    assert (host, port, options["open_browser"]) == ("127.0.0.1", 8416, True)
    assert options["fragment"].startswith("#")
    assert unquote(options["fragment"][1:]) == fragment
    assert "+" not in options["fragment"]


def test_a_port_that_is_taken_gets_one_clear_line(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["play", "--no-browser", "--port", str(port)]) == 2
    expected = f"boaf: port {port} of 127.0.0.1 is taken: choose another one, or 0 for any that is free\n"
    assert capsys.readouterr() == ("", expected)


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--port", "70000"], "boaf: --port must be from 0 to 65535, not 70000"),
        (["--host", "no such host", "--no-browser"], "boaf: host 'no such host' is not known"),
        (["--host", "192.0.2.1", "--no-browser"], "boaf: cannot listen on port 8416 of 192.0.2.1"),
        (
            ["--port", "0", "--allow-host", "http://x.example"],
            "boaf: 'http://x.example' is not a host name: write it as",
        ),
        (["--port", "0", "--allow-host", "x.example:80"], "boaf: 'x.example:80' is not a host name: write it as"),
        (["--port", "0", "--allow-host", "*"], "boaf: '*' is not a host name: write it as"),
        (["--port", "0", "--allow-host", ""], "boaf: '' is not a host name: write it as"),
        (["2H XY"], "boaf: card 'XY' in row 1"),
        (["1", "--rows", "8", "--cols", "2"], "boaf: a board is 1 × 1 to 7 × 7, 4 × 13 or 13 × 4, not 8 × 2"),
    ],
)
def test_bad_input_gets_one_clear_line(arguments: list[str], line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(line)
    assert len(err.splitlines()) == 1


def test_play_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--help"]) == 0
    out, _ = capsys.readouterr()
    assert "Example: boaf play 1264" in out
    for option in ("--host", "--allow-host", "--port", "--no-browser"):
        assert option in out


@pytest.mark.slow
def test_several_processes_share_a_port_and_stop_together() -> None:
    with page("--workers", "2", "--allow-origin", "https://shop.example") as (process, address):
        for seed in range(10):
            assert ask(address, f"/api/deal?seed={seed}")[0] == 200
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=_PATIENCE)
    assert (process.returncode, out, complaints(err)) == (0, "boaf: stopped\n", [])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--workers", "0"], "--workers must be from 1 to 64, not 0"),
        (["--allow-origin", "example.org"], "'example.org' is not an origin: write https://example.org"),
        (["--allow-framing", "https://a.example/page"], "'https://a.example/page' is not an origin"),
    ],
)
def test_wrong_settings_get_one_line(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--no-browser", "--port", "0", *words]) == 2
    err = capsys.readouterr().err
    assert message in err
    assert len(err.splitlines()) == 1
