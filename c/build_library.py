"""Build the C library: `libboaf`, static and shared, with its header.

    python c/build_library.py                      # for this machine, into c/dist
    python c/build_library.py x86_64-linux aarch64-linux --out DIRECTORY
    python c/build_library.py --all                # every target
    python c/build_library.py --use-shipped        # link against the machine code in src/boaf/kernel/lib

The wrapper in `c/src` is compiled by Zig's C compiler. The kernel comes from the Python source, by way of the same
compiler and the same entry points as the libraries of the Python package (`tools/native`); only the entry points in
`FUNCTIONS` are compiled, once for all targets. With `--use-shipped` nothing is compiled by Numba: the shared library
then needs the kernel library that Python uses, which is quick to build and meant for tests. Needs `boaf[dev]`.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent
PACKAGE = ROOT / "src" / "boaf"
sys.path[:0] = [str(PACKAGE.parent), str(ROOT / "tools" / "native")]

from machine_code import TARGETS, Target, linked_together, machine_for, optimised, private, run_zig  # noqa: E402

_NARROW, _WIDE = r"[^ ]*none,u2\[1\]", r"[^ ]*Gear\([^ ]*Gear\("
_SMALL, _LARGE = r"[^ ]*Family\(i8\[1\],u2", r"[^ ]*Family\(i8\[1\],u8"
FUNCTIONS = {
    "draw_deal": ("boaf.kernel.dealing.draw_deal", ""),
    "match_cards": ("boaf.kernel.dealing.match_cards", r"u1\[1\] u8"),
    "is_connected": ("boaf.kernel.bits.is_connected", "u8"),
    "part_around": ("boaf.kernel.bits.part_around", "u8"),
    "smallest_part": ("boaf.kernel.bits.smallest_part", "u8"),
    "find_move": ("boaf.kernel.tables.find_move", r"\S+ u8\[2\]"),
    "search_first": ("boaf.solvers.descent.search_first", ""),
    "attempt_narrow": ("boaf.solvers.descent.attempt", _NARROW),
    "attempt_wide": ("boaf.solvers.descent.attempt", _WIDE),
    "run_narrow": ("boaf.solvers.descent.run", _NARROW),
    "run_wide": ("boaf.solvers.descent.run", _WIDE),
    "complete_narrow": ("boaf.solvers.descent.complete", _NARROW),
    "complete_wide": ("boaf.solvers.descent.complete", _WIDE),
    "search_some_narrow": ("boaf.questions.analysis._search_some", _NARROW),
    "search_some_wide": ("boaf.questions.analysis._search_some", _WIDE),
    "clear_small": ("boaf.solvers.family.clear", _SMALL),
    "clear_large": ("boaf.solvers.family.clear", _LARGE),
    "begin_small": ("boaf.solvers.family.begin", rf"{_SMALL}\S+ u8\[1\]"),
    "begin_large": ("boaf.solvers.family.begin", _LARGE),
    "join_small": ("boaf.solvers.family.join", _SMALL),
    "join_large": ("boaf.solvers.family.join", _LARGE),
    "last_move_small": ("boaf.solvers.collapse.last_move", _SMALL),
    "last_move_large": ("boaf.solvers.collapse.last_move", _LARGE),
    "mark_states_small": ("boaf.questions.analysis.mark_states_of_solutions", _SMALL),
    "mark_states_large": ("boaf.questions.analysis.mark_states_of_solutions", _LARGE),
    "next_set": ("boaf.questions.best_score._next_set", ""),
    "odd_birds": ("boaf.prove.disconnected.odd_birds", "u8"),
    "lollipop_stick": ("boaf.prove.lollipop_stick.lollipop_stick", "u8"),
    "lynchpins": ("boaf.prove.lynchpin.lynchpins", "u8"),
    "cards_apart": ("boaf.prove.lynchpin.cards_apart", "u8"),
    "ways_to_join": ("boaf.prove.cut_vertex.find_ways_to_join", "u8"),
}
"""The entry points that the wrapper calls, by their names in C: the compiled function, and how its argument types in
`entries.txt` begin. Narrow boards have up to 16 cells; small families have up to 16 stacks."""

INTERFACE = "902e4c26309bcb28"
"""A digest of the lines of `entries.txt` that these are, so that no workspace changes without the wrapper."""


def entries() -> dict[str, str]:
    """The line of `entries.txt` for each function."""
    from boaf.kernel.sources import ENTRIES

    lines = (PACKAGE / ENTRIES).read_text().splitlines()
    found = {}
    for name, (function, kinds) in FUNCTIONS.items():
        matching = [line for line in lines if re.match(rf"{re.escape(function)} {kinds}", line)]
        if len(matching) != 1:
            raise SystemExit(f"{name}: {len(matching)} lines of entries.txt match, one must")
        found[name] = matching[0]
    digest = hashlib.sha256("\n".join(found.values()).encode()).hexdigest()[:16]
    if digest != INTERFACE:
        raise SystemExit(
            f"compiled functions take other arguments than c/src passes: adapt it, then note {digest} here"
        )
    return found


def declarations() -> str:
    """A header that declares the entry points; each takes the place of its results, and then machine words."""
    from boaf.kernel.native import symbol_of

    lines = []
    for name, line in entries().items():
        function, *kinds = line.split()
        words = ", int64_t" * sum(map(_words, kinds))
        symbol = symbol_of(function, tuple(kinds))
        lines.append(f'const char *boaf_kernel_{name}(int64_t *results{words}) KERNEL_SYMBOL("{symbol}");')
    return "\n".join(lines) + "\n"


def _words(kind: str) -> int:
    """How many words an argument takes: a workspace is an address, an array an address and its shape."""
    if "(" in kind:
        return 1
    return 1 + int(kind[-2]) if kind.endswith("]") else 1


def data() -> str:
    """A C file with the endgame tables, the weights of the ordering and the seeds of its noise."""
    from boaf.kernel.position import line_masks
    from boaf.kernel.tables import tables_of
    from boaf.solvers.ordering import fitted_weights, new_moves

    tables = tables_of(6)
    arrays: list[tuple[str, str, Any]] = [
        ("uint8_t", "table_bits", tables.bits),
        ("int64_t", "table_codes", tables.codes),
        ("int64_t", "table_offsets", tables.offsets),
        ("int64_t", "weights", fitted_weights().ravel()),
        ("uint64_t", "noise", new_moves(line_masks(8, 8), 1).random[0]),
    ]
    text = '#include "internal.h"\n'
    for kind, name, values in arrays:
        numbers = ",".join(f"{number}{'u' * kind.startswith('u')}" for number in values.tolist())
        text += f"const {kind} boaf_data_{name}[{len(values)}] = {{{numbers}}};\n"
    return text + f"const int64_t boaf_data_patterns = {len(tables.codes)}, boaf_data_bytes = {len(tables.bits)};\n"


def kernel_text() -> str:
    """The entry points as LLVM without a head, private to the library that they are linked into."""
    import build

    symbols, text = build.compiled_part(list(dict.fromkeys(entries().values())))
    text = private(linked_together([text]), symbols)
    text = re.sub(r'^define (?!internal)(?=[^\n]*@"?boaf\.)', "define hidden ", text, flags=re.MULTILINE)
    return re.sub(r'^(@"?boaf\.\S+ = )constant', r"\1hidden constant", text, flags=re.MULTILINE)


def build_target(name: str, text: str | None, out: Path) -> Path:
    """Build the library for one target into a directory; without `text`, with the kernel that Python uses."""
    target = TARGETS[file_of(name)]
    place = out / name
    for folder in ("include", "lib"):
        shutil.rmtree(place / folder, ignore_errors=True)
        (place / folder).mkdir(parents=True)
    shutil.copy(HERE / "boaf.h", place / "include")
    shutil.copy(ROOT / "LICENSE", place)
    with TemporaryDirectory() as folder:
        work = Path(folder)
        if text is not None:
            (work / "kernel.o").write_bytes(optimised(text, machine_for(target.triple, target.cpu)))
        _compile(target, work)
        objects = sorted(path.name for path in work.glob("*.o"))
        if text is None:
            shutil.copy(PACKAGE / "kernel" / "lib" / file_of(name), work / "libboaf_kernel.so")
            objects += ["-L.", "-lboaf_kernel", "-Wl,-rpath,$ORIGIN"]
        for library in _link(target, work, objects, is_static=text is not None):
            shutil.copy(work / library, place / "lib", follow_symlinks=False)
        if text is None:
            shutil.copy(work / "libboaf_kernel.so", place / "lib")
    return place


def file_of(name: str) -> str:
    """The name of the kernel library of a target, such as `x86_64-linux.so`."""
    return next(file for file in TARGETS if file.rpartition(".")[0] == name)


def _compile(target: Target, work: Path) -> None:
    (work / "kernel_functions.h").write_text(declarations())
    (work / "data.c").write_text(data())
    for path in (HERE / "boaf.h", *(HERE / "src").iterdir()):
        shutil.copy(path, work)
    version = re.search(r'__version__ = "(.*)"', (PACKAGE / "__init__.py").read_text())
    options = [
        "-std=c99",
        "-O2",
        "-g0",
        "-fPIC",
        "-fvisibility=hidden",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-DBOAF_BUILDING",
    ]
    options.append(f'-DBOAF_VERSION="{version[1] if version else "unknown"}"')
    run_zig("cc", "-target", target.zig, *options, "-c", *sorted(path.name for path in work.glob("*.c")), place=work)


def _link(target: Target, work: Path, objects: Iterable[str], *, is_static: bool) -> list[str]:
    """Link the static and the shared library; return their names."""
    built = []
    if is_static:
        run_zig("ar", "rcs", "libboaf.a", *objects, place=work)
        built.append("libboaf.a")
    link = ["cc", "-target", target.zig, "-shared", "-s", *objects, *target.options]
    if "linux" in target.triple:
        run_zig(*link, "-Wl,-soname,libboaf.so.1", "-o", "libboaf.so.1", place=work)
        (work / "libboaf.so").symlink_to("libboaf.so.1")
        return [*built, "libboaf.so.1", "libboaf.so"]
    if "windows" in target.triple:
        run_zig(*link, "-Wl,--out-implib,boaf.lib", "-o", "boaf.dll", place=work)
        return [*built, "boaf.dll", "boaf.lib"]
    run_zig(*link, "-install_name", "@rpath/libboaf.dylib", "-o", "libboaf.dylib", place=work)
    return [*built, "libboaf.dylib"]


def main() -> None:
    """Build what the arguments ask for."""
    from boaf.kernel.library import library_name

    names = [file.rpartition(".")[0] for file in TARGETS]
    parser = argparse.ArgumentParser(description="Build the C library of boaf.")
    parser.add_argument("names", nargs="*", metavar="TARGET", help=f"of {', '.join(names)}; by default this machine")
    parser.add_argument("--all", action="store_true", help="every target")
    parser.add_argument("--out", type=Path, default=HERE / "dist", help="the directory to write to, c/dist by default")
    parser.add_argument("--use-shipped", action="store_true", help="use the machine code of the Python package")
    parser.add_argument("--kernel", type=Path, help="keep the compiled kernel, as LLVM, in this file, and use it again")
    arguments = parser.parse_args()
    if unknown := [name for name in arguments.names if name not in names]:
        parser.error(f"unknown target {unknown[0]!r}: choose from {', '.join(names)}")
    wanted = names if arguments.all else arguments.names or [library_name().rpartition(".")[0]]
    text = None
    if not arguments.use_shipped:
        kept = arguments.kernel
        text = kept.read_text() if kept and kept.exists() else kernel_text()
        if kept:
            kept.write_text(text)
    for name in wanted:
        print(build_target(name, text, arguments.out))


if __name__ == "__main__":
    main()
