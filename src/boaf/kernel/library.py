"""The library of machine code for this machine: found, checked and loaded.

The libraries lie in `lib`, one for each platform. For x86-64 processors there are two: one for those with AVX2 and the
other instructions of the level x86-64-v3, and a baseline for all others, which also detects the level of the
processor. In a checkout, a library is loaded only if it was built from the kernel as it is now (`sources`).
"""

from __future__ import annotations

import ctypes
import platform
import sys
from functools import cache
from pathlib import Path
from threading import Lock

DIRECTORY = Path(__file__).with_name("lib")
_LOADING = Lock()
_PACKAGE = Path(__file__).parents[1]
_SYSTEMS = {"linux": ("linux", "so"), "darwin": ("macos", "dylib"), "win32": ("windows", "dll")}
_MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}


class NoLibraryError(RuntimeError):
    """There is no machine code that can be used here."""


def load_library() -> ctypes.CDLL:
    """The library for this machine; raises `NoLibraryError` if there is none, or it was built from another kernel."""
    with _LOADING:
        return _load_library()


@cache
def _load_library() -> ctypes.CDLL:
    path = DIRECTORY / library_name()
    if not path.is_file():
        raise NoLibraryError(f"there is no machine code for {platform.system()} on {platform.machine()}")
    if is_checkout() and not _is_up_to_date(path):
        raise NoLibraryError("the kernel has changed since its machine code was built")
    try:
        library = ctypes.CDLL(str(path))
    except OSError as error:
        raise NoLibraryError(f"the machine code cannot be loaded ({error})") from None
    faster = DIRECTORY / library_name("_v3")
    if faster.is_file() and library.boaf_cpu_level() >= 3:
        return ctypes.CDLL(str(faster))
    return library


def library_name(level: str = "") -> str:
    """The file name of the library for this machine."""
    system, suffix = _SYSTEMS.get(sys.platform, (sys.platform, "so"))
    machine = platform.machine().lower() if sys.maxsize > 1 << 32 else "32"
    return f"{_MACHINES.get(machine, machine)}{level}-{system}.{suffix}"


def is_checkout() -> bool:
    """Whether the package is used where it is developed."""
    return (_PACKAGE.parents[1] / "pyproject.toml").is_file()


def _is_up_to_date(path: Path) -> bool:
    from boaf.kernel.sources import digest_in, noted_digest

    return digest_in(path.read_bytes()) == noted_digest(_PACKAGE)
