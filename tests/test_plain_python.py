import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("tests", ["kernel", pytest.param("**", marks=pytest.mark.thorough)])
def test_the_kernel_runs_as_plain_python(tests: str) -> None:
    """Every compiled function is ordinary Python: the tests marked `plain` pass without the compiler."""
    command = [sys.executable, "-m", "pytest", "-m", "plain", "-p", "no:cacheprovider", "-W", "ignore::RuntimeWarning"]
    environment = os.environ | {"BOAF_KERNEL": "python", "CI": "true"}
    root = Path(__file__).parent.parent
    marked = [str(path) for path in sorted(root.glob(f"tests/{tests}/test_*.py")) if "mark.plain" in path.read_text()]
    run = subprocess.run([*command, *marked], cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-2000:]
    assert " passed" in run.stdout
