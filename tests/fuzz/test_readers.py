"""No function reads a file of a kind that is not fuzzed."""

import ast
from collections.abc import Iterator
from pathlib import Path

import boaf
import boaf_papers
from tests.fuzz.table import READERS, TRUSTED

PACKAGE, PAPERS = Path(boaf.__file__).parent, Path(boaf_papers.__file__).parent
NAMES = {
    "ZipFile", "fromfile", "genfromtxt", "loads", "loadtxt", "memmap", "open", "parse_json", "read_bytes", "read_csv",
    "read_excel", "read_file", "read_ipc", "read_json", "read_ndjson", "read_parquet", "read_parquet_metadata",
    "read_parquet_schema", "read_text", "safe_open", "scan_csv", "scan_ipc", "scan_ndjson", "scan_parquet",
}  # fmt: skip
"""What a function is called that reads, whatever module it is of."""
FULL_NAMES = {"json.load", "torch.load", "np.load", "pickle.load", "yaml.safe_load", "tomllib.load"}
INPUT = "sys.stdin"


def reading_places(code: str) -> Iterator[str]:
    """The functions in which something reads, by their names within a module."""

    def walk(node: ast.AST, names: tuple[str, ...]) -> Iterator[str]:
        for child in ast.iter_child_nodes(node):
            named = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
            if reads(child):
                yield ".".join(names)
            yield from walk(child, (*names, child.name) if named else names)  # type: ignore[attr-defined]

    return walk(ast.parse(code), ())


def reads(node: ast.AST) -> bool:
    if isinstance(node, ast.Attribute) and ast.unparse(node) == INPUT:
        return True
    if not isinstance(node, ast.Call):
        return False
    name = ast.unparse(node.func)
    return name.rpartition(".")[2] in NAMES or name in FULL_NAMES


def test_places_that_read_are_found() -> None:
    code = (
        "class A:\n def f(self):\n  with path.open() as file: pass\ndef g():\n return json.load(x)\nsys.stdin.read()\n"
    )
    assert list(reading_places(code)) == ["A.f", "g", ""]


def test_every_function_that_reads_is_in_the_table() -> None:
    found = {
        f"{path.relative_to(base).as_posix()}:{place}"
        for root, base in ((PACKAGE, PACKAGE), (PAPERS, PAPERS.parent))
        for path in root.rglob("*.py")
        for place in reading_places(path.read_text())
    }
    known = READERS.keys() | TRUSTED.keys()
    assert found - known == set(), "add samples of what these read to tests/fuzz, and their names to its table"
    assert known - found == set(), "these no longer read: take them out of the table"
