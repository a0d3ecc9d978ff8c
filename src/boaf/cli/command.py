"""Commands and groups of commands, as Click runs them.

They extend Click only where its documentation says so: how arguments are parsed, how the help is laid out, and what is
said of a command that does not exist.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import click

from boaf.support.errors import BoafError, ParameterError

_NOT_AN_OPTION = re.compile(r"-\d+$|--[\s|]")
"""A negative number, or a board whose first cell is empty."""


class Command(click.Command):
    """A command that takes negative numbers and boards as arguments, and may list names at the end of its help."""

    def __init__(
        self, *given: Any, listing: tuple[str, Callable[[], Iterable[tuple[str, str]]]] | None = None, **settings: Any
    ) -> None:
        super().__init__(*given, **settings)
        self._listing = listing

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; a leading space tells the parser that a negative number is not an option."""
        rest = super().parse_args(ctx, [f" {word}" if _NOT_AN_OPTION.match(word) else word for word in args])
        ctx.params = {name: _without_space(value) for name, value in ctx.params.items()}
        return rest

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; an error of the library names the option instead of the library's parameter."""
        try:
            return super().invoke(ctx)
        except ParameterError as error:
            shown = dict(names for parameter in self.params for names in _names(parameter))
            named = rf"\b({'|'.join(error.parameters)})\b"
            raise BoafError(re.sub(named, lambda name: shown.get(name[0], name[0]), str(error))) from None

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the names that the command can choose from."""
        super().format_epilog(ctx, formatter)
        if self._listing:
            title, rows = self._listing
            with formatter.section(title):
                formatter.write_dl(list(rows()))


command = partial(click.command, cls=Command)


class Group(click.Group):
    """A group of commands, one of which must be named."""

    command_class = Command

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The names of the commands, in the order of the help."""
        return list(self.commands)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments, the first of which is a command."""
        if not args and not ctx.resilient_parsing:
            ctx.fail(f"Missing command: choose from {', '.join(self.list_commands(ctx))}")
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first argument names; an error suggests similar names, or else lists all of them."""
        names = self.list_commands(ctx)
        if args[0] not in names and not ctx.resilient_parsing:
            error = click.NoSuchCommand(args[0], possibilities=names, ctx=ctx)
            if error.possibilities:
                raise error
            ctx.fail(f"No such command {args[0]!r}: choose from {', '.join(names)}")
        return super().resolve_command(ctx, args)

    def summaries(self) -> dict[str, dict[str, str]]:
        """The summary of each command, by title and name."""
        return {"Commands": {name: summary_of(command) for name, command in self.commands.items()}}

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the summary of each command in full."""
        for title, rows in self.summaries().items():
            with formatter.section(title):
                formatter.write_dl(list(rows.items()))


def summary_of(command: click.Command) -> str:
    """The first sentence of a command's help."""
    text = " ".join((command.short_help or command.help or "").split("\n\n")[0].split())
    return re.split(r"\.(?=\s+[A-Z`]|\s*$)", text)[0] + "."


def described(names: dict[str, str], options_of: Callable[[str], Iterable[str]]) -> Iterable[tuple[str, str]]:
    """Names of solvers or players, each with its description and options."""
    for name, what in names.items():
        options = ", ".join(options_of(name))
        yield name, f"{what}. Options: {options}." if options else f"{what}."


def _without_space(value: Any) -> Any:
    """A value without the space that `Command.parse_args` put before it."""
    if isinstance(value, tuple):
        return tuple(map(_without_space, value))
    is_marked = isinstance(value, str | Path) and str(value)[:1] == " " and _NOT_AN_OPTION.match(str(value)[1:])
    return type(value)(str(value)[1:]) if is_marked else value


def _names(parameter: click.Parameter) -> Iterator[tuple[str, str]]:
    """What the library and the command line call a parameter: `max_nodes` and `--max-nodes`, `start` and `START`."""
    for word in (parameter.metavar or "").split():
        yield word.lower(), word
    if isinstance(parameter, click.Option):
        yield parameter.opts[0].removeprefix("--").replace("-", "_"), parameter.opts[0]
    else:
        yield parameter.human_readable_name.lower(), parameter.human_readable_name
