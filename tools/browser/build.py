"""Build the browser's kernel: the functions that answer hints, compiled from their Python source to WebAssembly.

Numba compiles each entry as for this machine, but leaves the code as it is (`NUMBA_OPT=0`): generic LLVM, in which only
the head of the module names a machine. All of it is linked to one module, the head is replaced, and LLVM optimises it
for WebAssembly with vectors of 128 bits; the linker `wasm-ld` comes with the package `ziglang`. What Numba would ask of
Python after an error becomes a trap, so the module imports nothing. Where the page finds the arrays stands in a section
`boaf` of the module, as JSON. The same versions of all tools give the same bytes.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import warnings
from importlib.metadata import version
from pathlib import Path
from typing import Any

OUTPUT = Path(__file__).parents[2] / "src" / "boaf" / "web" / "static" / "kernel" / "kernel.wasm"
_TRIPLE = "wasm32-unknown-unknown"
_LAYOUT = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
_FEATURES = "+simd128,+bulk-memory,+sign-ext"
_SETTINGS = {"NUMBA_OPT": "0", "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
"""So that nothing depends on the processor of this machine."""
_STACK = 1 << 17
_SECTION = "boaf"


def tools() -> dict[str, str]:
    """The versions on which the bytes depend."""
    packages = ("llvmlite", "numba", "numpy", "ziglang")
    python = ".".join(platform.python_version_tuple()[:2])
    return {"python": python, "machine": platform.machine()} | {name: version(name) for name in packages}


def build() -> bytes:
    """The module."""
    with tempfile.TemporaryDirectory() as place:
        os.environ |= _SETTINGS | {"BOAF_CACHE_DIR": place}
        import llvmlite.binding as llvm
        from arena import HEAP
        from numba.core.errors import NumbaWarning

        warnings.simplefilter("ignore", NumbaWarning)  # code that is not kept
        llvm.add_symbol(HEAP, 1)  # Numba loads what it compiles on this machine too
        import entries

        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        machine = llvm.Target.from_triple(_TRIPLE).create_target_machine(opt=3, features=_FEATURES)
        code = _optimised(llvm, machine, {name: _ir_of(entry, name) for name, entry in entries.ENTRIES.items()})
        module = _linked(Path(place), code, list(entries.ENTRIES))
        sizes = {"narrow": entries.NARROW_SIZE, "wide": entries.arena.size}
    facts = {"offsets": entries.arena.offsets, "sizes": sizes, "tools": tools()}
    return module + _section(_SECTION, json.dumps(facts).encode())


def _ir_of(entry: Any, name: str) -> str:
    """The code of an entry and of all that it calls, under its own name."""
    found: str = entry.inspect_llvm()
    return re.sub(rf'@"?{re.escape(entry._wrapper_name)}"?', f"@{name}", found)


def _optimised(llvm: Any, machine: Any, texts: dict[str, str]) -> bytes:
    """The machine code of all entries."""
    whole = llvm.parse_assembly("")
    for text in texts.values():
        headless = re.sub(r"^target .*$", "", text, flags=re.MULTILINE)
        whole.link_in(llvm.parse_assembly(re.sub(r" common (\w+ )?global ", " weak global ", headless)))
    module = llvm.parse_assembly(_for_the_browser(str(whole), set(texts)))
    module.verify()
    passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    passes.getModulePassManager().run(module, passes)
    code: bytes = machine.emit_object(module)
    return code


def _for_the_browser(text: str, exported: set[str]) -> str:
    """The module with another head, in which all but the entries is its own business and Python is not asked."""

    def own(definition: re.Match[str]) -> str:
        return definition[0] if definition["name"] in exported else f"define internal {definition['rest']}"

    head = f'target datalayout = "{_LAYOUT}"\ntarget triple = "{_TRIPLE}"\n'
    text = re.sub(
        r"^define (?:linkonce_odr |weak )?(?P<rest>[^\n]*?@\"?(?P<name>[^\"( ]+)[^\n]*)", own, text, flags=re.M
    )
    text = re.sub(r"^(@\S+ = )(?:weak|linkonce|linkonce_odr) ", r"\1internal ", text, flags=re.M)
    text = _without_messages(text)
    trap = "{\n  call void @llvm.trap()\n  unreachable\n}"
    text = re.sub(r"^declare (?!.*@llvm\.)([^#\n]*?)(?: #\d+)?$", rf"define internal \1 {trap}", text, flags=re.M)
    if "declare void @llvm.trap()" not in text:
        text += "\ndeclare void @llvm.trap()\n"
    return head + text


def _without_messages(text: str) -> str:
    """The module without what errors say and in which files they arose, which nobody reads there."""
    data = r"^(@\.const\.pickledata\.\S+ = internal constant ).*$"
    buffer = r"^(@\.const\.picklebuf\.\S+ = internal constant {[^}]*}) .*$"
    text = re.sub(data, r"\1[1 x i8] zeroinitializer", text, flags=re.M)
    return re.sub(buffer, r"\1 zeroinitializer", text, flags=re.M)


def _linked(place: Path, code: bytes, names: list[str]) -> bytes:
    (place / "kernel.o").write_bytes(code)
    command = [
        sys.executable,
        "-m",
        "ziglang",
        "wasm-ld",
        "--no-entry",
        "--gc-sections",
        "--strip-all",
        "--stack-first",
    ]
    command += [f"-zstack-size={_STACK}", "--export=__heap_base", *(f"--export={name}" for name in names)]
    subprocess.run([*command, "-o", str(place / "kernel.wasm"), str(place / "kernel.o")], check=True)
    return (place / "kernel.wasm").read_bytes()


def _section(name: str, content: bytes) -> bytes:
    """A section that only the page reads."""
    body = _number(len(name)) + name.encode() + content
    return b"\0" + _number(len(body)) + body


def _number(value: int) -> bytes:
    """A number as WebAssembly writes it: seven bits a byte, lowest first."""
    rest = value >> 7
    return bytes([value & 127 | 128]) + _number(rest) if rest else bytes([value])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Build the browser's kernel.")
    parser.add_argument("output", nargs="?", type=Path, default=OUTPUT, help="by default its place in the package")
    parser.add_argument("--tools", action="store_true", help="only show the versions on which the bytes depend")
    arguments = parser.parse_args()
    if arguments.tools:
        print(json.dumps(tools()))
    else:
        arguments.output.write_bytes(build())
        print(f"{arguments.output.name}: {arguments.output.stat().st_size:,} bytes")
