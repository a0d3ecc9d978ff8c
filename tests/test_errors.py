"""The family of errors."""

import json
import pickle
import sys
from collections.abc import Callable

import numpy as np
import pytest

import boaf
import boaf.learn.neural
from boaf.cli import main
from boaf.players import think
from boaf.support import errors
from boaf.support.errors import BoafError, MissingExtraError, UndecidedError, install_command, require


def test_a_missing_extra_is_named_with_the_remedy() -> None:
    with pytest.raises(MissingExtraError) as caught:
        require("no_such_library.part", "research")
    assert (caught.value.library, caught.value.extra) == ("no_such_library", "research")
    assert str(caught.value) == f"no_such_library is not installed: {install_command('research')}"
    assert isinstance(caught.value, BoafError)
    assert isinstance(caught.value, ImportError)


def test_a_module_that_is_there_is_imported() -> None:
    assert require("json", "research") is json


def test_a_missing_extra_survives_a_process_boundary() -> None:
    copy = pickle.loads(pickle.dumps(MissingExtraError("scipy", "research")))
    assert str(copy) == f"scipy is not installed: {install_command('research')}"


@pytest.mark.parametrize("name", ["solve", "explain", "analyze", "best_score", "rate", "features", "predict"])
@pytest.mark.parametrize("wrong", [1264, "7H 6C", None])
def test_what_is_no_board_gets_an_error_that_names_the_remedy(name: str, wrong: object) -> None:
    with pytest.raises(BoafError, match="expected a Board, not"):
        getattr(boaf, name)(wrong)


def test_a_seed_is_an_integer() -> None:
    for make in (boaf.deal, boaf.random_deal, boaf.random_board):
        for wrong in ("x", 1.5, None):
            with pytest.raises(BoafError, match=r"takes a number|seed must be a whole number"):
                make(wrong)


BOARD = boaf.Board("7H 6C / -- 6H")
WRONG: list[tuple[Callable[..., object], tuple[object, ...], dict[str, object], str]] = [
    (boaf.deal, (1,), {"rows": "4"}, "rows must be a whole number, not '4'"),
    (boaf.random_deal, (1,), {"cols": None}, "cols must be a whole number, not None"),
    (boaf.random_board, (1,), {"stacks": 2.0}, "stacks must be a whole number, not 2.0"),
    (boaf.read_board, ("7H6C",), {"rows": "x"}, "rows must be a whole number, not 'x'"),
    (boaf.Deck, (13.5, 4), {}, "suits must be a whole number, not 13.5"),
    (boaf.solve, (BOARD,), {"max_nodes": "x"}, "max_nodes must be a whole number, not 'x'"),
    (boaf.solve, (BOARD,), {"max_nodes": 2.5}, "max_nodes must be a whole number, not 2.5"),
    (boaf.solve, (BOARD,), {"max_seconds": "x"}, "max_seconds must be a number, not 'x'"),
    (boaf.solve, (BOARD, "best-first"), {"weight": "x"}, "weight must be a number, not 'x'"),
    (boaf.solve, (BOARD, "best-n"), {"n": 1.5}, "n must be a whole number, not 1.5"),
    (boaf.solve, (BOARD, "beam"), {"width": None}, "width must be a whole number, not None"),
    (boaf.solve_many, ([1],), {"threads": "x"}, "threads must be a whole number, not 'x'"),
    (boaf.solve_many, ([1],), {"rows": "4"}, "rows must be a whole number, not '4'"),
    (boaf.solve_many, ([1],), {"tables": 6.5}, "tables must be a whole number, not 6.5"),
    (boaf.generate, (3,), {"count": "x"}, "count must be a whole number, not 'x'"),
    (boaf.generate, (3,), {"seed": "x"}, "seed must be a whole number, not 'x'"),
    (boaf.match, ("greedy", [1]), {"games": "x"}, "games must be a whole number, not 'x'"),
    (boaf.match, ("greedy", [1]), {"seed": None}, "seed must be a whole number, not None"),
    (boaf.match, ("greedy", [1]), {"weight": "x"}, "weight must be a number, not 'x'"),
    (think, (BOARD,), {"iterations": 1.5}, "iterations must be a whole number, not 1.5"),
    (boaf.Board.from_cells, ([None, None], 0), {}, "cols must be at least 1, not 0"),
    (boaf.Board.from_cells, ([5], 1), {}, "a cell holds a Card, .* not 5"),
    (boaf.Board.from_cells, ([(7, 3)], 1), {}, r"a cell holds a Card, .* not \(7, 3\)"),
    (BOARD.push, (None,), {}, "a move is a Move or a text such as '7H-6C', not None"),
    (BOARD.is_legal, (3,), {}, "a move is a Move or a text such as '7H-6C', not 3"),
    (boaf.predict, (BOARD,), {"model": 5}, "a model is a model of boaf.learn.load, .* not 5"),
    (boaf.Board, ("1264",), {}, "a number is not a board text: boaf.deal makes numbered deals"),
]
"""Calls that cannot be meant, and what is said."""


@pytest.mark.parametrize(("function", "arguments", "options", "message"), WRONG)
def test_what_cannot_be_meant_is_refused_by_name(
    function: Callable[..., object], arguments: tuple[object, ...], options: dict[str, object], message: str
) -> None:
    with pytest.raises(BoafError, match=message):
        function(*arguments, **options)


def test_numbers_of_numpy_are_numbers() -> None:
    assert boaf.deal(np.int64(1), np.int8(2), np.uint8(3)) == boaf.deal(1, 2, 3)
    assert boaf.solve(BOARD, max_nodes=np.int64(9), max_seconds=np.float32(9)).verdict == "solvable"
    assert boaf.solve(BOARD, "best-first", weight=np.float64(2)).verdict == "solvable"


def test_a_limit_that_was_reached_is_an_error_of_boaf_and_no_mistake() -> None:
    with pytest.raises(BoafError) as caught:
        boaf.rate(boaf.deal(1), max_nodes=1)
    assert type(caught.value) is UndecidedError
    assert main(["rate", "1", "--max-nodes", "1"]) == 3


def test_every_public_error_is_of_one_family() -> None:
    errors = [getattr(boaf, name) for name in boaf.__all__ if name.endswith("Error")]
    assert len(errors) > 5
    assert all(issubclass(error, BoafError) for error in errors)


@pytest.mark.parametrize("name", boaf.learn.neural.__all__)
@pytest.mark.parametrize("library", ["torch", "safetensors"])
def test_networks_without_their_libraries_name_the_extra(
    name: str, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingExtraError, match=rf"{library} is not installed: .* -m pip install .*neural"):
        getattr(boaf.learn.neural, name)


def test_the_command_for_an_extra_names_this_python_and_a_checkout_that_is_not_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import shlex
    import sys
    from importlib import metadata
    from pathlib import Path

    python, *rest = shlex.split(install_command("neural"))
    assert (python, rest) == (sys.executable, ["-m", "pip", "install", "boaf[neural]"])

    def not_installed(name: str) -> None:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "distribution", not_installed)
    target = shlex.split(install_command("neural"))[-1]
    checkout = Path(errors.__file__).parents[3]
    assert target == f"{checkout if (checkout / 'pyproject.toml').exists() else 'boaf'}[neural]"
