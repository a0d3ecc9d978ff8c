"""Public names that are loaded when they are first used, so that importing a package is quick and compiles nothing."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def lazy_names(
    package: str, homes: dict[str, str], require: Callable[[], None] = lambda: None
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The `__getattr__` and the `__dir__` of a package whose public names live in the modules `homes`.

    `require` is called before one of them is loaded, and raises `MissingExtraError` where an extra is not installed.
    """

    def get(name: str) -> Any:
        if name in homes:
            require()
            return getattr(import_module(homes[name]), name)
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    def names() -> list[str]:
        return sorted({*vars(import_module(package)), *homes})

    return get, names
