"""Options of solvers and players on the command line: `-o NAME=VALUE`, read as the types that their code names."""

from __future__ import annotations

from collections.abc import Mapping
from math import isnan
from typing import Any, get_args, get_origin

from boaf.support.errors import BoafError


def split_options(texts: list[str] | None) -> dict[str, str]:
    """The names and values of `NAME=VALUE` texts."""
    for text in texts or []:
        if "=" not in text:
            raise BoafError(f"option {text!r}: write it as NAME=VALUE")
    return dict(text.partition("=")[::2] for text in texts or [])


def convert_options(given: Mapping[str, str], types: Mapping[str, Any]) -> dict[str, Any]:
    """The values as the types that belong to their names."""
    return {name: _convert(name, value, types[name]) for name, value in given.items()}


def _convert(name: str, value: str, wanted: Any) -> Any:
    if wanted in (int | None, float | None):
        wanted = get_args(wanted)[0]
    try:
        if wanted is bool:
            return {"true": True, "false": False}[value.lower()]
        if wanted in (int, float):
            return _number(wanted(value))
    except (KeyError, ValueError):
        kind = {bool: "true or false", int: "an integer", float: "a number"}[wanted]
        raise BoafError(f"option {name} takes {kind}, not {value!r}") from None
    if get_origin(wanted) is tuple:
        return tuple(value.split(",")) if value else ()
    if wanted is not str and str not in get_args(wanted):
        raise BoafError(f"option {name} can only be given in Python")
    return value


def _number(value: float) -> float:
    """The value, unless it is no number or beyond 64 bits."""
    if isnan(value) or (isinstance(value, int) and not -(1 << 63) <= value < 1 << 63):
        raise ValueError
    return value
