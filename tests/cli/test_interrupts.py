"""Ctrl-C: every command that can take long ends within two seconds, with one word and exit status 130.

Each command runs until it has used the processor for so long that it must have begun its real work, and gets the
signal then.
"""

import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import click
import pytest

from boaf.cli import app
from tests.hard_boards import HARD

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")]

BIG = ("--rows", "7", "--cols", "7")
COMMANDS = {
    "solve": ["solve", *(HARD * 20)],
    "best score": ["solve", "--best-score", *map(str, range(10_000)), *BIG],
    "analyze": ["analyze", *HARD],
    "explain": ["explain", *map(str, range(10_000)), *BIG],
    "rate": ["rate", *map(str, range(10_000)), *BIG],
    "generate": ["generate", "--difficulty", "5", "--count", "10000", *BIG],
    "match": ["match", "--player", "mcts", "--iterations", "20000", "--seeds", "0", "100", *BIG],
    "features": ["features", *map(str, range(3000)), *BIG],
    "dataset": ["dataset", "states", "--count", "1000000", *BIG, "--out", "data.parquet"],
    "train": ["train", "random-forest", "--data", "states:1000000", "--out", "model.boaf"],
    "train neural": ["train", "neural", "--data", "states:20000", "--epochs", "1000", "--out", "network.boaf"],
    "compare": ["compare", "--seeds", "0", "2000000000", *BIG, "--solver", "constrained"],
    "census": ["census", "0", "100000000", *BIG, "--out", "census"],
    "sat": ["sat", "prove", HARD[0]],
    "bench": ["bench", "large", "--solver", "constrained", "--max-nodes", "100000000"],
    "reproduce": ["reproduce", "intractability", "--table", "search", "--scale", "paper"],
    "reproduce neural": ["reproduce", "neural", "--table", "table-2", "--scale", "paper"],
}
QUICK = {"deal", "export", "grade", "check", "predict", "play", "page"}
"""Commands that take no time to speak of, and the one that Ctrl-C ends in the usual way."""
PROCESSOR_SECONDS = 3.0
"""After this much work a command is long past loading."""
SECONDS = 2.0
"""The most that a command may take from the signal on; where the machine is busy with others, of processor time."""
BUSY_SECONDS = 20.0
USUAL = ("explain", "reproduce")
"""Each takes some seconds: the others are for `pytest -m thorough`."""


def _ends(name: str) -> Any:
    marks = () if name in USUAL else pytest.mark.thorough
    return pytest.param(COMMANDS[name], id=name, marks=marks)


@pytest.mark.parametrize("words", [_ends(name) for name in COMMANDS])
def test_ctrl_c_ends_a_command_within_two_seconds(words: list[str], tmp_path: Path) -> None:
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    earlier = ended.ru_utime + ended.ru_stime
    process = subprocess.Popen(
        [sys.executable, "-m", "boaf", *words],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,  # nobody reads a pipe before the signal, and a full one would stop the command
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
    )
    while _processor_seconds(process.pid) < PROCESSOR_SECONDS:
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    before, sent = _processor_seconds(process.pid), time.monotonic()
    process.send_signal(signal.SIGINT)
    _, messages = process.communicate(timeout=60)
    took, used = time.monotonic() - sent, resource.getrusage(resource.RUSAGE_CHILDREN)
    assert min(took, used.ru_utime + used.ru_stime - earlier - before) < SECONDS
    assert took < BUSY_SECONDS
    assert (process.returncode, messages) == (130, "interrupted\n")
    assert not list(tmp_path.rglob(".*.part-*"))


def test_every_command_is_known_to_be_long_or_quick() -> None:
    names = set(app.list_commands(click.Context(app)))
    assert names == QUICK | {words[0] for words in COMMANDS.values()}


def _processor_seconds(process: int) -> float:
    """What a process and all its children have used so far."""
    total = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(stat.parent.name) == process or int(fields[1]) == process:
            total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")
