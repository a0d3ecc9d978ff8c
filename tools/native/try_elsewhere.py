"""Run the libraries on other machines than this one: python tools/native/try_elsewhere.py [arm] [old] [windows].

- `arm`: Debian's Python for arm64 and NumPy's wheel under QEMU run the tests of the solvers and the signature.
- `old`: a processor without AVX (`qemu-x86_64 -cpu Nehalem`) runs the same tests with the Python of this environment.
- `windows`: a driver in C replays searches, recorded here, with the Windows library under Wine (`replay.c`).

Needs a Debian system with `qemu-user`, for Windows also `wine64`, the package sources of arm64
(`dpkg --add-architecture arm64 && apt-get update`), and boaf[dev]. The first takes some ten minutes.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from machine_code import TARGETS, run_zig

from boaf.kernel import native
from boaf.kernel.dealing import draw_deals
from boaf.kernel.library import DIRECTORY
from boaf.kernel.sources import digest, digest_in
from boaf.solvers import batch
from boaf.solvers.descent import new_search

ROOT = Path(__file__).parents[2]
TESTS = ["tests/solvers/test_bench.py", "tests/solvers/test_battery.py", "tests/kernel/test_dealing.py"]
PYTEST = ["-m", "pytest", "-p", "no:cacheprovider", "-m", "not slow", "-k", "not sat and not shell", *TESTS]
DEBS = [
    "libc6",
    "libgcc-s1",
    "libstdc++6",
    "zlib1g",
    "libexpat1",
    "libffi8",
    "libssl3",
    "libbz2-1.0",
    "liblzma5",
    "libsqlite3-0",
    "libuuid1",
    "libcrypt1",
    "libpython3.11-minimal",
    "libpython3.11-stdlib",
    "python3.11-minimal",
    "python3.11",
]
PACKAGES = ["numpy", "click", "networkx", "hypothesis", "pytest", "pytest-timeout"]
WINDOWS = ("x86_64-windows.dll", "x86_64_v3-windows.dll")
SEARCHES = ((4, 4, 2000), (5, 5, 200), (7, 7, 20))


def main() -> None:
    """Try what is asked for."""
    ways = {"arm": try_arm, "old": try_old, "windows": try_windows}
    asked = sys.argv[1:] or list(ways)
    if unknown := set(asked) - set(ways):
        sys.exit(f"unknown machine {min(unknown)!r}: choose from {', '.join(ways)}")
    for name in asked:
        with tempfile.TemporaryDirectory(prefix="boaf-") as place:
            ways[name](Path(place))
        print(f"{name}: all is well", flush=True)


def try_arm(place: Path) -> None:
    """Run tests on an emulated ARM processor."""
    need("qemu-aarch64", "qemu-user")
    system, packages = place / "system", place / "packages"
    run(["apt-get", "download", *(f"{name}:arm64" for name in DEBS)], cwd=place)
    for deb in place.glob("*.deb"):
        run(["dpkg-deb", "-x", str(deb), str(system)])
    target = [f"--platform=manylinux_{glibc}_aarch64" for glibc in ("2_17", "2_28")]
    target += ["--python-version=3.11", "--only-binary=:all:"]
    constraints = ["-c", str(ROOT / "constraints.txt")]
    run([sys.executable, "-m", "pip", "install", "-q", *target, *constraints, "--target", str(packages), *PACKAGES])
    python = ["qemu-aarch64", "-L", str(system), str(system / "usr" / "bin" / "python3.11")]
    home = {"PYTHONHOME": str(system / "usr"), "PYTHONPATH": f"{packages}:{ROOT / 'src'}"}
    run([*python, *PYTEST], env=home)


def try_old(_place: Path) -> None:
    """Run tests on an emulated processor that has no AVX."""
    need("qemu-x86_64", "qemu-user")
    code = "from boaf.kernel.library import load_library as load; print(load().boaf_cpu_level(), load()._name)"
    old = ["qemu-x86_64", "-cpu", "Nehalem", sys.executable]
    run([*old, "-c", code])
    run([*old, *PYTEST])


def try_windows(place: Path) -> None:
    """Replay searches under Wine."""
    wine = need("wine64", "wine64") if shutil.which("wine64") else need("wine", "wine64")
    shutil.copy(Path(__file__).with_name("replay.c"), place)
    run_zig("cc", "-target", TARGETS[WINDOWS[0]].zig, "-O1", "-w", "-o", "replay.exe", "replay.c", place=place)
    if not all(map(is_up_to_date, WINDOWS)):
        run([sys.executable, str(Path(__file__).with_name("build.py")), *WINDOWS])
    for library in WINDOWS:
        shutil.copy(DIRECTORY / library, place)
    for rows, cols, deals in SEARCHES:
        cards = draw_deals(np.arange(deals), rows * cols)
        found = batch.empty_batch(deals)
        search = new_search(rows, cols, 6)
        call = cards, search, 1000, 0, found.statuses, found.nodes, found.steps
        content, blocks = recorded(batch._search_each, call)
        (place / "call").write_bytes(content)
        result = batch._search_each(*call)
        expected = [blocks.index(array) for array in (found.statuses, found.nodes)]
        for library in WINDOWS:
            environment = {"WINEPREFIX": str(place / "wine"), "WINEDEBUG": "-all"}
            run([wine, "replay.exe", library, "call", "out"], env=environment, cwd=place)
            answer = (place / "out").read_bytes()
            if int.from_bytes(answer[:8], "little", signed=True) != result:
                sys.exit(f"{library}: another result on {rows} × {cols} boards")
            for number in expected:
                start = 8 + sum(blocks.sizes[:number])
                if answer[start : start + blocks.sizes[number]] != blocks.arrays[number].tobytes():
                    sys.exit(f"{library}: other verdicts or nodes on {rows} × {cols} boards")
            print(f"{library}: {deals} deals of {rows} × {cols} as here", flush=True)


def is_up_to_date(library: str) -> bool:
    """Whether a library has been built from the kernel as it is."""
    path = DIRECTORY / library
    return path.exists() and digest_in(path.read_bytes()) == digest(DIRECTORY.parents[1])


class Blocks:
    """The arrays of a call, each once, and blocks of words for its workspaces."""

    def __init__(self) -> None:
        self.arrays: list[np.ndarray[Any, Any]] = []
        self.contents: list[bytes] = []
        self.pointers: list[tuple[int, int, int]] = []

    @property
    def sizes(self) -> list[int]:
        """The bytes of each block."""
        return [len(content) for content in self.contents]

    def index(self, array: np.ndarray[Any, Any]) -> int:
        """The number of an array, which is added if it is new."""
        for number, known in enumerate(self.arrays):
            if known is array:
                return number
        self.arrays.append(array)
        self.contents.append(array.tobytes())
        return len(self.arrays) - 1

    def workspace(self, fields: tuple[Any, ...]) -> int:
        """The number of a block with the words of a workspace."""
        words = list(self.words(fields))
        content = np.array([0 if points else value for points, value in words], np.int64)
        number = self.index(content)
        self.pointers += [(number, 8 * k, value) for k, (points, value) in enumerate(words) if points]
        return number

    def words(self, value: Any) -> Iterator[tuple[bool, int]]:
        """The words of a value, as `boaf.kernel.native` passes them: whether one points to a block, and its value."""
        if isinstance(value, np.ndarray):
            yield True, self.index(value)
            yield from ((False, length) for length in value.shape)
        elif isinstance(value, tuple):
            for field in value:
                yield from self.words(field)
        elif value is not None:
            yield False, int(value)


def recorded(function: Any, arguments: tuple[Any, ...]) -> tuple[bytes, Blocks]:
    """A call as `replay.c` reads it, and the blocks in it."""
    blocks = Blocks()
    words: list[tuple[bool, int]] = []
    for argument in arguments:
        is_workspace = hasattr(argument, "packed")
        words += [(True, blocks.workspace(argument))] if is_workspace else blocks.words(argument)
    content = _packed([len(blocks.contents)])
    for block in blocks.contents:
        content += _packed([len(block)]) + block
    content += _packed([len(blocks.pointers), *(word for pointer in blocks.pointers for word in pointer)])
    content += _packed([len(words), *(word for points, value in words for word in (int(points), value))])
    kinds = tuple(native._pack(argument, []) for argument in arguments)
    return content + native.symbol_of(function.name, kinds).encode(), blocks


def _packed(words: list[int]) -> bytes:
    return np.array(words, "<i8").tobytes()


def need(program: str, package: str) -> str:
    """A program of another machine."""
    if not shutil.which(program):
        sys.exit(f"{program} is not installed: apt-get install {package}")
    return program


def run(command: list[str], *, env: dict[str, str] | None = None, cwd: Path = ROOT) -> None:
    """Run a command; end if it fails."""
    environment = os.environ | {"BOAF_KERNEL": "native"} | (env or {})
    if subprocess.run(command, env=environment, cwd=cwd, check=False).returncode:
        sys.exit(f"failed: {' '.join(command)}")


if __name__ == "__main__":
    main()
