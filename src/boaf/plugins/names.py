"""Plug-ins by name: installed packages, `module:name`, and programs.

A package registers its plug-ins as entry points of the groups `boaf.solvers`, `boaf.players` and `boaf.features`.
"""

from __future__ import annotations

import shlex
import sys
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from typing import Any

from boaf.support.errors import PluginError

SOLVER_GROUP, PLAYER_GROUP, FEATURE_GROUP = "boaf.solvers", "boaf.players", "boaf.features"
_COMMAND = "command "


@cache
def installed(group: str) -> dict[str, EntryPoint]:
    """The plug-ins of installed packages, by name; one whose module is missing is reported and left out."""
    found = {}
    for point in entry_points(group=group):
        package = point.dist.name if point.dist else "an unknown package"
        if _exists(point.module):
            found[point.name] = point
        else:
            text = f"boaf: the plug-in {point.name} of {package} is broken and left out: there is no {point.module}"
            print(text, file=sys.stderr)
    return found


def described(group: str, own: dict[str, str]) -> dict[str, str]:
    """The names that boaf knows itself and those of plug-ins, each with what it is."""
    plugins = {
        name: f"{point.value}, a plug-in" + (f" of {point.dist.name} {point.dist.version}" if point.dist else "")
        for name, point in installed(group).items()
        if name not in own
    }
    return own | plugins


def command_of(text: str, group: str) -> list[str] | None:
    """The program that runs a plug-in, or None if the text names none."""
    if text.startswith(_COMMAND):
        try:
            return shlex.split(text.removeprefix(_COMMAND)) or None
        except ValueError as error:
            raise PluginError(text, f"is not a command: {error}") from None
    value = text if ":" in text else installed(group)[text].value if text in installed(group) else None
    return [sys.executable, "-X", "utf8", "-m", "boaf.solvers.plugin_host", value] if value else None


def load(name: str) -> Any:
    """The object that `module:name` refers to."""
    module, _, path = name.partition(":")
    if "" not in sys.path:  # the command `boaf` does not look into the current directory by itself
        sys.path.append("")
    try:
        found: Any = import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except Exception as error:
        raise PluginError(name, f"cannot be loaded: {type(error).__name__}: {error}") from error
    return found


def name_of(plugin: object) -> str:
    """What a plug-in is called in results and messages."""
    if isinstance(plugin, str):
        return plugin
    return str(getattr(plugin, "__qualname__", None) or getattr(plugin, "name", None) or type(plugin).__qualname__)


def _exists(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return False
