"""The family of errors."""

import json
import pickle

import pytest

import boaf
from boaf.errors import BoafError, MissingExtraError, require


def test_a_missing_extra_is_named_with_the_remedy() -> None:
    with pytest.raises(MissingExtraError) as caught:
        require("no_such_library.part", "research")
    assert (caught.value.library, caught.value.extra) == ("no_such_library", "research")
    assert str(caught.value) == "no_such_library is not installed: pip install 'boaf[research]'"
    assert isinstance(caught.value, BoafError)
    assert isinstance(caught.value, ImportError)


def test_a_module_that_is_there_is_imported() -> None:
    assert require("json", "research") is json


def test_a_missing_extra_survives_a_process_boundary() -> None:
    copy = pickle.loads(pickle.dumps(MissingExtraError("scipy", "research")))
    assert str(copy) == "scipy is not installed: pip install 'boaf[research]'"


@pytest.mark.parametrize("name", ["solve", "explain", "analyze", "best_score", "rate", "features", "predict"])
@pytest.mark.parametrize("wrong", [1264, "7H 6C", None])
def test_what_is_no_board_gets_an_error_that_names_the_remedy(name: str, wrong: object) -> None:
    with pytest.raises(BoafError, match="expected a Board, not"):
        getattr(boaf, name)(wrong)


def test_a_seed_is_an_integer() -> None:
    for make in (boaf.deal, boaf.random_deal, boaf.random_board):
        for wrong in ("x", 1.5, None):
            with pytest.raises(TypeError, match=r"takes a number|as an integer"):
                make(wrong)
