"""What the machine code depends on, as a digest: every library carries that of the sources it was built from.

It covers the compiled functions, the constants and named tuples of their modules, with what computes them, and the
table of entry points. It is taken from syntax trees, so comments, docstrings and layout do not count.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

ENTRIES = "kernel/entries.txt"
MARK = "boaf sources "
"""The text before the digest in a library."""
_WHOLE = ("kernel/vectors.py",)
"""Modules that say how something is compiled."""
_STATUSES = "kernel/status.py"
_CONSTANT_BASES = {"NamedTuple", "IntEnum"}
_NOT_COMPILED = {"annotation", "returns", "ctx", "type_comment"}


def digest(package: Path) -> str:
    """The digest of the sources in the package directory."""
    found = hashlib.sha256((package / ENTRIES).read_bytes())
    for path in sorted(package.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "\n@compiled\n" in text or path.relative_to(package).as_posix() in (*_WHOLE, _STATUSES):
            module = ast.parse(text)
            kept = module.body if path.relative_to(package).as_posix() in _WHOLE else _kept(module)
            for part in kept:
                found.update("".join(_syntax(part)).encode())
    return found.hexdigest()


def digest_in(library: bytes) -> str | None:
    """The digest that a library carries."""
    found = re.search(MARK.encode() + rb"([0-9a-f]{64})", library)
    return found[1].decode() if found else None


def _kept(module: ast.Module) -> list[ast.stmt]:
    """The statements that machine code can depend on."""
    functions = {part.name: part for part in module.body if isinstance(part, ast.FunctionDef)}
    kept = [part for part in module.body if part not in functions.values() or _is_compiled(part)]
    kept = [part for part in kept if not isinstance(part, ast.ClassDef) or _is_constant(part)]
    asked: list[ast.stmt] = [part for part in kept if isinstance(part, ast.Assign | ast.AnnAssign)]
    for part in asked:
        names = {node.id for node in ast.walk(part) if isinstance(node, ast.Name)}
        new = [functions[name] for name in sorted(names & functions.keys()) if functions[name] not in kept]
        kept += new
        asked += new
    return kept


def _is_compiled(part: ast.stmt) -> bool:
    return isinstance(part, ast.FunctionDef) and any(
        isinstance(decorator, ast.Name) and decorator.id == "compiled" for decorator in part.decorator_list
    )


def _is_constant(part: ast.ClassDef) -> bool:
    return any(isinstance(base, ast.Name) and base.id in _CONSTANT_BASES for base in part.bases)


def _syntax(node: object) -> Iterator[str]:
    """A syntax tree as text, the same in every version of Python."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return  # a docstring
    if isinstance(node, ast.AST):
        yield type(node).__name__
        for name, value in ast.iter_fields(node):
            if value is not None and value != [] and name not in _NOT_COMPILED:
                yield f"({name} "
                yield from _syntax(value)
                yield ")"
    elif isinstance(node, list):
        for part in node:
            yield from _syntax(part)
    else:
        yield repr(node)
