from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

TOOLS = Path(__file__).parents[2] / "tools"


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], ModuleType]:
    """Imports a script of `tools` by name, together with the scripts next to it."""
    monkeypatch.syspath_prepend(str(TOOLS))
    return import_module
