"""A page with the help of every command, as the commands give it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer
from typer.main import get_command

from boaf.cli import app
from boaf.cli.help import summary_of

_COLUMNS = 100


def shell_page() -> str:
    """The page, in Markdown."""
    root: Any = get_command(app)
    parts = ["# The shell\n", "What `boaf COMMAND --help` says, command by command.\n", _block(root, ["boaf"])]
    for name, command in root.commands.items():
        parts += _sections(["boaf", name], command)
    return "\n".join(parts)


def _sections(words: list[str], command: Any) -> Iterator[str]:
    """The section of a command, followed by those of the commands below it."""
    yield f"{'#' * len(words)} {' '.join(words)}\n"
    yield f"{summary_of(command)}\n"
    yield _block(command, words)
    for name, below in getattr(command, "commands", {}).items():
        yield from _sections([*words, name], below)


def _block(command: Any, words: list[str]) -> str:
    context = typer.Context(command, info_name=" ".join(words), terminal_width=_COLUMNS, max_content_width=_COLUMNS)
    return f"```text\n{command.get_help(context)}\n```\n"
