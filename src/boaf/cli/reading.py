"""Text as numbers.

Typer reads every value with pydantic, which takes longer to load than a board to solve. Most values are texts and
numbers, or are not given at all: those are read here, and typer gets the others, such as names of files.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any, get_args, get_origin

import typer

_PLAIN = {str: "a text", int: "an integer", float: "a number"}
_LONGEST_SHOWN = 40
_LIKE_AN_OPTION = re.compile(r"-\d+$|--[\s|]")


def protect_negative(arguments: list[str]) -> list[str]:
    """A negative number or a board whose first cell is empty is no option: a blank before it says so to the parser."""
    return [f" {argument}" if _LIKE_AN_OPTION.match(argument) else argument for argument in arguments]


def read_plainly(parameter: Any) -> Any:
    """The parameter of a command, which from here on reads texts and numbers without pydantic."""
    usual = getattr(type(parameter), "get_runtime_param", None)
    if usual is not None:  # typer before 0.29 does not use pydantic
        parameter.get_runtime_param = lambda: _Reader(parameter, partial(usual, parameter))
    return parameter


class _Reader:
    """What typer asks for the value of a parameter."""

    def __init__(self, parameter: Any, usual: Callable[[], Any]) -> None:
        self._usual = usual
        self._annotation = parameter.type_descriptor.annotation
        self._bounds = parameter.type_descriptor.parameter_info
        self._takes_many = parameter.multiple or parameter.nargs == -1

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value of a parameter for what was given: a text, several, none, or its default."""
        value = _unprotected(value)
        if value is None:
            return () if self._takes_many else None
        kinds = get_args(self._annotation) or (self._annotation,)
        if not all(kind in _PLAIN for kind in kinds):
            return self._usual().coerce(value, param=param, ctx=ctx)
        try:
            if get_origin(self._annotation) is tuple:
                return tuple(self._read(one, kind) for one, kind in zip(value, kinds, strict=True))
            if self._takes_many:
                return [self._read(one, kinds[0]) for one in value]
            return self._read(value, kinds[0])
        except ValueError as error:
            raise typer.BadParameter(str(error), ctx=ctx, param=param) from None

    def _read(self, given: Any, kind: type[Any]) -> Any:
        try:
            value = kind(given)
        except ValueError:
            has_digits_only = kind is int and given.strip().lstrip("+-").isdecimal()
            wrong = "has too many digits" if has_digits_only else f"is not {_PLAIN[kind]}"
            raise ValueError(f"{_shown(given)} {wrong}") from None
        least, most = self._bounds.min, self._bounds.max
        if least is not None and value < least:
            raise ValueError(f"{_shown(given)} is below {least}")
        if most is not None and value > most:
            raise ValueError(f"{_shown(given)} is above {most}")
        return value


def _unprotected(value: Any) -> Any:
    """What was given, without the blank of `protect_negative`."""
    if isinstance(value, list | tuple):
        return type(value)(map(_unprotected, value))
    is_protected = isinstance(value, str) and value.startswith(" ") and _LIKE_AN_OPTION.match(value[1:])
    return value[1:] if is_protected else value


def _shown(given: Any) -> str:
    text = str(given)
    return repr(text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…")
