"""A page for each package with public names: what its head says, then each name with its docstring.

A name that several packages export is described once, where the first of them has it, and named by the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from inspect import isclass, isfunction
from pathlib import Path

from sphinx.errors import PycodeError
from sphinx.pycode import ModuleAnalyzer

import boaf

SOURCE = Path(boaf.__file__).parent.parent
PACKAGES = sorted(
    (
        ".".join(path.parent.relative_to(SOURCE).parts)
        for path in (SOURCE / "boaf").rglob("__init__.py")
        if "public_names(__name__" in path.read_text(encoding="utf-8")
    ),
)


def package_page(package: str) -> str:
    """The page of a package, in Markdown."""
    module = import_module(package)
    own = [name for name in module.__all__ if _home(package, name) == package]
    shared = [name for name in module.__all__ if name not in own]
    parts = [f"# {package}\n", _example_marked(module.__doc__ or "")]
    if shared:
        links = ", ".join(f"{{py:obj}}`{name} <{_home(package, name)}.{name}>`" for name in shared)
        parts.append(f"Also here: {links}.\n")
    return "\n".join([*parts, *(_section(package, name) for name in own)])


def _section(package: str, name: str) -> str:
    directive = "\n".join(_directive(package, name))
    return f"## {name}\n\n```{{eval-rst}}\n{directive}\n```\n"


def _home(package: str, name: str) -> str:
    """The first package that exports the same thing under the same name."""
    thing = getattr(import_module(package), name)
    return next(other for other in PACKAGES if getattr(import_module(other), name, None) is thing)


def _directive(package: str, name: str) -> Iterator[str]:
    thing = getattr(import_module(package), name)
    if isfunction(thing):
        yield f".. autofunction:: {package}.{name}"
    elif isclass(thing):
        yield f".. autoclass:: {package}.{name}"
        yield "   :members:"
        yield "   :undoc-members:"
        yield "   :show-inheritance:"
    else:
        yield f".. py:data:: {package}.{name}"
        yield f"   :type: {type(thing).__name__}"
        yield ""
        yield from (f"   {line}" for line in _text_below(package, name))


def _text_below(package: str, name: str) -> list[str]:
    """The string that stands below the assignment of a constant, in whichever module of the package that is."""
    thing = getattr(import_module(package), name)
    for path in sorted((SOURCE / Path(*package.split("."))).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if not re.search(rf"^{name}\b.*=", text, re.MULTILINE):
            continue
        module = ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
        if getattr(import_module(module), name, None) is not thing:
            continue
        try:
            found = ModuleAnalyzer.for_module(module).find_attr_docs().get(("", name))
        except PycodeError:
            continue
        if found:
            return list(found)
    raise LookupError(f"the constant {name} has no description below it")


def _example_marked(head: str) -> str:
    """The head of a module, whose indented examples are made blocks that say that they are Python."""
    lines, inside = [], False
    for line in head.splitlines():
        if not inside and line.startswith("    "):
            lines.append("```pycon" if ">>>" in line else "```python")
            inside = True
        elif inside and line and not line.startswith("    "):
            while not lines[-1]:
                lines.pop()
            lines += ["```", ""]
            inside = False
        lines.append(line.removeprefix("    ") if inside else line)
    return "\n".join([*lines, *(["```"] if inside else []), ""])
