"""Machine code: built from the sources as they are, called with the right types, and never a crash."""

import ast
import os
import pickle
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from boaf.deals import SplitMix64
from boaf.kernel import native
from boaf.kernel.native import compiled, symbol_of
from boaf.kernel.patterns import canonical, new_scratch
from boaf.kernel.position import target_of
from boaf.kernel.sources import ENTRIES, digest, digest_in, noted_digest, write_note
from boaf.kernel.tables import new_lookup, tables_of

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "boaf"
COMMITTED = ("x86_64-linux.so", "x86_64_v3-linux.so", "aarch64-linux.so")
LIBRARIES = [PACKAGE / "kernel" / "lib" / name for name in COMMITTED]
BUILD = [sys.executable, str(ROOT / "tools" / "native" / "build.py")]
SOLVE = "import boaf; print(boaf.solve(boaf.deal(1)).nodes)"
WITHOUT_NUMBA = "import sys; sys.modules['numba'] = None; "


def run(code: str, place: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    path = {"PYTHONPATH": str(place)} if place else {}
    return subprocess.run(
        [sys.executable, "-c", code], env=os.environ | path | environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("library", LIBRARIES, ids=COMMITTED)
def test_every_committed_library_is_built_from_the_sources(library: Path) -> None:
    assert digest_in(library.read_bytes()) == digest(PACKAGE), "run python tools/native/build.py"


def test_a_note_spares_parsing_only_as_long_as_the_sources_are_the_same(tmp_path: Path) -> None:
    assert noted_digest(PACKAGE) == digest(PACKAGE)
    package = tmp_path / "boaf"
    (package / "kernel").mkdir(parents=True)
    for name in (ENTRIES, "kernel/bits.py", "kernel/vectors.py", "kernel/position.py"):
        (package / name).write_bytes((PACKAGE / name).read_bytes())
    write_note(package)
    before = noted_digest(package)
    assert before == digest(package)
    bits = package / "kernel" / "bits.py"
    bits.write_text(bits.read_text() + "EXTRA = 1\n")
    assert noted_digest(package) == digest(package) != before


@pytest.mark.thorough
@pytest.mark.skipif(not find_spec("numba") or not find_spec("ziglang"), reason="building needs boaf[dev]")
def test_building_again_gives_the_same_bytes(tmp_path: Path) -> None:
    versions = subprocess.run([*BUILD, "--tools"], check=True, capture_output=True, text=True).stdout.strip()
    if versions.encode() not in (PACKAGE / "web" / "static" / "kernel" / "kernel.wasm").read_bytes():
        pytest.skip("the libraries were built with other versions of the tools, which give other bytes")
    subprocess.run([*BUILD, *COMMITTED, "--out", str(tmp_path)], check=True, capture_output=True)
    for library in LIBRARIES:
        assert (tmp_path / library.name).read_bytes() == library.read_bytes(), library.name
        assert b".py" not in library.read_bytes()  # the name of a file on the machine that built it


def test_no_command_imports_numba() -> None:
    code = f"{SOLVE}; import sys; print('numba' in sys.modules)"
    assert run(code).stdout.split() == ["10", "False"]


def copied(place: Path) -> Path:
    """A checkout with a copy of the package."""
    ignored = shutil.ignore_patterns("__pycache__", "static")
    shutil.copytree(PACKAGE, place / "src" / "boaf", ignore=ignored)
    (place / "pyproject.toml").touch()
    return place / "src"


@pytest.fixture(scope="module")
def edited(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout whose kernel was edited after the machine code was built."""
    source = copied(tmp_path_factory.mktemp("checkout"))
    file = source / "boaf" / "kernel" / "bits.py"
    file.write_text(file.read_text().replace("    if not cells:\n", "    if cells == ZERO:\n"))
    return source


def test_an_edited_kernel_runs_as_plain_python_without_numba_and_says_so(edited: Path) -> None:
    answer = run(WITHOUT_NUMBA + SOLVE, edited, BOAF_KERNEL="")
    assert answer.stdout == "10\n", answer.stderr
    assert answer.stderr.splitlines() == [
        "boaf: the kernel has changed since its machine code was built: plain Python takes its place, which is slow"
    ]


@pytest.mark.slow
@pytest.mark.skipif(not find_spec("numba"), reason="Numba is of boaf[dev]")
def test_an_edited_kernel_is_compiled_by_numba(edited: Path) -> None:
    code = "import boaf, numpy as np; from boaf.kernel.bits import lowest_bit; print(lowest_bit(np.uint64(12)))"
    answer = run(code, edited, BOAF_KERNEL="")
    assert answer.stdout == "4\n", answer.stderr
    assert answer.stderr.splitlines() == [
        "boaf: the kernel has changed since its machine code was built: Numba compiles what is used"
    ]


def test_comments_and_docstrings_do_not_count_as_edits(tmp_path: Path) -> None:
    package = copied(tmp_path) / "boaf"
    before = digest(package)
    file = package / "kernel" / "position.py"
    text = file.read_text()
    file.write_text(text.replace('"""The step from one cell to another."""', '"""Other words."""  # and a comment'))
    assert digest(package) == before
    file.write_text(text.replace("np.uint64(8)", "np.uint64(9)"))
    assert digest(package) != before


def test_constants_and_what_computes_them_count_as_edits(tmp_path: Path) -> None:
    package = copied(tmp_path) / "boaf"
    found = {digest(package)}
    tables = package / "kernel" / "tables.py"
    text = tables.read_text()
    for old, new in (("_CACHE_BITS = 16", "_CACHE_BITS = 15"), ("rows[n, i] |=", "rows[n, i] ^=")):
        assert old in text
        tables.write_text(text.replace(old, new))
        found.add(digest(package))
    tables.write_text(text)
    table = package / ENTRIES
    table.write_text(table.read_text().partition("\n")[2])
    found.add(digest(package))
    assert len(found) == 4


def test_without_a_library_plain_python_answers(tmp_path: Path) -> None:
    source = copied(tmp_path)
    shutil.rmtree(source / "boaf" / "kernel" / "lib")
    answer = run(WITHOUT_NUMBA + SOLVE, source, BOAF_KERNEL="")
    assert answer.stdout == "10\n", answer.stderr
    assert answer.stderr.startswith("boaf: there is no machine code for ")
    assert run(SOLVE, source, BOAF_KERNEL="native").returncode == 1


def test_a_library_that_cannot_be_loaded_is_done_without(tmp_path: Path) -> None:
    source = copied(tmp_path)
    (tmp_path / "pyproject.toml").unlink()  # as if it were installed
    for library in (source / "boaf" / "kernel" / "lib").iterdir():
        library.write_bytes(b"no library")
    answer = run(WITHOUT_NUMBA + SOLVE, source, BOAF_KERNEL="")
    assert answer.stdout == "10\n", answer.stderr
    assert answer.stderr.startswith("boaf: the machine code cannot be loaded (")


def test_an_unknown_way_to_run_is_refused() -> None:
    assert "BOAF_KERNEL must be native, numba or python, not 'fast'" in run(SOLVE, BOAF_KERNEL="fast").stderr


def test_an_error_in_machine_code_is_a_python_exception() -> None:
    with pytest.raises(ZeroDivisionError, match="division by zero"):
        canonical(np.uint64(3), np.arange(64, dtype=np.uint8), 0, np.zeros(7, np.uint8), new_scratch())


def test_a_call_that_the_library_lacks_is_an_error_where_only_it_may_be_used() -> None:
    with pytest.raises(RuntimeError, match=r"machine code lacks boaf\.kernel\.position\.target_of\(f8\)"):
        target_of(1.5)  # type: ignore[arg-type]


def test_numbers_go_through_unchanged() -> None:
    from boaf.kernel.dealing import next_random, random_below

    state = np.array([2**64 - 1], np.uint64)
    expected = SplitMix64(2**64 - 1)
    for _ in range(100):
        assert next_random(state) == expected.next()
    assert {int(random_below(state, 3)) for _ in range(100)} == {0, 1, 2}


def test_a_workspace_is_packed_once_and_copied_without_addresses() -> None:
    lookup = new_lookup(tables_of(3), 4)
    assert lookup.packed is None
    native._pack(lookup, [])
    packed = lookup.packed
    native._pack(lookup, [])
    assert lookup.packed is packed
    for other in (pickle.loads(pickle.dumps(lookup)), lookup._replace(cols=5)):
        assert type(other) is type(lookup)
        assert other.packed is None


def test_types_are_written_as_the_table_has_them() -> None:
    words: list[int] = []
    rows = np.zeros((4, 6), np.uint16)
    kinds = [native._pack(value, words) for value in (1, -1, 2**63, True, 1.0, None, rows, rows[:, ::2], (1, None))]
    assert kinds == ["i8", "i8", "u8", "b1", "f8", "none", "u2[2]", "u2[2s]", "(i8,none)"]
    record = np.zeros(2, [("node", np.int64), ("step", np.uint16)])
    assert native._pack(record, words) == "{node:i8;step:u2}[1]"


def test_the_table_names_compiled_functions_once() -> None:
    lines = (PACKAGE / ENTRIES).read_text().splitlines()
    assert lines == sorted(set(lines))
    symbols = {symbol_of(name, tuple(kinds)) for name, *kinds in map(str.split, lines)}
    assert len(symbols) == len(lines)
    for name in {line.split()[0] for line in lines}:
        module, _, function = name.rpartition(".")
        tree = ast.parse((PACKAGE.parent / f"{module.replace('.', '/')}.py").read_text())
        (found,) = (part for part in tree.body if isinstance(part, ast.FunctionDef) and part.name == function)
        assert [ast.unparse(decorator) for decorator in found.decorator_list] == ["compiled"], name


def test_a_compiled_function_keeps_its_name_and_docstring() -> None:
    @compiled
    def twice(x: int) -> int:
        """Two times x."""
        return 2 * x

    assert (twice.__name__, twice.__doc__) == ("twice", "Two times x.")


INTERRUPTED = """
import os, random, signal, threading, time
import boaf

questions = [
    lambda: boaf.solve(boaf.deal(1, 6, 6)),
    lambda: boaf.analyze(boaf.deal(2454)),
    lambda: boaf.best_score(boaf.deal(1264)),
    lambda: boaf.match("flock", range(4), iterations=10),
]
asked = questions[{number} % 4]
try:
    threading.Timer({delay}, os.kill, (os.getpid(), signal.SIGINT)).start()
    asked()
    time.sleep(2)
except KeyboardInterrupt:
    pass
print(type(asked()).__name__)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
@pytest.mark.parametrize(
    "number", [*range(12), *(pytest.param(number, marks=pytest.mark.thorough) for number in range(12, 30))]
)
def test_after_ctrl_c_in_a_first_call_the_next_one_answers(number: int) -> None:
    delay = 0.02 * (number * 0.618 % 1) + 0.025 * (number // 4)
    answer = run(INTERRUPTED.format(number=number, delay=delay))
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.strip() == ["Result", "Analysis", "BestScore", "Match"][number % 4]
