"""Everything that is compiled can be compiled ahead of time."""

import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import pytest

import boaf
from boaf import warm_up
from boaf.cli import main
from boaf.errors import BoafError
from boaf.kernel import machine
from boaf.kernel.cache import cache_directory
from boaf.kernel.jit import Compiled

TOOLS = {
    "boaf.solvers.ordering.features",
    *(f"boaf.papers.mcts_dfs.{name}" for name in ("_search_each", "_search", "_enter", "_is_stranded")),
}
"""What only a script in `tools/` calls, or one table of `boaf reproduce`, which stands in a layer above."""


class Watcher:
    def __init__(self) -> None:
        self.total = self.done = 0.0
        self.shown: list[str] = []

    def begin(self, seconds: float) -> None:
        self.total = seconds

    def show(self, what: str) -> None:
        self.shown.append(what)

    def advance(self, seconds: float) -> None:
        self.done += seconds


def compiled_functions() -> dict[str, Any]:
    modules = (
        import_module(module.name) for module in walk_packages(boaf.__path__, "boaf.") if "__" not in module.name
    )
    found = (value for module in modules for value in vars(module).values())
    return {f"{f.__module__}.{f.__name__}": f for f in found if isinstance(f, Compiled)}  # type: ignore[attr-defined]


def test_each_piece_is_used_on_boards_of_both_sizes_and_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[tuple[str, int]] = []
    pieces = (
        warm_up.Piece("one", lambda side: used.append(("one", side)), 3),
        warm_up.Piece("other", lambda side: used.append(("other", side)), 5),
        warm_up.Piece("without its extra", lambda side: used.append(("none", side)), 7, "no_such_module"),
    )
    monkeypatch.setattr(warm_up, "PIECES", pieces)
    watcher = Watcher()
    done = warm_up.warm_up(watcher)
    assert used == [("one", 4), ("one", 5), ("other", 4), ("other", 5)]
    assert watcher.shown == ["one, 4 × 4", "one, 5 × 5", "other, 4 × 4", "other, 5 × 5"]
    assert watcher.total == watcher.done == 8
    assert list(done.pieces) == ["one", "other"]
    assert done.compiled == 0
    assert done.directory == cache_directory()


def test_it_says_where_code_cannot_be_kept_or_is_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm_up, "is_hot", lambda: False)
    with pytest.raises(BoafError, match="NUMBA_DISABLE_JIT"):
        warm_up.warm_up()
    monkeypatch.setattr(warm_up, "cache_directory", lambda: None)
    with pytest.raises(BoafError, match="set BOAF_CACHE_DIR"):
        warm_up.warm_up()


def test_the_command_says_what_it_did(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    quick = tuple(piece for piece in warm_up.PIECES if piece.name in ("census", "proofs of formulas"))
    monkeypatch.setattr(warm_up, "PIECES", quick)
    assert main(["warm-up", "--json"]) == 0
    shown = capsys.readouterr()
    done = json.loads(shown.out)
    assert shown.err == ""
    assert set(done) == {"pieces", "compiled", "seconds", "directory"}
    assert [piece["name"] for piece in done["pieces"]] == ["census", "proofs of formulas"]
    assert main(["warm-up"]) == 0
    assert capsys.readouterr().out.startswith("everything is compiled already (")


@pytest.mark.thorough
def test_no_function_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for answer in ("functions compiled (", "everything is compiled already ("):
        command = [sys.executable, "-m", "boaf", "warm-up"]
        environment = os.environ | {"BOAF_CACHE_DIR": str(tmp_path)}
        assert answer in subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    monkeypatch.setattr(machine, "_code_directory", machine._code_directory.__wrapped__)
    monkeypatch.setenv("BOAF_CACHE_DIR", str(tmp_path))
    functions = compiled_functions()
    kept = {name: machine._code_of(function.__wrapped__) for name, function in functions.items()}
    without = {name for name, code in kept.items() if code is None or not code._cache_file._load_index()}
    assert without == TOOLS
