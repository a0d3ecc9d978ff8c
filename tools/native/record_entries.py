"""Write `entries.txt`: every compiled function that Python calls, with the types of its arguments, one call a line.

    python tools/native/record_entries.py [PYTEST ARGUMENTS]

It runs `exercise.py`, and the tests named by the arguments if there are any, and notes what is called; Numba compiles
what the library lacks, which takes minutes if the kernel has changed. Lines stay as long as there is a function of this
name with this number of arguments; delete the file to start from scratch.
"""

from __future__ import annotations

import inspect
import os
import sys
from importlib import import_module
from pathlib import Path

os.environ["BOAF_KERNEL"] = ""

import pytest
from exercise import exercise

from boaf.kernel.native import Compiled

TABLE = Path(__file__).parents[2] / "src" / "boaf" / "kernel" / "entries.txt"


def called() -> set[str]:
    """What was called in this process."""
    modules = [module for name, module in sys.modules.items() if name.startswith("boaf.")]
    functions = {found for module in modules for found in vars(module).values() if isinstance(found, Compiled)}
    return {" ".join([function.name, *kinds]) for function in functions for kinds in function.entries}


def is_current(line: str) -> bool:
    """Whether there still is such a function."""
    name, *kinds = line.split()
    module, _, function = name.rpartition(".")
    found = getattr(import_module(module), function, None)
    return isinstance(found, Compiled) and len(inspect.signature(found.python).parameters) == len(kinds)


if __name__ == "__main__":
    exercise()
    if sys.argv[1:]:
        pytest.main([*sys.argv[1:], "-p", "no:xdist"])
    known = set(filter(is_current, TABLE.read_text().splitlines())) if TABLE.exists() else set()
    TABLE.write_text("".join(f"{line}\n" for line in sorted(known | called())))
    print(f"{len(called() - known)} entry points added to {TABLE.name}, which has {len(known | called())}")
