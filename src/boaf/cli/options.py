"""Commands, and the options that they share, to be used as `@options.number("--count", …)`.

Commands and groups extend Click only where its documentation says so: how values are converted, how arguments are
parsed, how the help is laid out, and what is said of a command that does not exist.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial, wraps
from inspect import isclass, isfunction
from json import loads
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypedDict, TypeVar, get_args, get_origin, get_type_hints

import click
from click import option

from boaf.deals import require_deals
from boaf.rules import STANDARD_RULES, Rules
from boaf.support.errors import BoafError, ParameterError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_F = TypeVar("_F", bound=Callable[..., Any])
_KINDS = {int: "an integer", float: "a number"}
_LARGEST = (1 << 63) - 1
_LONGEST_SHOWN = 40
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


class DefaultGroup(Group):
    """A group whose first command need not be named."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments, with the first command before anything that is neither a command nor --help."""
        names = self.list_commands(ctx)
        is_named = args[0] in (*names, "-h", "--help") if args else ctx.resilient_parsing
        return super().parse_args(ctx, args if is_named else [names[0], *args])


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


class Number(click.ParamType[float]):
    """An integer or a real number within bounds."""

    def __init__(self, kind: type[int] | type[float], least: float | None = None, most: float | None = None) -> None:
        self.kind, self.least, self.most = kind, least, most
        self.name = _KINDS[kind]

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number that a text stands for."""

        def refuse(problem: str) -> NoReturn:
            self.fail(f"{text if len(text) <= _LONGEST_SHOWN else f'{text[:_LONGEST_SHOWN]}…'!r} {problem}", param, ctx)

        text = str(value).strip()
        try:
            number = self.kind(text)
        except ValueError:
            is_integer = self.kind is int and text.lstrip("+-").isdecimal()
            refuse("has too many digits" if is_integer else f"is not {self.name}")
        if isnan(number):
            refuse(f"is not {self.name}")
        if self.least is not None and number < self.least:
            refuse(f"is below {self.least}")
        if self.most is not None and number > self.most:
            refuse(f"is above {self.most}")
        return number


class FilePath(click.ParamType[Path]):
    """The path of a file or directory."""

    name = "path"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The path, which must not be empty."""
        if value == "":
            self.fail("the name is empty", param, ctx)
        return Path(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem[str]]:  # noqa: ARG002
        """Let the shell complete file names."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(incomplete, type="file")]


def at_least(least: int) -> Number:
    """An integer that is not less than this."""
    return Number(int, least, _LARGEST)


SEED = Number(int)
"""Any integer."""
INTEGER = Number(int, -_LARGEST - 1, _LARGEST)
"""An integer of 64 bits."""
REAL = Number(float)
PATH = FilePath()


def choices(names: Iterable[str]) -> Callable[[click.Context, click.Parameter, str], list[str]]:
    """The completion of an option whose value is one of these names."""
    return lambda _ctx, _option, incomplete: [name for name in names if name.startswith(incomplete)]


def number(*names: str, metavar: str = "N", kind: Number = INTEGER, **settings: Any) -> Callable[[_F], _F]:
    """An option that takes an integer."""
    return option(*names, metavar=metavar, type=kind, **settings)


def file(*names: str, metavar: str = "FILE", **settings: Any) -> Callable[[_F], _F]:
    """An option that takes the path of a file."""
    return option(*names, metavar=metavar, type=PATH, **settings)


def flag(*names: str, **settings: Any) -> Callable[[_F], _F]:
    """An option without a value."""
    return option(*names, is_flag=True, **settings)


json = flag("--json", "as_json", help="Print one JSON object per line and nothing else.")
max_seconds = option("--max-seconds", metavar="S", type=REAL, help="Give up after S seconds.")
threads = number("--threads", kind=at_least(1), help="Threads (default: all cores).")


def size(default: int | None = None, note: str = "") -> Callable[[_F], _F]:
    """The options `--rows` and `--cols`."""

    def add(command: _F) -> _F:
        for name, metavar, what in (("--cols", "C", "Columns"), ("--rows", "R", "Rows")):
            text = f"{what} of the board{note or 's'}."
            command = number(name, name[1:3], metavar=metavar, default=default, help=text)(command)
        return command

    return add


rules = option(
    "--rules",
    metavar="NAME",
    default=str(STANDARD_RULES),
    callback=lambda _ctx, _option, name: Rules.parse(name),
    shell_complete=choices(("standard", "wrap", "adjacent", "wrap+adjacent")),
    help="Rules of a variant: wrap, adjacent, a deck such as 9x4 (ranks x suits), or several, joined by +.",
)
board_size = size(note=" (for a seed: 4)")
deal_size = size(default=4)


class LimitOptions(TypedDict):
    """The values of `--max-nodes` and `--max-seconds`."""

    max_nodes: int | None
    max_seconds: float | None


def limits(max_nodes: int | None = None) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The options `--max-nodes` and `--max-seconds`, which the command gets as one argument, `limits`."""

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def run(max_nodes: int | None, max_seconds: float | None, **given: Any) -> Any:
            return command(limits=LimitOptions(max_nodes=max_nodes, max_seconds=max_seconds), **given)

        max_nodes_option = number("--max-nodes", default=max_nodes, help="Give up after N nodes.")
        return max_nodes_option(max_seconds(run))

    return add


def seeds(default: tuple[int, int] | None = None, required: bool = False) -> Callable[[_F], _F]:
    """The option `--seeds START STOP`, which the command gets as a range."""
    return number(
        "--seeds",
        metavar="START STOP",
        nargs=2,
        default=default,
        required=required,
        callback=_range,
        help="The numbered deals START … STOP − 1.",
    )


def _range(_ctx: click.Context, _option: click.Parameter, ends: tuple[int, int] | None) -> range | None:
    if ends is None:
        return None
    if ends[0] >= ends[1]:
        raise BoafError(f"--seeds {ends[0]} {ends[1]}: START must be below STOP")
    require_deals(*ends, 1, 1)
    return range(*ends)


def parse_options(texts: Iterable[str], find: Callable[[Mapping[str, str]], Any]) -> dict[str, Any]:
    """The options of a solver or player, `NAME=VALUE` each, as the types that it declares.

    `find` gives the solver or player for these names, and refuses names that it does not have.
    """
    for text in texts:
        if "=" not in text:
            raise BoafError(f"option {text!r}: write it as NAME=VALUE")
    given = dict(text.partition("=")[::2] for text in texts)
    found = find(given)
    types = get_type_hints(found) if isfunction(found) or isclass(found) else {}  # a plug-in in a process has none
    return {
        name: _convert(name, value, types[name]) if name in types else literal(value) for name, value in given.items()
    }


def literal(value: str) -> Any:
    """A number, a list or the like as JSON writes it, or else the text."""
    try:
        return loads(value)
    except ValueError:
        return value


def _convert(name: str, value: str, wanted: Any) -> Any:
    if wanted in (int | None, float | None):
        wanted = get_args(wanted)[0]
    try:
        if wanted is bool:
            return {"true": True, "false": False}[value.lower()]
        if wanted in _KINDS:
            return (INTEGER if wanted is int else REAL).convert(value, None, None)
    except (KeyError, click.BadParameter):
        kind = {bool: "true or false", **_KINDS}[wanted]
        raise BoafError(f"option {name} takes {kind}, not {value!r}") from None
    if get_origin(wanted) is tuple:
        return tuple(value.split(",")) if value else ()
    if wanted is not str and str not in get_args(wanted):
        raise BoafError(f"option {name} can only be given in Python")
    return value
