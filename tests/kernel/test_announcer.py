"""What a person learns who has to wait for the compiler."""

import io
import sys

import pytest

from boaf.kernel import machine
from boaf.kernel.machine import Announcer

LINE = "compiling what is used for the first time on this machine; `boaf warm-up` compiles everything ahead of time\n"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def compile_in(stream: io.StringIO, monkeypatch: pytest.MonkeyPatch, announcer: Announcer, long: float) -> str:
    """Let an announcer watch one function, which calls another, until its timer has ended: what it has printed."""
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(machine, "_LONG", long)
    announcer.on_start(None)
    announcer.on_start(None)
    announcer.on_end(None)
    if not long and announcer._timer.is_alive():
        announcer._timer.join()
    announcer.on_end(None)
    return stream.getvalue()


def test_on_a_terminal_it_is_said_at_once_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, announcer = Terminal(), Announcer()
    assert compile_in(terminal, monkeypatch, announcer, 1000) == LINE
    assert compile_in(terminal, monkeypatch, announcer, 0) == LINE
    assert announcer.compiled == 4


def test_in_a_pipe_it_is_said_when_it_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe, announcer = io.StringIO(), Announcer()
    assert compile_in(pipe, monkeypatch, announcer, 1000) == ""
    assert compile_in(pipe, monkeypatch, announcer, 0) == LINE
    assert compile_in(pipe, monkeypatch, announcer, 0) == LINE


def test_short_compilations_add_up_to_a_long_one(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []

    class Waiting(machine.Timer):  # type: ignore[name-defined,misc]
        def __init__(self, seconds: float, function: object) -> None:
            super().__init__(seconds, function)
            waits.append(seconds)

    monkeypatch.setattr(machine, "Timer", Waiting)
    announcer = Announcer()
    for _ in range(3):
        compile_in(io.StringIO(), monkeypatch, announcer, 1000)
    _, first, second, third = waits
    assert first == 1000 > second > third > 999


def test_nothing_is_said_where_somebody_else_does(monkeypatch: pytest.MonkeyPatch) -> None:
    announcer = Announcer()
    with announcer.silence():
        assert compile_in(Terminal(), monkeypatch, announcer, 0) == ""
    assert compile_in(Terminal(), monkeypatch, announcer, 0) == LINE
