"""What a package exports can be had, and says what it is."""

from importlib import import_module

import pytest


@pytest.mark.parametrize("package", ["boaf.census", "boaf.learn.data"])
def test_every_exported_name_can_be_had_and_is_explained(package: str) -> None:
    module = import_module(package)
    for name in module.__all__:
        assert getattr(module, name).__doc__
    assert set(module.__all__) <= set(dir(module))
