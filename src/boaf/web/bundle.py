"""The modules of the page as one file, so that a browser asks for it once and not sixty times.

A module becomes a function that runs once and returns what it exports; an import takes names out of what another
returned. This is enough because the page keeps to three forms, `import { a, b as c } from "./x.js";`, the same with
`export`, and `export` before a declaration, and has no cycles. Anything else is an error here, not a broken page.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Mapping

_IMPORT = re.compile(r'^(import|export) \{([^}]*)\} from "([^"]+)";\n', re.M)
_EXPORTED = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.M)
_RENAMED = re.compile(r"(?<=\w) as (?=\w)")
_COMMENT = re.compile(r"^[ \t]*(?:/\*.*?\*/|//[^\n]*)[ \t]*\n", re.M | re.S)
_BLANK = re.compile(r"\n\s*\n+")


def bundle(modules: Mapping[str, str], entry: str, outside: Collection[str] = ()) -> str:
    r"""One module that does what `entry` does with all it imports; `modules` has every source by its path.

    Those `outside` stay files of their own, which the module imports.

    Examples
    --------
    >>> modules = {"main.js": 'import { f } from "./f.js";\nf();\n', "f.js": "export function f() {}\n"}
    >>> print(bundle(modules, "main.js"))
    const modules = {};
    modules["f.js"] = (() => {
    function f() {}
    return { f };
    })();
    const { f } = modules["f.js"];
    f();
    <BLANKLINE>

    """
    order = list(outside)
    _visit(modules, entry, order, ())
    head = "".join(f'import * as outside{k} from "./{_from(entry, path)}";\n' for k, path in enumerate(outside))
    known = ", ".join(f'"{path}": outside{k}' for k, path in enumerate(outside))
    inside = order[len(outside) :]
    return f"{head}const modules = {{{known}}};\n" + "".join(_wrapped(modules[path], path, entry) for path in inside)


def without_comments(source: str) -> str:
    """A style sheet or a module without the comments that have lines of their own."""
    return _BLANK.sub("\n", _COMMENT.sub("", source))


def _visit(modules: Mapping[str, str], path: str, order: list[str], above: tuple[str, ...]) -> None:
    """Append a module after those that it imports."""
    if path in above:
        raise ValueError(f"modules import each other: {' -> '.join([*above, path])}")
    if path in order:
        return
    for *_, address in _IMPORT.findall(modules[path]):
        _visit(modules, _resolved(path, address), order, (*above, path))
    order.append(path)


def _wrapped(source: str, path: str, entry: str) -> str:
    def taken(found: re.Match[str]) -> str:
        return f'const {{{_RENAMED.sub(": ", found[2])}}} = modules["{_resolved(path, found[3])}"];\n'

    passed = [names.strip() for kind, names, _ in _IMPORT.findall(source) if kind == "export"]
    exported = ", ".join([*passed, *_EXPORTED.findall(source)])
    body = _EXPORTED.sub("", without_comments(_IMPORT.sub(taken, source)))
    body = body.replace("import.meta.url", f'new URL("{_from(entry, path)}", import.meta.url)')
    if re.search(r"^(import|export)\b", body, re.M):
        raise ValueError(f"{path} imports or exports in a form that cannot be bundled")
    if path == entry:
        return body + (f"export {{ {exported} }};\n" if exported else "")
    return f'modules["{path}"] = (() => {{\n{body}return {{ {exported} }};\n}})();\n'


def _from(entry: str, path: str) -> str:
    return posixpath.relpath(path, posixpath.dirname(entry) or ".")


def _resolved(path: str, address: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), address))
