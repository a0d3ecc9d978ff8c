"""The progress bar on terminals of any width."""

import io
import sys

import pytest

from boaf.cli.progress import progress_bar


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
