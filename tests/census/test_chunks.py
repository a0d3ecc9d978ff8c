"""One chunk: its columns, its reasons, its solutions."""

import io
import json
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

import boaf
from boaf.census.chunks import ChunkRecord, compute_chunk
from boaf.census.parameters import Parameters
from boaf.census.reasons import reasons_of
from boaf.census.solutions import decode_solution, decode_steps, encode_solutions, replays
from boaf.kernel.dealing import cards_of
from boaf.prove.explain import explain
from boaf.support.errors import BoafError
from tests.census.helpers import SMALL, UNSOLVABLE


def frame_of(parameters: Parameters, chunk: int = 0) -> pl.DataFrame:
    return pl.read_parquet(io.BytesIO(compute_chunk(parameters, chunk)[0]))


def test_a_chunk_holds_what_was_asked_for() -> None:
    assert frame_of(Parameters(0, 20)).columns == ["seed", "verdict", "nodes"]
    frame = frame_of(SMALL, 4)
    assert frame.columns == ["seed", "verdict", "reason", "nodes", "solution"]
    assert frame["seed"].to_list() == list(range(2000, 2300))


def test_verdicts_are_those_of_the_published_list() -> None:
    frame = frame_of(Parameters(0, 2300))
    assert frame.filter(pl.col("verdict") == "unsolvable")["seed"].to_list() == UNSOLVABLE
    assert frame.filter(pl.col("verdict") == "unknown").is_empty()


def test_negative_seeds_are_the_deals_of_the_other_end() -> None:
    low, high = (frame_of(Parameters(start, start + 50)) for start in (-25, (1 << 31) - 25))
    assert low["seed"].to_list() == list(range(-25, 25))
    assert low.drop("seed").equals(high.drop("seed"))


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "cols", "deals"), [(4, 4, 12_000), (2, 3, 60), (3, 3, 150), (3, 4, 400)])
def test_reasons_are_those_of_explain(rows: int, cols: int, deals: int) -> None:
    frame = frame_of(Parameters(0, deals, rows, cols, reasons=True)).filter(pl.col("verdict") == "unsolvable")
    assert len(frame)
    for seed, reason in frame.select("seed", "reason").iter_rows():
        proof = explain(boaf.deal(seed, rows, cols)).proof
        assert proof is not None
        assert proof.reason == reason, seed


@pytest.mark.slow
def test_reasons_are_those_of_explain_on_large_boards() -> None:
    """Unsolvable deals of more than sixteen cells are rare, so these are boards in mid-game."""
    boards = [boaf.random_board(seed, 3, 6, 6 + seed % 5) for seed in range(150)]
    proofs = [(board, proof) for board in boards if (proof := explain(board).proof)]
    found = reasons_of(np.stack([cards_of(board) for board, _ in proofs]), 3, 6)
    assert found == [proof.reason for _, proof in proofs]
    assert {"odd-bird", "multiple-flocks", "stranded", "collapse", "search"} <= set(found)


def test_a_record_counts_its_chunk() -> None:
    content, record = compute_chunk(SMALL, 2)
    assert (record.start, record.stop, record.bytes) == (1000, 1500, len(content))
    assert (record.counts.solvable, record.counts.unsolvable, record.counts.unknown) == (497, 3, 0)
    assert sum((record.counts.reasons or {}).values()) == 3
    assert ChunkRecord.from_json(record.to_json()) == record


def test_the_number_of_threads_does_not_change_the_bytes() -> None:
    assert compute_chunk(SMALL, 0, threads=1) == compute_chunk(SMALL, 0, threads=3)


def test_a_limit_leaves_deals_unknown() -> None:
    frame = frame_of(Parameters(0, 100, solutions=True, reasons=True, max_nodes=12))
    assert set(frame["verdict"].cast(pl.String)) == {"solvable", "unsolvable", "unknown"}
    assert (
        frame.filter(pl.col("verdict") == "unknown").select("reason", "solution").null_count().row(0)
        == ((frame["verdict"] == "unknown").sum(),) * 2
    )


def test_another_version_of_boaf_computes_nothing() -> None:
    with pytest.raises(BoafError, match=r"begun with boaf 0\.0\.0"):
        compute_chunk(replace(SMALL, version="0.0.0"), 0)


@pytest.mark.parametrize(("rows", "cols"), [(4, 4), (3, 4), (4, 5), (1, 1)])
def test_every_solution_replays(rows: int, cols: int) -> None:
    frame = frame_of(Parameters(0, 60, rows, cols, solutions=True))
    for seed, verdict, solution in frame.select("seed", "verdict", "solution").iter_rows():
        assert (verdict == "solvable") == (solution is not None)
        if solution is not None:
            board = boaf.deal(seed, rows, cols)
            moves = decode_solution(solution, board)
            assert len(solution) == (rows * cols - 1) * (1 if rows * cols <= 16 else 2)
            for move in moves:
                board.push(move)
            assert board.is_solved


def test_steps_are_packed_and_unpacked() -> None:
    steps = np.array([[0x0F01, 0x0E0D], [0x0001, 0x0100]], np.uint16)
    assert encode_solutions(steps, 16) == [b"\xf1\xed", b"\x01\x10"]
    assert encode_solutions(steps, 20) == [b"\x0f\x01\x0e\x0d", b"\x00\x01\x01\x00"]
    for cells in (16, 20):
        assert [decode_steps(packed, cells) for packed in encode_solutions(steps, cells)] == steps.tolist()


def test_a_solution_of_another_board_is_noticed() -> None:
    with pytest.raises(BoafError, match="a cell that the board does not have"):
        decode_solution(b"\xff", boaf.deal(1, 2, 2))


@pytest.mark.parametrize("solution", [b"\x21", b"\x02", b"\x01\x01"])
def test_a_solution_that_names_an_empty_cell_is_refused(solution: bytes) -> None:
    with pytest.raises(BoafError, match=r"move \d of the solution names an empty cell"):
        decode_solution(solution, boaf.Board("7H 6C / -- 6H"))


def test_half_a_move_is_refused() -> None:
    with pytest.raises(BoafError, match="a solution is bytes, two per move"):
        decode_solution(b"\x00\x01\x02", boaf.deal(1, 4, 5))


@pytest.mark.plain
def test_replaying_keeps_the_rules() -> None:
    boards = [
        boaf.Board(text)
        for text in ("7H 6C / 7C 6H", "7H 6C / 7C 6H", "7H 6C / 7C 6H", "7H KC / 2C 6H", "7H 6C / 7C 6H")
    ]
    good = bytes([0x01, 0x13, 0x32])
    diagonal, from_empty, itself = bytes([0x03, 0x13, 0x32]), bytes([0x01, 0x01, 0x13]), bytes([0x11, 0x13, 0x32])
    cards = np.stack([cards_of(board) for board in boards])
    assert replays(cards, [good, diagonal, from_empty, good, itself], 2).tolist() == [True, False, False, False, False]
    assert replays(cards[:2], [good[:2], good], 2).tolist() == [False, True]


def test_best_scores_stand_at_the_unsolvable_deals() -> None:
    frame = frame_of(Parameters(0, 2300, best_score=True))
    known = frame.filter(pl.col("best_score").is_not_null())
    assert known["seed"].to_list() == UNSOLVABLE
    assert known["best_score"].to_list() == [boaf.best_score(boaf.deal(seed)).score for seed in UNSOLVABLE]
    limited = frame_of(Parameters(0, 2300, best_score=True, max_nodes=8))
    assert limited["best_score"].count() < len(UNSOLVABLE)


def test_a_file_holds_its_recipe() -> None:
    content, _ = compute_chunk(SMALL, 4)
    recipe = json.loads(pl.read_parquet_metadata(io.BytesIO(content))["boaf"])
    assert recipe["chunk"] == 4
    assert Parameters.from_json(recipe["parameters"]) == SMALL
