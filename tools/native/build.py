"""Build the machine code of boaf: libraries for processors, and the WebAssembly module of the page.

    python tools/native/build.py               # the files that are committed
    python tools/native/build.py --here        # only the libraries for this machine
    python tools/native/build.py --all         # every target
    python tools/native/build.py x86_64-linux.so kernel.wasm

Everything is compiled from the Python source of the kernel: by Numba to LLVM, once for all targets (`entry_points`),
then by LLVM and Zig's linker for each (`machine_code`). What the page can ask is in `page_kernel` and `page_players`.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import warnings
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from machine_code import SETTINGS, TARGETS, linked, linked_together, machine_for, optimised, private, run_zig, tools

os.environ |= SETTINGS | {"BOAF_KERNEL": "numba"}
PACKAGE = Path(__file__).parents[2] / "src" / "boaf"
sys.path.insert(0, str(PACKAGE.parent))
LIBRARIES = PACKAGE / "kernel" / "lib"
PAGE = PACKAGE / "web" / "static" / "kernel"
_OF_PLAYERS = ("start|run|complete|games|choose|change", "think|iterate|conclude|candidates?", "features")
PAGE_MODULES = {
    "kernel.wasm": ("page_kernel", (".*",)),
    "players.wasm": ("page_players", tuple(f"{w}_({names})" for w in ("narrow", "wide") for names in _OF_PLAYERS)),
}
"""The modules of the page: what they are made from, and the entries that each process compiles, as patterns."""
_WITHOUT_VECTORS = ("wide_(s", "wide_(t", "wide_(f")
"""How the patterns begin whose functions LLVM 22 fails to compile to vector instructions of WebAssembly."""
COMMITTED = ("x86_64-linux.so", "x86_64_v3-linux.so", "aarch64-linux.so", *PAGE_MODULES)
_PARTS = 2
"""Entry points are compiled in this many parts whatever the number of cores, so that the bytes do not depend on it."""
_WASM = "wasm32-unknown-unknown"
_WASM_LAYOUT = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
_WASM_VECTORS, _WASM_FEATURES = "+simd128", "+bulk-memory,+sign-ext"


def libraries_here() -> list[str]:
    """The libraries that this machine can load."""
    from boaf.kernel.library import library_name

    return [name for name in (library_name(), library_name("_v3")) if name in TARGETS]


def build(names: list[str], out: Path | None = None) -> Iterator[tuple[Path, float]]:
    """Build files, by default into the package; each of them, and the seconds since the beginning."""
    began = perf_counter()
    libraries = [name for name in names if name not in PAGE_MODULES]
    # A process of its own for each task: what Numba compiled before would change what it compiles next.
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn"), max_tasks_per_child=1) as pool:
        of_page = {
            name: [pool.submit(page_part, source, pattern) for pattern in patterns]
            for name, (source, patterns) in PAGE_MODULES.items()
            if name in names
        }
        text = _library_text(pool) if libraries else ""
        for name, content in zip(libraries, pool.map(partial(_library, text), libraries), strict=True):
            yield _write((out or LIBRARIES) / name, content), perf_counter() - began
        for name, parts in of_page.items():
            module = pool.submit(page_module, name, [part.result() for part in parts])
            yield _write((out or PAGE) / name, module.result()), perf_counter() - began


def _write(path: Path, content: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)  # a process that runs the old library keeps it
    path.write_bytes(content)
    return path


def _library(text: str, name: str) -> bytes:
    """One library; runs in a process of its own."""
    target = TARGETS[name]
    with tempfile.TemporaryDirectory() as place:
        return linked(optimised(text, machine_for(target.triple, target.cpu)), target, Path(place))


def _library_text(pool: ProcessPoolExecutor) -> str:
    """All entry points and the digest of the sources, as LLVM without a head."""
    from boaf.kernel.sources import ENTRIES, MARK, digest

    lines = (PACKAGE / ENTRIES).read_text().splitlines()
    size = -(-len(lines) // _PARTS)
    parts = [lines[first : first + size] for first in range(0, len(lines), size)]
    modules: list[str] = []
    exported: set[str] = set()
    for number, (symbols, text) in enumerate(pool.map(compiled_part, parts), 1):
        exported |= symbols
        modules.append(text)
        if sys.stderr.isatty():
            print(f"\rcompiled {number} of {len(parts)} parts", end="\r", file=sys.stderr, flush=True)
    mark = MARK + digest(PACKAGE)
    constant = f'@boaf_sources = constant [{len(mark)} x i8] c"{mark}"\n'
    return private(linked_together(modules), exported) + constant


def compiled_part(lines: list[str]) -> tuple[set[str], str]:
    """The symbols of some entry points, and one module with all of them; runs in a process of its own."""
    from entry_points import ToLLVM, entry_point, with_messages
    from numba.core.errors import NumbaWarning

    from boaf.kernel.vectors import OPTIONS

    warnings.simplefilter("ignore", NumbaWarning)
    OPTIONS.update(no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=ToLLVM)
    found = dict(map(entry_point, lines))
    modules = [module for parts in found.values() for module in parts]
    return set(found), with_messages(linked_together(modules))


class PagePart(NamedTuple):
    """A part of a module of the page."""

    code: bytes
    """An object file in which only the entries can be seen from outside."""
    entries: list[str]
    """The names of all entries of the module."""
    stack: int
    """The bytes of its stack."""
    facts: dict[str, Any]
    """What the page must know."""


def page_part(source: str, pattern: str) -> PagePart:
    """Compile the entries of a module that match a pattern; runs in a process of its own."""
    import llvmlite.binding as llvm
    from arena import HEAP
    from entry_points import without_messages

    llvm.add_symbol(HEAP, 1)  # Numba loads what it compiles on this machine too
    import page_module as shared

    shared.only = pattern
    made = import_module(source)
    sizes = {"narrow": made.NARROW_SIZE, "wide": made.arena.size}
    facts = {"offsets": made.arena.offsets, "sizes": sizes, "tools": tools(), **getattr(made, "FACTS", {})}
    text = private(without_messages(linked_together(made.code())), set(made.ENTRIES))
    features = _WASM_FEATURES if pattern.startswith(_WITHOUT_VECTORS) else f"{_WASM_VECTORS},{_WASM_FEATURES}"
    machine = machine_for(_WASM, features=features, reloc="default")
    return PagePart(optimised(text, machine, _WASM_LAYOUT), list(made.ENTRIES), made.STACK, facts)


def page_module(name: str, parts: list[PagePart]) -> bytes:
    """A module of the page, in whose section `boaf` the page finds the places of the arrays, as JSON."""
    from arena import HEAP

    entries = parts[0].entries
    # The page provides logarithms and powers.
    options = ["--no-entry", "--gc-sections", "--strip-all", "--stack-first", "--allow-undefined"]
    exports = [f"--export={entry}" for entry in (HEAP, *entries)]
    objects = [f"part{number}.o" for number in range(len(parts))]
    with tempfile.TemporaryDirectory() as place:
        for part, file in zip(parts, objects, strict=True):
            (Path(place) / file).write_bytes(part.code)
        command = ["wasm-ld", *options, f"-zstack-size={parts[0].stack}", *exports, "-o", name, *objects]
        run_zig(*command, place=Path(place))
        module = (Path(place) / name).read_bytes()
    return module + _section("boaf", json.dumps(parts[0].facts).encode())


def _section(name: str, content: bytes) -> bytes:
    """A section of a WebAssembly module that only the page reads."""
    body = _number(len(name)) + name.encode() + content
    return b"\0" + _number(len(body)) + body


def _number(value: int) -> bytes:
    """A number as WebAssembly writes it: seven bits a byte, lowest first."""
    rest = value >> 7
    return bytes([value & 127 | 128]) + _number(rest) if rest else bytes([value])


if __name__ == "__main__":
    from boaf.kernel.sources import write_note

    parser = argparse.ArgumentParser(description="Build the machine code of boaf.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join([*TARGETS, *PAGE_MODULES])}")
    parser.add_argument("--here", action="store_true", help="the libraries for this machine")
    parser.add_argument("--all", action="store_true", help="every target")
    parser.add_argument("--out", type=Path, help="a directory other than the places in the package")
    parser.add_argument("--note", action="store_true", help="only note the digest of the sources in kernel/sources.txt")
    parser.add_argument("--tools", action="store_true", help="only show the versions on which the bytes depend")
    arguments = parser.parse_args()
    if arguments.note or not (arguments.out or arguments.tools):
        write_note(PACKAGE)
    if arguments.note:
        sys.exit()
    if arguments.tools:
        print(json.dumps(tools()))
        sys.exit()
    known = [*TARGETS, *PAGE_MODULES]
    if unknown := [name for name in arguments.names if name not in known]:
        parser.error(f"unknown file {unknown[0]!r}: choose from {', '.join(known)}")
    wanted = known if arguments.all else libraries_here() if arguments.here else arguments.names or list(COMMITTED)
    for path, seconds in build(wanted, arguments.out):
        print(f"{path.name}: {path.stat().st_size:,} bytes, {seconds:.0f} s", flush=True)
