"""Checks of plain values from a file.

A shape is a function that takes a value and its name, and raises a `ShapeError` if the value does not fit. `record`
gives the entries of an object, `listing` and `mapping` the shape of all entries; the rest are single values:

>>> size = record(rows=whole(1, 52), cols=whole(1, 52), name=text())
>>> size({"rows": 4, "cols": 4, "name": "small"}, "the size")
>>> size({"rows": 4, "cols": "4", "name": "small"}, "the size")
Traceback (most recent call last):
boaf.support.schema.ShapeError: 'cols' must be a whole number from 1 to 52, but it is '4'
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from boaf.support.errors import BoafError, shortened

Shape = Callable[[object, str], None]
"""Given a value and its name in messages, raises `ShapeError` if the value does not fit."""


def shown(value: object) -> str:
    """A value for a message: in one line, and shortened."""
    return shortened.repr(value)


class ShapeError(BoafError):
    """A value from a file does not have the required shape."""

    def __init__(self, name: str, wanted: str, value: object) -> None:
        super().__init__(f"{name} must be {wanted}, but it is {shown(value)}")


def _shape(fits: Callable[[Any], bool], wanted: str) -> Shape:
    """A shape that a function decides about; `wanted` describes it in messages."""

    def check(value: object, name: str) -> None:
        if not fits(value):
            raise ShapeError(name, wanted, value)

    return check


def whole(low: int, high: int) -> Shape:
    """A whole number within inclusive bounds; 1.0 and True are refused."""
    return _shape(lambda value: type(value) is int and low <= value <= high, f"a whole number from {low:,} to {high:,}")


def real(low: float = -math.inf, high: float = math.inf) -> Shape:
    """A finite number within inclusive bounds."""
    wanted = "a number" if (low, high) == (-math.inf, math.inf) else f"a number from {low:g} to {high:g}"
    return _shape(lambda value: type(value) in (int, float) and math.isfinite(value) and low <= value <= high, wanted)


def flag() -> Shape:
    """True or false."""
    return _shape(lambda value: type(value) is bool, "true or false")


def text(*choices: str) -> Shape:
    """A text; one of the choices if there are any."""
    wanted = f"one of {', '.join(choices)}" if choices else "a text"
    return _shape(lambda value: isinstance(value, str) and (not choices or value in choices), wanted)


def optional(shape: Shape) -> Shape:
    """A value of a shape, or null."""

    def check(value: object, name: str) -> None:
        if value is not None:
            shape(value, name)

    return check


def listing(shape: Shape, *, least: int = 0, most: int | None = None) -> Shape:
    """A list of values of a shape, from `least` to `most` of them."""

    def check(value: object, name: str) -> None:
        if not isinstance(value, list):
            raise ShapeError(name, "a list", value)
        if len(value) < least or (most is not None and len(value) > most):
            bounds = f"{least}" if least == most else f"{least} to {most}" if most is not None else f"at least {least}"
            raise ShapeError(name, f"a list of {bounds} entries", value)
        for number, entry in enumerate(value, 1):
            shape(entry, f"entry {number} of {name}")

    return check


def mapping(shape: Shape | None = None) -> Shape:
    """An object with any names, whose values are of a shape if one is given."""

    def check(value: object, name: str) -> None:
        if not isinstance(value, dict):
            raise ShapeError(name, "an object", value)
        if shape is not None:
            for key, entry in value.items():
                shape(entry, repr(key))

    return check


def record(optionals: Mapping[str, Shape] | None = None, /, **shapes: Shape) -> Shape:
    """An object with all of these entries, perhaps some of the `optionals`, and no others."""
    known = {**shapes, **(optionals or {})}

    def check(value: object, name: str) -> None:
        if not isinstance(value, Mapping):
            raise ShapeError(name, "an object", value)
        for key in shapes:
            if key not in value:
                raise BoafError(f"{name} has no entry {key!r}")
        for key, entry in value.items():
            if key not in known:
                raise BoafError(f"{name} has an unknown entry {shown(key)}")
            known[key](entry, repr(key))

    return check
