"""The shell completes commands, options, and the names of solvers and players."""

import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import BashComplete

from boaf.cli import app, main

BASH = """
COMP_WORDS=(boaf census ver)
COMP_CWORD=2
_boaf_completion "$1"
echo "${COMPREPLY[@]}"
"""


@pytest.mark.parametrize(
    ("words", "among"),
    [
        ([""], {"deal", "solve", "census"}),
        (["so"], {"solve"}),
        (["solve", "--so"], {"--solver"}),
        (["solve", "--solver", "best"], {"best-first", "best-n"}),
        (["match", "--player", "f"], {"flock"}),
        (["census", "ver"], {"verify"}),
    ],
)
def test_words_are_completed(words: list[str], among: set[str]) -> None:
    completion = BashComplete(app, {}, "boaf", "_BOAF_COMPLETE")
    assert among <= {item.value for item in completion.get_completions(words[:-1], words[-1])}


def test_bash_takes_what_is_shown(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    program = tmp_path / "boaf"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m boaf "$@"\n')
    program.chmod(0o755)
    assert main(["--show-completion", "bash"]) == 0
    script = capsys.readouterr().out + BASH
    done = subprocess.run(["bash", "-c", script, "bash", str(program)], stdout=subprocess.PIPE, text=True, check=True)
    assert done.stdout == "verify\n"


@pytest.mark.parametrize(
    ("shell", "script", "start_up"),
    [("bash", ".bash_completions/boaf.sh", ".bashrc"), ("zsh", ".zfunc/_boaf", ".zshrc"), ("fish", ".config/fish", "")],
)
def test_completion_is_installed_once(monkeypatch, tmp_path, shell: str, script: str, start_up: str) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setenv("HOME", str(tmp_path))
    if start_up:
        (tmp_path / start_up).write_text("alias ll='ls -l'")
    for _ in range(2):
        assert main(["--install-completion", shell]) == 0
    assert (tmp_path / script).exists()
    if start_up:
        first, *added = (tmp_path / start_up).read_text().splitlines()
        assert first == "alias ll='ls -l'"
        assert len(added) == 1


def test_help_installs_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert main(["--install-completion", "bash", "--help"]) == 0
    assert not list(tmp_path.iterdir())


def test_an_unknown_shell_gets_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--show-completion", "csh"]) == 2
    assert capsys.readouterr().err == (
        "boaf: no completion for the shell 'csh': name one of bash, zsh, fish, powershell\n"
    )
