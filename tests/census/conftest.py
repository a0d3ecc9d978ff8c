import shutil
from pathlib import Path

import pytest

from boaf.census.run import run_census
from tests.census.helpers import SMALL


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The census `SMALL`, run without a hitch."""
    directory = tmp_path_factory.mktemp("undisturbed")
    run_census(SMALL, directory)
    return directory


@pytest.fixture
def copy(undisturbed: Path, tmp_path: Path) -> Path:
    """A copy of that census, to be damaged."""
    directory = tmp_path / "copy"
    shutil.copytree(undisturbed, directory)
    return directory
