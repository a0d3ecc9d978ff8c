"""The family of errors."""

import json
import pickle

import pytest

from boaf.errors import BoafError, MissingExtraError, require


def test_a_missing_extra_is_named_with_the_remedy() -> None:
    with pytest.raises(MissingExtraError) as caught:
        require("no_such_library.part", "plots")
    assert (caught.value.library, caught.value.extra) == ("no_such_library", "plots")
    assert str(caught.value) == "no_such_library is not installed: pip install 'boaf[plots]'"
    assert isinstance(caught.value, BoafError)
    assert isinstance(caught.value, ImportError)


def test_a_module_that_is_there_is_imported() -> None:
    assert require("json", "plots") is json


def test_a_missing_extra_survives_a_process_boundary() -> None:
    copy = pickle.loads(pickle.dumps(MissingExtraError("scipy", "plots")))
    assert str(copy) == "scipy is not installed: pip install 'boaf[plots]'"
