"""A wheel is for one platform and holds its machine code, and nothing else's."""

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parent.parent
LIBRARIES = {"x86_64-linux": {"x86_64-linux.so", "x86_64_v3-linux.so"}, "aarch64-linux": {"aarch64-linux.so"}}


@pytest.mark.thorough
def test_a_wheel_holds_the_libraries_of_its_platform(tmp_path: Path) -> None:
    for platform, libraries in LIBRARIES.items():  # in turn: builds share the metadata in src/
        out = tmp_path / platform
        command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(out), str(ROOT)]
        subprocess.run(command, env=os.environ | {"BOAF_WHEEL": platform}, check=True)
        (wheel,) = out.glob("*.whl")
        machine = platform.partition("-")[0]
        assert wheel.name.endswith(f"-py3-none-manylinux_2_17_{machine}.whl")
        names = ZipFile(wheel).namelist()
        assert {Path(name).name for name in names if "/kernel/lib/" in name} == libraries
        assert {f"boaf/web/static/kernel/{name}.wasm" for name in ("kernel", "players")} <= set(names)
        assert "boaf/kernel/entries.txt" not in names
