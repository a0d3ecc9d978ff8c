"""Imports point one way only, and importing boaf is light."""

import ast
import importlib
import inspect
import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "boaf"
LAYERS = [
    "support", "cards", "rules", "board_text", "board", "deals", "graphs", "plugins", "kernel", "models", "reduction",
    "solvers", "questions", "prove", "players", "puzzles", "envs", "learn", "census", "probability", "render", "bench",
    "web", "cli", "__main__",
]  # fmt: skip
"""As docs/architecture.md has them, lowest first."""
EXCEPTIONS = {
    ("board.py", "render"),  # a board draws itself
    ("envs/env.py", "render"),  # and so does an environment
    ("prove/proof.py", "render"),  # and so does a proof
}
"""Imports upwards that are meant; each stands inside the one function that needs it."""
PUBLIC = [
    ".".join(path.parent.relative_to(PACKAGE.parent).parts)
    for path in sorted(PACKAGE.rglob("__init__.py"))
    if "public_names(__name__" in path.read_text()
]
HEAVY = ["torch", "lightgbm", "sklearn", "matplotlib", "dask", "fastapi", "gymnasium", "numba", "numpy", "networkx"]
FILES = {
    path.relative_to(PACKAGE).as_posix(): path
    for path in sorted(PACKAGE.rglob("*.py"))
    if path != PACKAGE / "__init__.py"
}


def rooms_in(code: str) -> set[str]:
    """The parts of boaf that code imports anywhere, at the top or when a function is called."""
    modules: list[str] = []
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            modules += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module == "boaf":
            modules += [f"boaf.{alias.name}" for alias in node.names if alias.name != "__version__"]
        elif isinstance(node, ast.ImportFrom):
            modules.append(node.module or "boaf.relative")
    return {module.split(".")[1] for module in modules if module.startswith("boaf.")}


def room_of(name: str) -> str:
    return name.split("/")[0].removesuffix(".py")


@pytest.mark.parametrize(
    "code", ["import boaf.x.y", "from boaf.x import y", "from boaf import x", "def f():\n import boaf.x"]
)
def test_every_form_of_import_is_seen(code: str) -> None:
    assert rooms_in(code) == {"x"}


@pytest.mark.parametrize("name", FILES)
def test_a_module_imports_only_from_layers_below(name: str) -> None:
    below = LAYERS[: LAYERS.index(room_of(name)) + 1]
    allowed = {room for file, room in EXCEPTIONS if file == name}
    assert rooms_in(FILES[name].read_text()) <= {*below, *allowed}


def test_the_page_on_the_architecture_has_these_layers() -> None:
    rows = re.findall(r"^\| (`.*?) \|", (ROOT / "docs" / "architecture.md").read_text(), re.MULTILINE)
    assert [name for row in rows for name in re.findall(r"`(\w+)`", row)] == LAYERS[:-1]


def test_no_module_imports_the_papers_and_only_the_shell_names_them() -> None:
    importing = re.compile(r"^\s*(from|import) boaf_papers", re.MULTILINE)
    assert not [name for name, path in FILES.items() if importing.search(path.read_text())]
    assert {name for name, path in FILES.items() if "boaf_papers" in path.read_text()} == {"cli/__init__.py"}


@pytest.mark.parametrize("module", ["boaf", "boaf.cli"])
def test_importing_boaf_loads_nothing_heavy(module: str) -> None:
    code = f"import sys, boaf, {module}; boaf.deal(1); print([name for name in {HEAVY} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.parametrize("package", PUBLIC)
def test_every_public_name_can_be_had(package: str) -> None:
    module = importlib.import_module(package)
    for name in module.__all__:
        assert getattr(module, name) is not None
    assert set(module.__all__) <= set(dir(module))
    with pytest.raises(AttributeError, match="nonsense"):
        module.nonsense  # noqa: B018


def test_solve_is_a_plain_function() -> None:
    import boaf

    assert pickle.loads(pickle.dumps(boaf.solve)) is boaf.solve
    assert next(iter(inspect.signature(boaf.solve).parameters)) == "board"
