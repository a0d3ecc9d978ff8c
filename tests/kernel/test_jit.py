"""When functions run as plain Python, and when as machine code."""

import subprocess
import sys

import numpy as np
import pytest

from boaf.kernel.bits import is_connected
from boaf.kernel.jit import at_once, compiled, is_hot, portion

ALONE = """
import sys
import boaf
{}
print("numba" in sys.modules)
"""


def run_alone(code: str, *, cache: str) -> list[str]:
    """What a new process prints, whose cache is empty or absent."""
    environment = {"BOAF_CACHE_DIR": cache, "PYTHONPATH": ":".join(sys.path)}
    command = [sys.executable, "-c", ALONE.format(code)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.splitlines()


@pytest.mark.parametrize(
    ("code", "answer"),
    [
        ("print(boaf.solve(boaf.deal(1)).verdict)", "solvable"),
        ("print(boaf.solve(boaf.deal(1, 5, 5)).verdict)", "solvable"),
        ("print(boaf.explain(boaf.deal(1264)).proof.reason)", "multiple-flocks"),
        ("print(boaf.features(boaf.deal(1), ['moves'])['moves'])", "40"),
    ],
)
def test_one_easy_board_needs_no_compiler(code: str, answer: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    assert run_alone(code, cache=str(tmp_path_factory.mktemp("cache"))) == [answer, "False"]


def test_outside_of_a_block_the_first_call_uses_machine_code() -> None:
    is_connected(np.zeros(3, np.uint64), np.uint64(1))
    assert is_hot() or not hasattr(is_connected, "dispatcher")
    with at_once():
        assert portion(1000) == 1000


def test_a_compiled_function_keeps_its_name_and_words() -> None:
    @compiled
    def twice(x: int) -> int:
        """Two times x."""
        return 2 * x

    assert (twice.__name__, twice.__doc__) == ("twice", "Two times x.")
    assert twice(21) == 42
