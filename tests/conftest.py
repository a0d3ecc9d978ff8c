import os

import pytest
from hypothesis import settings

settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


@pytest.fixture(autouse=True, scope="session")
def _compile_in_silence() -> None:
    """What a command prints must not depend on what the tests before it have compiled."""
    from boaf.kernel.machine import announcer

    announcer.is_silent = True
