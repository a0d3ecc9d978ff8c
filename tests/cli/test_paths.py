"""A reader who follows a command through the code need not visit many modules."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

RESULTS = Path(__file__).parents[2] / "results"
TRACE = """
import sys, threading
from pathlib import Path
import numpy, polars  # which take long to load while every call is traced
import boaf
from boaf.cli import main
from boaf.kernel import library

library.is_checkout = lambda: False  # as when boaf is installed: only a checkout compares code and machine code
import boaf_papers

PACKAGES = str(Path(boaf.__file__).parent), str(Path(boaf_papers.__file__).parent)
modules, loading = set(), threading.local()

def trace(frame, event, _):
    code = frame.f_code
    if event not in ("call", "return"):
        return
    if code.co_name == "<module>":
        loading.depth = getattr(loading, "depth", 0) + (1 if event == "call" else -1)
    elif code.co_filename.startswith(PACKAGES) and not getattr(loading, "depth", 0):
        modules.add(code.co_filename)

threading.setprofile(trace)
sys.setprofile(trace)
status = main(sys.argv[1:])
sys.setprofile(None)
print(*sorted(modules), sep="\\n", file=sys.stderr)
sys.exit(status)
"""
"""Prints the modules of boaf whose functions a command executes, except while modules are being loaded."""


@pytest.mark.parametrize(
    ("words", "most"),
    [
        ("solve 1264", 25),
        ("explain 1264", 24),
        ("census 0 2000 --out census", 39),
        ("reproduce learned --table baseline --scale paper --out results", 17),
    ],
)
def test_a_command_executes_functions_in_few_modules(words: str, most: int, tmp_path: Path) -> None:
    if "results" in words:  # a table that is on record, and so is its page
        shutil.copytree(RESULTS / "learned", tmp_path / "results" / "learned")
        subprocess.run([sys.executable, "-m", "boaf", *words.split()], cwd=tmp_path, capture_output=True, check=True)
    command = [sys.executable, "-c", TRACE, *words.split()]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    modules = done.stderr.split()
    assert len(modules) <= most, "\n".join(modules)
    assert any(name.endswith("cli/__init__.py") for name in modules)
