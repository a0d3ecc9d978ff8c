"""The errors that boaf raises, and checks of the arguments of public functions.

A mistake of the user's raises a `BoafError`, a `ValueError` whose message is one line that names the thing, the place
and the remedy. The command line prints that line and exits with status 2. Reaching a limit is not a mistake: that is an
`UndecidedError`, for which the command line exits with status 3.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from numbers import Real
from operator import index
from pathlib import Path
from reprlib import Repr
from shlex import quote
from types import ModuleType
from typing import Any

_MOST_BITS = 3_400
"""A seed may have a thousand digits; no other number that anyone means is longer."""
shortened = Repr()
shortened.maxstring = shortened.maxother = 60


class BoafError(ValueError):
    """The base of all errors of boaf, nearly always a mistake in its input."""


class ParseError(BoafError):
    """A text that is not a card, a move or a board.

    `row` and `column` (from 1) say where it is, and `start` and `end` are its range of characters in the text; each is
    None if it is not known.
    """

    def __init__(
        self,
        message: str,
        row: int | None = None,
        column: int | None = None,
        *,
        start: int | None = None,
        end: int | None = None,
    ) -> None:
        super().__init__(message)
        self.row, self.column = row, column
        self.start, self.end = start, end


class ParameterError(BoafError):
    """An argument that is out of bounds, or not a number.

    `parameters` are the names in the message, which the command line replaces by those of its options.
    """

    def __init__(self, message: str, *parameters: str) -> None:
        super().__init__(message)
        self.parameters = parameters


class IllegalMoveError(BoafError):
    """A move that the rules do not allow on this board."""


class ProofError(BoafError):
    """A proof that does not hold, with the reason why."""


class UndecidedError(BoafError):
    """A limit was reached before the board was decided."""


class PluginError(BoafError):
    """A plug-in failed, was late, or gave a wrong answer.

    `plugin` is its name, `is_wrong` tells that its answer contradicts the rules or the exact solver, and `is_late` that
    it kept no time limit.
    """

    def __init__(self, plugin: str, what: str, *, is_wrong: bool = False, is_late: bool = False) -> None:
        super().__init__(f"{plugin} {what}")
        self.plugin, self.is_wrong, self.is_late = plugin, is_wrong, is_late


class StoppedError(Exception):
    """The work was cancelled from outside, see `boaf.support.threads`."""


class UnsolvableError(BoafError):
    """A board that cannot be won has no difficulty."""


class MissingExtraError(BoafError, ImportError):
    """A library of an extra of boaf is not installed; the message says how to install it."""

    def __init__(self, library: str, extra: str) -> None:
        super().__init__(library, extra)
        self.library, self.extra = library, extra

    def __str__(self) -> str:
        return f"{self.library} is not installed: {install_command(self.extra)}"


def install_command(extra: str) -> str:
    """The command that installs an extra for this Python: for boaf as it is installed, or from an uninstalled checkout.

    pip takes an installed boaf as it is, wherever it came from, and adds what its extra needs.
    """
    from importlib.metadata import PackageNotFoundError, distribution

    checkout = Path(__file__).parents[3]
    try:
        distribution("boaf")
        target = "boaf"
    except PackageNotFoundError:
        target = str(checkout) if (checkout / "pyproject.toml").exists() else "boaf"
    return f"{quote(sys.executable or 'python')} -m pip install {quote(f'{target}[{extra}]')}"


def require(module: str, extra: str) -> ModuleType:
    """Import a module of an extra of boaf, or raise `MissingExtraError`."""
    try:
        return import_module(module)
    except ModuleNotFoundError:
        raise MissingExtraError(module.partition(".")[0], extra) from None


def whole_number(name: str, value: Any) -> int:
    """The value of an argument that must be a whole number, Python's or NumPy's."""
    try:
        number = index(value)
    except TypeError:
        raise ParameterError(f"{name} must be a whole number, not {_short(value)}", name) from None
    if number.bit_length() > _MOST_BITS:
        raise ParameterError(f"{name} is a whole number of {number.bit_length():,} bits: at most {_MOST_BITS}", name)
    return number


def require_number(name: str, value: Any) -> None:
    """Refuse an argument that must be a number, whole or not."""
    try:
        if isinstance(value, Real):
            float(value)
            return
    except OverflowError:
        raise ParameterError(f"{name} must be below 10^308", name) from None
    raise ParameterError(f"{name} must be a number, not {_short(value)}", name)


def _short(value: object) -> str:
    """A value for a message, in one line of bounded length."""
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        return f"one of {value.bit_length():,} bits"
    return shortened.repr(value)


def require_numbers(options: Mapping[str, Any], types: Mapping[str, Any]) -> None:
    """Refuse options that are not numbers or truth values although their types are."""
    for name, value in options.items():
        if types[name] is int or (types[name] == int | None and value is not None):
            whole_number(name, value)
        elif types[name] is float or (types[name] == float | None and value is not None):
            require_number(name, value)
        elif types[name] is bool and not isinstance(value, bool):
            raise ParameterError(f"{name} must be True or False, not {_short(value)}", name)
