"""Arguments of the wrong kind are refused in one short line, whatever they are, before any search."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import boaf
from boaf import Board, Card, Deck, Move
from boaf.support.store import LineFile

HUGE = 10**5000
BOARD = boaf.deal(1)
CALLS: dict[str, Callable[[], object]] = {
    "truth value": lambda: boaf.solve(BOARD, "constrained", remember="x"),
    "number as truth value": lambda: boaf.solve(BOARD, "island-merge", literal=3.5),
    "solver": lambda: boaf.solve(BOARD, []),  # type: ignore[arg-type]
    "model": lambda: boaf.solve(BOARD, "ordered", model=object()),
    "seconds": lambda: boaf.solve(BOARD, max_seconds=HUGE),
    "seconds of analyze": lambda: boaf.analyze(BOARD, max_seconds=HUGE),
    "seconds of generate": lambda: boaf.generate(1, max_seconds=HUGE),
    "nodes": lambda: boaf.solve(BOARD, max_nodes=HUGE),
    "seed": lambda: boaf.deal(HUGE),
    "games": lambda: boaf.match("greedy", range(3), games=HUGE),
    "cells": lambda: Board.from_cells(None, 2),  # type: ignore[arg-type]
    "grid": lambda: Board.from_grid(1),  # type: ignore[arg-type]
    "move": lambda: Move.parse(1),  # type: ignore[arg-type]
    "card": lambda: Card.parse(1),  # type: ignore[arg-type]
    "moves": lambda: boaf.parse_moves(1),  # type: ignore[arg-type]
    "deck": lambda: boaf.random_deal(1, 2, 2, 1),  # type: ignore[arg-type]
    "large deck": lambda: boaf.random_deal(1, 2, 2, Deck(10**6, 10**6)),
    "features": lambda: boaf.features(BOARD, 1),  # type: ignore[arg-type]
    "difficulty": lambda: boaf.generate([]),  # type: ignore[arg-type]
    "long name": lambda: boaf.solve(BOARD, "x" * 5000),
}


@pytest.mark.parametrize("what", CALLS)
def test_a_wrong_argument_is_one_short_line(what: str) -> None:
    with pytest.raises(boaf.BoafError) as error:
        CALLS[what]()
    assert len(str(error.value)) < 400
    assert "\n" not in str(error.value)


def test_a_check_of_a_long_proof_ends_in_time() -> None:
    board = boaf.deal(3, 7, 7)
    claims = {"positions": 1_000_000, "digest": "0" * 64}
    proof = boaf.Proof(board.text(), "unsolvable", "search", claims, "No position is a single stack.")
    with pytest.raises(boaf.UndecidedError, match=r"not checked within 0\.05 s"):
        boaf.check_proof(board, proof, max_seconds=0.05)


def test_nothing_is_left_behind_where_the_first_line_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(boaf.BoafError, match="No space left on device"):
        LineFile(tmp_path / "puzzles.jsonl").append({"a": 1})
    assert not list(tmp_path.iterdir())
