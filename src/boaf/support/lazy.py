"""Public names that are loaded on first use, so that importing a package is quick."""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import current_thread, main_thread
from types import FrameType, ModuleType
from typing import Any

_IMPORTED: set[str] = set()
"""The modules that `import_whole` has imported."""
_NAME = re.compile(r"^from (\S+) import (\w+) as \2$", re.MULTILINE)


def public_names(
    package: str, require: Callable[[], None] = lambda: None
) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """The `__getattr__`, `__dir__` and `__all__` of a package whose public names are listed in its `__init__.pyi`.

    `require` is called before a name is loaded, and raises `MissingExtraError` if an extra is not installed.
    """
    stub = Path(str(sys.modules[package].__file__)).with_suffix(".pyi")
    homes = {name: home for home, name in _NAME.findall(stub.read_text(encoding="utf-8"))}

    def get(name: str) -> Any:
        if name in homes:
            require()
            return getattr(import_whole(homes[name]), name)
        if not name.startswith("_") and find_spec(f"{package}.{name}"):  # boaf.players, after import boaf
            return import_whole(f"{package}.{name}")
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *homes})

    return get, names, sorted(homes)


def import_whole(module: str) -> ModuleType:
    """Import a module; Ctrl-C takes effect afterwards."""
    if module not in _IMPORTED:
        with interrupts_later():
            import_module(module)
        _IMPORTED.add(module)
    return sys.modules[module]


@contextmanager
def interrupts_later() -> Iterator[None]:
    """Hold Ctrl-C back until the end of the block: after half an import of NumPy, a second one fails."""
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
