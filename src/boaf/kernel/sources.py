"""A digest of the sources of the machine code; every library carries that of the sources it was built from.

It covers the compiled functions, the constants and named tuples of their modules, with what computes them, and the
table of entry points. It is taken from syntax trees, so comments, docstrings and layout do not count. Parsing takes a
third of a second, so `kernel/sources.txt` notes the digest next to one of the bytes of the files: as long as these are
the same, nothing is parsed.
"""

from __future__ import annotations

import ast
import hashlib
import re
from pathlib import Path

ENTRIES = "kernel/entries.txt"
_NOTE = "kernel/sources.txt"
MARK = "boaf sources "
"""The text before the digest in a library."""
_WHOLE = ("kernel/vectors.py",)
"""Modules that say how something is compiled."""
_CONSTANT_BASES = {"NamedTuple", "IntEnum"}
_NOT_COMPILED = {"annotation", "returns", "ctx", "type_comment"}


def digest(package: Path) -> str:
    """The digest of the sources in the package directory."""
    return _syntax_digest(_texts(package))


def noted_digest(package: Path) -> str:
    """The same, without parsing if the sources are those that the note was made for."""
    texts = _texts(package)
    note = package / _NOTE
    bytes_digest, _, noted = note.read_text().strip().partition(" ") if note.is_file() else ("", "", "")
    return noted if bytes_digest == _bytes_digest(texts) else _syntax_digest(texts)


def write_note(package: Path) -> None:
    """Note the digest of the sources as they are."""
    texts = _texts(package)
    (package / _NOTE).write_text(f"{_bytes_digest(texts)} {_syntax_digest(texts)}\n")


def _texts(package: Path) -> dict[str, str]:
    """The table of entry points and the modules with compiled code, by their paths."""
    found = {ENTRIES: (package / ENTRIES).read_text(encoding="utf-8")}
    for path in sorted(package.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        name = path.relative_to(package).as_posix()
        if "\n@compiled\n" in text or name in _WHOLE:
            found[name] = text
    return found


def _bytes_digest(texts: dict[str, str]) -> str:
    return hashlib.sha256(repr(texts).encode()).hexdigest()


def _syntax_digest(texts: dict[str, str]) -> str:
    found = hashlib.sha256(texts[ENTRIES].encode())
    for name, text in texts.items():
        if name != ENTRIES:
            module = ast.parse(text)
            syntax: list[str] = []
            _syntax(module.body if name in _WHOLE else _kept(module), syntax)
            found.update("".join(syntax).encode())
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


def _syntax(node: object, out: list[str]) -> None:
    """Append a syntax tree as text, the same in every version of Python."""
    if isinstance(node, list):
        for part in node:
            _syntax(part, out)
    elif not isinstance(node, ast.AST):
        out.append(repr(node))
    elif not isinstance(node, ast.Import | ast.ImportFrom) and not _is_docstring(node):
        out.append(type(node).__name__)
        for name, value in vars(node).items():
            if value is not None and value != [] and name in node._fields and name not in _NOT_COMPILED:
                out.append(f"({name} ")
                _syntax(value, out)
                out.append(")")


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
