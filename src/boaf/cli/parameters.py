"""Arguments and options: their types, and the options that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypedDict, TypeVar, get_args, get_origin

import click
from click import option

from boaf.deals import require_deals
from boaf.support.errors import BoafError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_F = TypeVar("_F", bound=Callable[..., Any])
_KINDS = {int: "an integer", float: "a number"}
_LARGEST = (1 << 63) - 1
_LONGEST_SHOWN = 40


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


json_option = option("--json", "as_json", is_flag=True, help="Print one JSON object per line and nothing else.")
max_nodes_option = option("--max-nodes", metavar="N", type=INTEGER, help="Give up after N nodes.")
max_seconds_option = option("--max-seconds", metavar="S", type=REAL, help="Give up after S seconds.")
threads_option = option("--threads", metavar="N", type=at_least(1), help="Threads (default: all cores).")


def size_options(default: int | None = None, note: str = "") -> Callable[[_F], _F]:
    """The options `--rows` and `--cols`."""

    def add(command: _F) -> _F:
        for name, metavar, what in (("--cols", "C", "Columns"), ("--rows", "R", "Rows")):
            text = f"{what} of the board{note or 's'}."
            command = option(name, name[1:3], metavar=metavar, type=INTEGER, default=default, help=text)(command)
        return command

    return add


board_size = size_options(note=" (for a seed: 4)")
deal_size = size_options(default=4)


class Limits(TypedDict):
    """The values of `--max-nodes` and `--max-seconds`."""

    max_nodes: int | None
    max_seconds: float | None


def limit_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--max-nodes` and `--max-seconds`, which the command gets as one argument, `limits`."""

    @wraps(command)
    def run(max_nodes: int | None, max_seconds: float | None, **given: Any) -> Any:
        return command(limits=Limits(max_nodes=max_nodes, max_seconds=max_seconds), **given)

    return max_nodes_option(max_seconds_option(run))


def seeds_option(default: tuple[int, int] | None = None, required: bool = False) -> Callable[[_F], _F]:
    """The option `--seeds START STOP`, which the command gets as a range."""
    return option(
        "--seeds",
        metavar="START STOP",
        type=INTEGER,
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


def out_option(help_text: str, required: bool = False) -> Callable[[_F], _F]:
    """The option `--out FILE`."""
    return option("--out", metavar="FILE", type=PATH, required=required, help=help_text)


def read_options(texts: Iterable[str]) -> dict[str, str]:
    """The names and values of `NAME=VALUE` texts."""
    for text in texts:
        if "=" not in text:
            raise BoafError(f"option {text!r}: write it as NAME=VALUE")
    return dict(text.partition("=")[::2] for text in texts)


def convert_options(given: Mapping[str, str], types: Mapping[str, Any]) -> dict[str, Any]:
    """The values of options of a solver or player, converted to the types that its code names."""
    return {name: _convert(name, value, types[name]) for name, value in given.items()}


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
