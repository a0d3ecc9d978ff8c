"""A page with the help of every command."""

from __future__ import annotations

from collections.abc import Iterator

import click

from boaf.cli import app
from boaf.cli.options import summary_of

_COLUMNS = 100


def shell_page() -> str:
    """The page, in Markdown."""
    root = click.Context(app, info_name="boaf", terminal_width=_COLUMNS, **app.context_settings)
    parts = ["# The shell\n", "What `boaf COMMAND --help` says, command by command.\n", _block(root)]
    for name in app.list_commands(root):
        parts += _sections(root, app, name, depth=2)
    return "\n".join(parts)


def _sections(parent: click.Context, group: click.Group, name: str, depth: int) -> Iterator[str]:
    """The section of a command, followed by those of the commands below it."""
    command = group.get_command(parent, name)
    if command is None:
        return
    context = click.Context(command, parent, info_name=name)
    yield f"{'#' * depth} {context.command_path}\n"
    yield f"{summary_of(command)}\n"
    yield _block(context)
    if isinstance(command, click.Group):
        for below in command.list_commands(context):
            yield from _sections(context, command, below, depth + 1)


def _block(context: click.Context) -> str:
    return f"```text\n{context.get_help()}\n```\n"
