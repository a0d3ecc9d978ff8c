"""pytest --student FILE: the tests of a unit get the student's module as the fixture `student`."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option."""
    parser.addoption("--student", default="starter.py", help="the file to test")


@pytest.fixture
def path(request: pytest.FixtureRequest) -> Path:
    """The student's file."""
    return Path(request.config.getoption("--student")).absolute()


@pytest.fixture
def student(path: Path) -> ModuleType:
    """The student's module."""
    spec = spec_from_file_location("student", path)
    assert spec, f"{path} is not a Python file"
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
