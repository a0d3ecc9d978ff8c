"""Checks that the arguments of public functions are numbers, whatever the type annotations promise."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Real
from operator import index
from typing import Any

from boaf.support.errors import ParameterError


def whole_number(name: str, value: Any) -> int:
    """The value of an argument that must be a whole number, Python's or NumPy's."""
    try:
        return index(value)
    except TypeError:
        raise ParameterError(f"{name} must be a whole number, not {value!r}", name) from None


def require_number(name: str, value: Any) -> None:
    """Refuse an argument that must be a number, whole or not."""
    if not isinstance(value, Real):
        raise ParameterError(f"{name} must be a number, not {value!r}", name)


def require_numbers(options: Mapping[str, Any], types: Mapping[str, Any]) -> None:
    """Refuse options that are not numbers although their types, by name, are."""
    for name, value in options.items():
        if types[name] is int or (types[name] == int | None and value is not None):
            whole_number(name, value)
        elif types[name] is float or (types[name] == float | None and value is not None):
            require_number(name, value)
