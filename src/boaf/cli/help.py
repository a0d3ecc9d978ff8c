"""How `--help` looks: commands in groups with whole summaries, arguments without types, the choices as lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from typer.core import TyperCommand, TyperGroup

_F = TypeVar("_F", bound=Callable[..., Any])
if TYPE_CHECKING:
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
    """A command whose help leaves out Python's names of types."""

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
    """Commands under the titles of their groups."""

    def format_commands(self, ctx: Context, formatter: Formatter) -> None:
        """Write a line or two for each command."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for name in self.list_commands(ctx):
            command: Any = self.get_command(ctx, name)
            rows = groups.setdefault(command.rich_help_panel or "Commands", [])
            rows.append((name, _summary(command.short_help or command.help)))
        for title, rows in groups.items():
            with formatter.section(title):
                formatter.write_dl(rows)


def _kind(parameter: Any) -> str:
    return str(parameter.param_type_name)


def _summary(text: str) -> str:
    """The first sentence of a command's help."""
    return re.split(r"\.(?=\s+[A-Z`]|\s*$)", " ".join(text.split("\n\n")[0].split()))[0] + "."
