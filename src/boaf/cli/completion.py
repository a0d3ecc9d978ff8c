"""Shell completion: `boaf --show-completion` and `boaf --install-completion`.

Click completes commands, options and names. What is left to do is to find the current shell and to put Click's script
where that shell loads it.
"""

from __future__ import annotations

import os
import subprocess
from contextlib import suppress
from pathlib import Path

import click
from click.shell_completion import get_completion_class

from boaf.cli.process import show as show_text
from boaf.support.errors import BoafError
from boaf.support.files import write_text

_INSTALLED = {
    "bash": (".bash_completions/boaf.sh", ".bashrc", "source ~/.bash_completions/boaf.sh"),
    "zsh": (".zfunc/_boaf", ".zshrc", "fpath+=~/.zfunc; autoload -Uz compinit; compinit"),
    "fish": (".config/fish/completions/boaf.fish", "", ""),
    "powershell": (".boaf/completion.ps1", "", ". ~/.boaf/completion.ps1"),
}
"""For each shell, below the home directory: the script, the start-up file, and the line in it that loads the script."""


def show(app: click.Command, shell: str) -> None:
    """Print the script of a shell."""
    show_text(_script(app, _shell_named(shell)))


def install(app: click.Command, shell: str) -> None:
    """Write the script of a shell to a file, and make the shell load it."""
    shell = _shell_named(shell)
    script, start_up_name, line = _INSTALLED[shell]
    path = Path.home() / script
    write_text(path, _script(app, shell))
    if line:
        start_up = Path.home() / start_up_name if start_up_name else _powershell_profile()
        text = start_up.read_text() if start_up.is_file() else ""
        if line not in text.splitlines():
            start_up.parent.mkdir(parents=True, exist_ok=True)
            start_up.write_text(f"{text.rstrip()}\n{line}\n".lstrip())
    show_text(f"completion for {shell} is installed in {path}; restart the shell to use it")


def _script(app: click.Command, shell: str) -> str:
    completion = get_completion_class(shell)
    if completion is None:
        raise BoafError(f"this version of Click cannot complete in {shell}")
    return completion(app, {}, "boaf", "_BOAF_COMPLETE").source()


def _shell_named(name: str) -> str:
    """The shell of this name; if it is `current`, the one that started boaf."""
    if name == "current":
        name = "powershell" if os.name == "nt" else Path(os.environ.get("SHELL", "")).name
        with suppress(OSError):
            name = Path(f"/proc/{os.getppid()}/comm").read_text().strip()
    name = "powershell" if name == "pwsh" else name
    if name not in _INSTALLED:
        raise BoafError(f"no completion for the shell {name!r}: name one of {', '.join(_INSTALLED)}")
    return name


def _powershell_profile() -> Path:
    for program in ("pwsh", "powershell"):
        with suppress(FileNotFoundError):
            asked = subprocess.run([program, "-NoProfile", "-Command", "$PROFILE"], stdout=subprocess.PIPE, check=True)
            return Path(asked.stdout.decode().strip())
    raise BoafError("PowerShell cannot be started: add the output of --show-completion powershell to your profile")
