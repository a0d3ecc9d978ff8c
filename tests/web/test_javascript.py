"""The modules of the page that need no browser, tested in Node."""

import shutil
import subprocess
from pathlib import Path

import pytest

TESTS = Path(__file__).parent / "javascript"


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
def test_the_modules_of_the_page_pass_their_tests_in_node() -> None:
    found = subprocess.run(["node", "--test", f"{TESTS}/"], capture_output=True, text=True, timeout=300, check=False)
    assert found.returncode == 0, found.stdout
