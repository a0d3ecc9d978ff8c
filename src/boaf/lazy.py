"""Public names that are loaded when they are first used, so that importing a package is quick and compiles nothing."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from threading import current_thread, main_thread
from types import FrameType, ModuleType
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
            return getattr(import_whole(homes[name]), name)
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    def names() -> list[str]:
        return sorted({*vars(import_module(package)), *homes})

    return get, names


def import_whole(module: str) -> ModuleType:
    """Import a module; Ctrl-C waits until that is done."""
    with interrupts_later():
        return import_module(module)


@contextmanager
def interrupts_later() -> Iterator[None]:
    """Hold Ctrl-C back until the end of the block: half a NumPy cannot be imported a second time."""
    if current_thread() is not main_thread() or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    pressed: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        pressed.append(number)

    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if pressed:
            raise KeyboardInterrupt
