"""Imports point one way only, and importing boaf is light."""

import ast
import inspect
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "src" / "boaf"
LAYERS = [
    "lazy", "errors", "files", "intervals",
    "cards", "board", "deals", "graphs", "kernel", "models", "reduction", "solvers",
    "prove", "players", "puzzles", "envs", "learn", "census", "papers", "render", "web", "cli", "__main__",
]  # fmt: skip
HEAVY = ["torch", "lightgbm", "sklearn", "matplotlib", "dask", "fastapi", "gymnasium", "numba", "numpy", "networkx"]
FILES = [path for path in sorted(PACKAGE.rglob("*.py")) if path != PACKAGE / "__init__.py"]


def layer_of(name: str) -> int:
    return LAYERS.index(name.split(".")[0])


def imports_at_the_top(path: Path) -> list[str]:
    """The names of boaf modules that a file imports when it is imported itself."""
    found = []
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("boaf."):
            found.append(node.module.removeprefix("boaf."))
        elif isinstance(node, ast.ImportFrom) and node.module == "boaf":
            found += [alias.name for alias in node.names if not alias.name.startswith("__")]
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_imports_only_from_layers_below(path: Path) -> None:
    own = layer_of(path.relative_to(PACKAGE).with_suffix("").as_posix().replace("/", "."))
    for name in imports_at_the_top(path):
        assert layer_of(name) <= own, f"{path.name} imports {name}"


@pytest.mark.parametrize("module", ["boaf", "boaf.cli"])
def test_importing_boaf_loads_nothing_heavy(module: str) -> None:
    code = f"import sys, {module}; boaf.deal(1); print([name for name in {HEAVY} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_every_public_name_can_be_had() -> None:
    import boaf

    for name in boaf.__all__:
        assert getattr(boaf, name) is not None
    assert set(boaf.__all__) <= set(dir(boaf))
    with pytest.raises(AttributeError):
        boaf.nonsense  # noqa: B018


def test_solve_is_a_plain_function() -> None:
    import boaf

    assert pickle.loads(pickle.dumps(boaf.solve)) is boaf.solve
    assert next(iter(inspect.signature(boaf.solve).parameters)) == "board"
