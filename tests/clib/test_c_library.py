"""The C library: programs that have only its header and its library give the answers that Python gives."""

import platform
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

import boaf
from tests.clib.comparison import answer, answers_of, differences, refusal
from tests.following import BLOCK
from tests.prove.test_battery import BATTERY

ROOT = Path(__file__).parents[2]
BUILD = [sys.executable, str(ROOT / "c" / "build_library.py")]
EXAMPLES = ROOT / "c" / "examples"
Compiler = Callable[[str], list[str]]
TEXTS = [
    "7H 6C / -- 6X",
    "7H 6C / 6H",
    "7H 6C / 7H --",
    "7H|6C / |2D|",
    "|7H||6C|/|2D|  | 3C |",
    "7H6C--6H",
    "7H6C--",
    "10♥ q♤ / -- 3.2",
    "7H+6C 5S / -- 5D",
    "7H+XX 5S / -- 5D",
    "7H++5C 5S",
    "-- --",
    "",
    "  /  ",
    "12",
    "7H 1H",
    " / ".join(["AC -- -- -- -- -- -- --"] + 7 * ["-- -- -- -- -- -- -- --"]),
]
"""Board texts, right and wrong."""

pytestmark = [
    pytest.mark.skipif(find_spec("ziglang") is None, reason="the C library is compiled with ziglang, of boaf[dev]"),
    pytest.mark.skipif(
        sys.platform != "linux" or platform.machine() != "x86_64", reason="the C library is tested on Linux, on x86-64"
    ),
]


def compiler(library: Path, place: Path, *, is_static: bool = False) -> Compiler:
    """What compiles a program in a directory of its own, with nothing but the header and the library."""
    shutil.copytree(library, place / "boaf", symlinks=True)
    page = (ROOT / "docs" / "c.md").read_text(encoding="utf-8")
    (place / "page.c").write_text(next(code for language, code in BLOCK.findall(page) if language == "c"))

    def compiled(name: str) -> list[str]:
        if not (place / name).exists():
            shutil.copy(next(path for path in (EXAMPLES / name, Path(__file__).parent / name) if path.exists()), place)
        program = place / Path(name).stem
        found = ["boaf/lib/libboaf.a"] if is_static else ["-Lboaf/lib", "-lboaf", "-Wl,-rpath,$ORIGIN/boaf/lib"]
        options = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-Iboaf/include", *found, "-lm"]
        zig = [sys.executable, "-m", "ziglang", "cc", "-O1", name, *options, "-o", program.name]
        subprocess.run(zig, cwd=place, check=True)
        return [str(program)]

    return compiled


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Compiler:
    """The wrapper, linked with the machine code that Python uses."""
    place = tmp_path_factory.mktemp("c")
    subprocess.run([*BUILD, "--use-shipped", "x86_64-linux", "--out", str(place / "dist")], check=True)
    return compiler(place / "dist" / "x86_64-linux", place)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The libraries for this machine and for ARM, compiled from the Python source."""
    place = tmp_path_factory.mktemp("whole")
    subprocess.run([*BUILD, "x86_64-linux", "aarch64-linux", "--out", str(place)], check=True)
    return place / "x86_64-linux", place / "aarch64-linux"


@pytest.mark.slow
def test_a_c_program_agrees_with_python(quick: Compiler) -> None:
    program = quick("answers.c")
    assert differences(program, 60, seed=1) == []
    assert differences(program, 20, seed=2, max_nodes=40) == []
    for text, given in zip(TEXTS, answers_of(program, TEXTS), strict=True):
        expected = refusal(text)
        if expected is None:
            assert given == answer(boaf.Board(text))
        else:
            assert given[:3] == expected[:3]
            assert given[3].partition(":")[0] == expected[3].partition(":")[0]  # what it advises may differ


@pytest.mark.slow
def test_every_condition_is_found_and_explained_as_in_python(quick: Compiler) -> None:
    given = answers_of(quick("answers.c"), [board.text() for board in BATTERY.values()])
    expected = [["unsolvable", reason, boaf.explain(board).text] for reason, board in BATTERY.items()]
    assert [line[-3:] for line in given] == expected


@pytest.mark.slow
def test_the_program_on_the_page_works(quick: Compiler) -> None:
    assert subprocess.run(quick("page.c"), capture_output=True, check=True).stdout == b"solvable in 2 moves\n"


@pytest.mark.slow
def test_limits_memory_and_errors_are_as_the_header_says(quick: Compiler) -> None:
    assert subprocess.run(quick("limits.c"), capture_output=True, text=True, check=True).stdout == ""


@pytest.mark.slow
def test_random_calls_do_not_crash(quick: Compiler) -> None:
    result = subprocess.run([*quick("fuzz.c"), "1", "2000"], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (0, "done\n"), result.stderr


@pytest.mark.thorough
@pytest.mark.parametrize("is_static", [False, True], ids=["shared", "static"])
def test_the_compiled_library_agrees_with_python(whole: tuple[Path, Path], tmp_path: Path, is_static: bool) -> None:
    program = compiler(whole[0], tmp_path, is_static=is_static)("answers.c")
    assert differences(program, 3000, seed=3) == []


@pytest.mark.thorough
def test_only_the_interface_is_exported(whole: tuple[Path, Path]) -> None:
    if shutil.which("nm") is None:
        pytest.skip("nm is not installed")
    command = ["nm", "-D", "--defined-only", str(whole[0] / "lib" / "libboaf.so")]
    names = {
        line.split()[-1]
        for line in subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    }
    header = (ROOT / "c" / "boaf.h").read_text()
    assert {name for name in names if name.startswith("boaf")} == names
    assert all(f"{name}(" in header for name in names)


@pytest.mark.thorough
def test_many_random_calls_do_not_crash(whole: tuple[Path, Path], tmp_path: Path) -> None:
    program = compiler(whole[0], tmp_path)("fuzz.c")
    for seed in range(5):
        subprocess.run([*program, str(seed), "20000"], check=True, capture_output=True)


@pytest.mark.thorough
def test_a_rust_program_solves_deals_in_threads(whole: tuple[Path, Path], tmp_path: Path) -> None:
    if (
        shutil.which("rustc") is None
        or subprocess.run(["rustc", "--version"], capture_output=True, check=False).returncode
    ):
        pytest.skip("rustc is not installed, or has no toolchain here")
    lib = whole[0] / "lib"
    command = ["rustc", "-O", str(EXAMPLES / "threads.rs"), "-L", f"native={lib}", "-l", "dylib=boaf"]
    subprocess.run([*command, "-C", f"link-arg=-Wl,-rpath,{lib}", "-o", "threads"], cwd=tmp_path, check=True)
    lines = subprocess.run(
        [tmp_path / "threads", "1", "3000"], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    results = [boaf.solve(boaf.deal(seed)) for seed in range(1, 3001)]
    assert lines == [f"{seed} {result.verdict} {result.nodes}" for seed, result in enumerate(results, 1)]


@pytest.mark.thorough
def test_the_library_for_arm_agrees_with_python(whole: tuple[Path, Path], tmp_path: Path) -> None:
    if shutil.which("qemu-aarch64") is None:
        pytest.skip("qemu-aarch64 is not installed")
    shutil.copy(EXAMPLES / "answers.c", tmp_path)
    library = [str(whole[1] / "lib" / "libboaf.a"), "-I", str(whole[1] / "include"), "-lm"]
    zig = [sys.executable, "-m", "ziglang", "cc", "-target", "aarch64-linux-musl", "-static"]
    subprocess.run([*zig, "answers.c", *library, "-o", "answers"], cwd=tmp_path, check=True)
    assert differences(["qemu-aarch64", str(tmp_path / "answers")], 200, seed=4) == []
