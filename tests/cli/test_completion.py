"""The shell completes commands, options, and the names of solvers and players."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

BASH = """
COMP_WORDS=(boaf census ver)
COMP_CWORD=2
_boaf_completion "$1"
echo "${COMPREPLY[@]}"
"""


def completed(*words: str) -> list[str]:
    environment = {"COMP_WORDS": " ".join(words), "COMP_CWORD": str(len(words) - 1), "_BOAF_COMPLETE": "complete_bash"}
    return output_of([sys.executable, "-m", "boaf"], environment).split()


def output_of(command: list[str], environment: dict[str, str] | None = None) -> str:
    wanted = os.environ | (environment or {})
    return subprocess.run(command, env=wanted, stdout=subprocess.PIPE, text=True, check=True).stdout


@pytest.mark.parametrize(
    ("words", "among"),
    [
        (["boaf", ""], {"deal", "solve", "census"}),
        (["boaf", "so"], {"solve"}),
        (["boaf", "solve", "--so"], {"--solver"}),
        (["boaf", "solve", "--solver", "best"], {"best-first", "best-n"}),
        (["boaf", "match", "--player", "f"], {"flock"}),
        (["boaf", "census", "ver"], {"verify"}),
    ],
)
def test_words_are_completed(words: list[str], among: set[str]) -> None:
    assert among <= set(completed(*words))


def test_bash_takes_what_is_shown(tmp_path: Path) -> None:
    program = tmp_path / "boaf"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m boaf "$@"\n')
    program.chmod(0o755)
    named = {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    shown = output_of([str(program), "--show-completion", "bash"], named)
    assert output_of(["bash", "-c", shown + BASH, "bash", str(program)]) == "verify\n"
