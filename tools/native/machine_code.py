"""Machine code: LLVM modules as Numba leaves them, linked, optimised for one target, and linked to a library.

Numba compiles without optimising (`SETTINGS`), so its code is generic: only the head of a module names a machine. All
modules become one, whose head is replaced. Everything but the entry points is then private to it, so LLVM drops what is
not used. What Numba would ask of Python or of its own run time becomes a trap; only functions of the C library and its
mathematics may be asked for. The same versions of all tools give the same bytes.
"""

from __future__ import annotations

import platform
import re
import subprocess
import sys
from collections.abc import Collection, Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite.binding as llvm

SETTINGS = {"NUMBA_OPT": "0", "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
"""To be set before Numba is imported, so that nothing depends on the processor of this machine."""
_FROM_OUTSIDE = {"memset", "memcpy", "memmove", "log2", "log", "exp", "pow", "sqrt", "rint", "fmod"}
_NOT_ASKED = re.compile(r"_?Py|numba_|NRT_|strnlen")
_CPU_LEVEL = Path(__file__).with_name("cpu_level.c")
_TRAP = "{\n  call void @llvm.trap()\n  unreachable\n}"


class Target(NamedTuple):
    """What a library is made for."""

    triple: str
    cpu: str
    zig: str
    """The target as Zig's linker names it."""
    options: tuple[str, ...] = ()


_LINUX = ("-Wl,--build-id=none", "-lm")
TARGETS = {
    "x86_64-linux.so": Target("x86_64-unknown-linux-gnu", "x86-64", "x86_64-linux-gnu.2.17", _LINUX),
    "x86_64_v3-linux.so": Target("x86_64-unknown-linux-gnu", "x86-64-v3", "x86_64-linux-gnu.2.17", _LINUX),
    "aarch64-linux.so": Target("aarch64-unknown-linux-gnu", "generic", "aarch64-linux-gnu.2.17", _LINUX),
    "aarch64-macos.dylib": Target("arm64-apple-macosx11.0.0", "apple-m1", "aarch64-macos.11.0"),
    "x86_64-macos.dylib": Target("x86_64-apple-macosx11.0.0", "x86-64", "x86_64-macos.11.0"),
    "x86_64_v3-macos.dylib": Target("x86_64-apple-macosx11.0.0", "x86-64-v3", "x86_64-macos.11.0"),
    "x86_64-windows.dll": Target("x86_64-pc-windows-gnu", "x86-64", "x86_64-windows-gnu"),
    "x86_64_v3-windows.dll": Target("x86_64-pc-windows-gnu", "x86-64-v3", "x86_64-windows-gnu"),
}
"""The libraries by file name, as `boaf.kernel.library` looks for them."""


def tools() -> dict[str, str]:
    """The versions on which the bytes depend."""
    packages = ("llvmlite", "numba", "numpy", "ziglang")
    python = ".".join(platform.python_version_tuple()[:2])
    return {"python": python, "machine": platform.machine()} | {name: version(name) for name in packages}


def linked_together(modules: Iterable[str]) -> str:
    """All modules as one without a head."""
    whole = llvm.parse_assembly("")
    for text in dict.fromkeys(modules):
        whole.link_in(llvm.parse_assembly(re.sub(r" common (\w+ )?global ", " weak global ", _headless(text))))
    return _headless(str(whole))


def private(text: str, exported: Collection[str]) -> str:
    """A module of which only the exported names can be seen from outside."""

    def own(definition: re.Match[str]) -> str:
        return definition[0] if definition["name"] in exported else f"define internal {definition['rest']}"

    text = re.sub(
        r"^define (?:linkonce_odr |weak )?(?P<rest>[^\n]*?@\"?(?P<name>[^\"(]+)[^\n]*)", own, text, flags=re.MULTILINE
    )
    text = re.sub(r"^(@\S+ = )(?:weak|linkonce|linkonce_odr) ", r"\1internal ", text, flags=re.MULTILINE)
    text = re.sub(r"^declare (?!.*@llvm\.)(?P<rest>[^#\n]*?)(?: #\d+)?$", _or_trap, text, flags=re.MULTILINE)
    return text if "declare void @llvm.trap()" in text else f"{text}\ndeclare void @llvm.trap()\n"


def _headless(text: str) -> str:
    return re.sub(r"^target .*$", "", text, flags=re.MULTILINE)


def _or_trap(declaration: re.Match[str]) -> str:
    found = re.search(r"@\"?([\w.$]+)", declaration["rest"])
    name = found[1] if found else declaration["rest"]
    if name in _FROM_OUTSIDE:
        return declaration[0]
    if _NOT_ASKED.match(name):
        return f"define internal {declaration['rest']} {_TRAP}"
    raise RuntimeError(f"compiled code asks for {name}, which a library does not have")


def machine_for(triple: str, cpu: str = "", features: str = "", reloc: str = "pic") -> Any:
    """What generates code for a target."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(triple)
    return target.create_target_machine(cpu=cpu, features=features, opt=3, reloc=reloc, codemodel="default")


def optimised(text: str, machine: Any, layout: str | None = None) -> bytes:
    """The object file of a module without a head."""
    head = f'target datalayout = "{layout or machine.target_data}"\ntarget triple = "{machine.triple}"\n'
    module = llvm.parse_assembly(head + text)
    module.verify()
    passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    passes.getModulePassManager().run(module, passes)
    code: bytes = machine.emit_object(module)
    return code


def linked(code: bytes, target: Target, place: Path) -> bytes:
    """The library made of an object file; `place` is a directory to work in."""
    (place / "kernel.o").write_bytes(code)
    objects = ["kernel.o"]
    if target.triple.startswith("x86_64"):
        (place / _CPU_LEVEL.name).write_bytes(_CPU_LEVEL.read_bytes())
        run_zig("cc", "-target", target.zig, "-O2", "-g0", "-c", _CPU_LEVEL.name, "-o", "cpu_level.o", place=place)
        objects.append("cpu_level.o")
    run_zig("cc", "-target", target.zig, "-shared", "-s", "-o", "library", *objects, *target.options, place=place)
    return (place / "library").read_bytes()


def run_zig(*arguments: str, place: Path) -> None:
    """Run one of Zig's tools in a directory."""
    subprocess.run([sys.executable, "-m", "ziglang", *arguments], cwd=place, check=True)
