"""The progress bar on terminals of any width."""

import io
import sys

import pytest

from boaf.cli.process import progress_bar, show


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("width", [40, 120])
def test_a_bar_shows_how_far_and_how_fast(monkeypatch, width: int) -> None:  # type: ignore[no-untyped-def]
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("TERM", "xterm")
    with progress_bar("solving", 2_000_000, "deals") as progress:
        assert progress
        for _ in range(4):
            progress(500_000)
    shown = terminal.getvalue()
    assert "━" in shown
    assert "deals/s" in shown
    assert ("100%" if width < 80 else "2000000/2000000") in shown


def test_what_is_printed_meanwhile_begins_on_a_line_of_its_own(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    """A bar and the answers may share a terminal; the bar must be wiped away before an answer is printed."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setenv("TERM", "xterm")
    with progress_bar("generating", 2, "puzzles") as progress:
        assert progress
        progress(1)
        show("deal 1")
        progress(1)
    before = terminal.getvalue().partition("deal 1\n")[0]
    assert "generating" in before
    wiped = "\r\x1b[1A\x1b[2K"
    assert before.replace("\x1b[?25h", "").endswith(wiped)
