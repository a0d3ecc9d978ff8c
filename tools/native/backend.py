"""The build backend: setuptools, with one library of machine code in the wheel.

A wheel holds the libraries for one platform: that of the machine that builds it, or the one that `BOAF_WHEEL` names
(`WHEELS`), for which `build.py` must have made them. Where this machine's library is neither committed nor up to date,
building a wheel builds it, and only then asks for Numba and the linker. A source distribution and an editable
installation hold whatever is there.
"""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import (  # noqa: F401  (the rest of the interface)
    build_editable,
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)
from setuptools.command.build_py import build_py

WHEELS = {
    "x86_64-linux": "manylinux_2_17_x86_64",
    "aarch64-linux": "manylinux_2_17_aarch64",
    "x86_64-macos": "macosx_11_0_x86_64",
    "aarch64-macos": "macosx_11_0_arm64",
    "x86_64-windows": "win_amd64",
}
"""The platforms that wheels are released for, with the tags of these wheels."""
TOOLS = ["llvmlite", "numba", "numpy", "ziglang"]
_HERE = Path(__file__).parent
_PACKAGE = _HERE.parents[1] / "src" / "boaf"
_LIBRARIES = _PACKAGE / "kernel" / "lib"


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """What is needed to build a wheel here."""
    needed = build_meta.get_requires_for_build_wheel(config_settings)
    return [*needed, *(() if _is_up_to_date() else TOOLS)]


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    """Build a wheel for one platform."""
    if not _is_up_to_date():
        subprocess.run([sys.executable, str(_HERE / "build.py"), "--here"], check=True)
    tag = WHEELS[_platform()] if "BOAF_WHEEL" in os.environ else sysconfig.get_platform()
    with tempfile.TemporaryDirectory() as place:  # `build/` may hold files of an earlier build
        settings = {
            "--global-option": ["build", "--build-base", place],
            "--build-option": ["--plat-name", tag.replace("-", "_").replace(".", "_")],
        }
        name: str = build_meta.build_wheel(wheel_directory, {**(config_settings or {}), **settings}, metadata_directory)
    return name


class BuildPy(build_py):  # type: ignore[misc]
    """Leaves out the libraries for other platforms."""

    def find_data_files(self, package: str, src_dir: str) -> list[str]:
        """The data files of a package that go into the wheel."""
        machine, _, system = _platform().partition("-")
        wanted = {path.name for path in _LIBRARIES.glob(f"{machine}*-{system}.*")}
        found = map(Path, super().find_data_files(package, src_dir))
        return [str(path) for path in found if path.parent.name != _LIBRARIES.name or path.name in wanted]


def _platform() -> str:
    """The platform that the wheel is for, as the libraries name it: `x86_64-linux`."""
    if named := os.environ.get("BOAF_WHEEL"):
        return named
    library: str = _functions("library.py")["library_name"]()
    return library.rpartition(".")[0]


def _is_up_to_date() -> bool:
    """Whether there is a library for the platform, made of the kernel as it is."""
    sources = _functions("sources.py")
    libraries = sorted(_LIBRARIES.glob(f"{_platform()}.*"))
    return any(sources["digest_in"](path.read_bytes()) == sources["digest"](_PACKAGE) for path in libraries)


def _functions(name: str) -> dict[str, Any]:
    """What a module of the kernel defines, without what the package imports."""
    return runpy.run_path(str(_PACKAGE / "kernel" / name))
