"""What all commands share: how `--help` looks, and which names and numbers none of them takes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from math import isnan
from typing import Any, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

from boaf.cli.reading import read_plainly
from boaf.support.errors import BoafError, ParameterError

_F = TypeVar("_F", bound=Callable[..., Any])
_NAMED = ("FILE", "DIR")
_WORD = 1 << 63
Context = Any
Formatter = Any


def lists(title: str, rows: Callable[[], Iterable[tuple[str, str]]]) -> Callable[[_F], _F]:
    """Show rows of names and descriptions under a title at the end of a command's help."""

    def mark(command: _F) -> _F:
        command.listing = title, rows  # type: ignore[attr-defined]
        return command

    return mark


def with_options(names: dict[str, str], options_of: Callable[[str], Iterable[str]]) -> Iterable[tuple[str, str]]:
    """What the names stand for, each with its options."""
    for name, what in names.items():
        options = ", ".join(options_of(name))
        yield name, f"{what}. Options: {options}." if options else f"{what}."


class Command(TyperCommand):
    """A command whose help leaves out Python's names of types, and which refuses empty names and absurd numbers."""

    def get_params(self, ctx: Context) -> list[Any]:
        """The arguments and options, and the option that shows the help."""
        return [read_plainly(parameter) for parameter in super().get_params(ctx)]

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Read the arguments, none of them a file without a name or a number that is none or beyond 64 bits."""
        given, _, _ = self.make_parser(ctx).parse_args(args=list(args))
        options: list[Any] = [parameter for parameter in self.get_params(ctx) if parameter.name in given]
        for option in options:
            if option.metavar in _NAMED and "" in _all(given[option.name]):
                raise typer.BadParameter("the name is empty", ctx=ctx, param=option)
        rest = super().parse_args(ctx, args)
        for option in options:
            if _kind(option) == "option":
                for value in _all(ctx.params[option.name]):
                    _require_number(value, ctx, option)
        return rest

    def invoke(self, ctx: Context) -> Any:
        """Run the command; where the library refuses a parameter, its name is that of the option, if there is one."""
        try:
            return super().invoke(ctx)
        except ParameterError as error:
            shown = dict(names for parameter in self.params for names in _names(parameter))
            named = rf"\b({'|'.join(error.parameters)})\b"
            raise BoafError(re.sub(named, lambda name: shown.get(name[0], name[0]), str(error))) from None

    def format_options(self, ctx: Context, formatter: Formatter) -> None:
        """Write the arguments and the options."""
        for title, kind in (("Arguments", "argument"), ("Options", "option")):
            found = [parameter.get_help_record(ctx) for parameter in self.get_params(ctx) if _kind(parameter) == kind]
            rows = [(re.sub(r" <[^>]*>$", "", name), text) for name, text in filter(None, found)]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)

    def format_epilog(self, ctx: Context, formatter: Formatter) -> None:
        """Write what the command can choose from."""
        super().format_epilog(ctx, formatter)
        listing = getattr(self.callback, "listing", None)
        if listing:
            title, rows = listing
            with formatter.section(title):
                formatter.write_dl(list(rows()))


class Group(TyperGroup):
    """Commands under the titles of their groups, one of which must be named."""

    def get_params(self, ctx: Context) -> list[Any]:
        """The options."""
        return [read_plainly(parameter) for parameter in super().get_params(ctx)]

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Read the arguments, the first of which is a command."""
        if not args and not ctx.resilient_parsing:
            ctx.fail(f"Missing command: choose from {', '.join(self.list_commands(ctx))}")
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """The command that the first argument names; typer suggests names like it, or else all of them are told."""
        names = self.list_commands(ctx)
        if not ctx.resilient_parsing and not get_close_matches(args[0], names):
            ctx.fail(f"No such command {args[0]!r}: choose from {', '.join(names)}")
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: Context) -> list[str]:  # noqa: ARG002
        """The names of the commands."""
        return list(self.commands)

    def summaries(self) -> Iterator[tuple[str, str, str]]:
        """The title, the name and the summary of each command."""
        commands: Mapping[str, Any] = self.commands
        for name, command in commands.items():
            yield command.rich_help_panel or "Commands", name, summary_of(command)

    def format_commands(self, ctx: Context, formatter: Formatter) -> None:  # noqa: ARG002
        """Write a line or two for each command."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for title, name, summary in self.summaries():
            groups.setdefault(title, []).append((name, summary))
        for title, rows in groups.items():
            with formatter.section(title):
                formatter.write_dl(rows)


def summary_of(command: Any) -> str:
    """The first sentence of a command's help."""
    text = " ".join((command.short_help or command.help).split("\n\n")[0].split())
    return re.split(r"\.(?=\s+[A-Z`]|\s*$)", text)[0] + "."


def _all(values: Any) -> tuple[Any, ...]:
    """The values of a parameter that takes one or several."""
    return tuple(values) if isinstance(values, list | tuple) else (values,)


def _require_number(value: Any, ctx: Context, parameter: Any) -> None:
    """Refuse what no option that takes a number means."""
    if isinstance(value, int) and not -_WORD <= value < _WORD:
        raise typer.BadParameter("the number must lie between −2^63 and 2^63", ctx=ctx, param=parameter)
    if isinstance(value, float) and isnan(value):
        raise typer.BadParameter("nan is not a number", ctx=ctx, param=parameter)


def _names(parameter: Any) -> Iterator[tuple[str, str]]:
    """What the library calls a parameter, and the shell: `--max-nodes`, or the words of START STOP."""
    for word in (parameter.metavar or "").split():
        yield word.lower(), word
    if _kind(parameter) == "option":
        yield parameter.opts[0].removeprefix("--").replace("-", "_"), parameter.opts[0]


def _kind(parameter: Any) -> str:
    return str(parameter.param_type_name)
