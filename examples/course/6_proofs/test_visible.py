"""Unit 6: tests to show to students."""

import pytest
import starter

import boaf


@pytest.mark.parametrize("text", ["7H 2C / 7S KD", "7H 6H 2C", "7H 2C / -- 6S"])
def test_an_odd_bird_is_a_proof(text):
    claim = starter.prove(boaf.Board(text))
    assert isinstance(claim, str), f"{text} has an odd bird, 2C; a proof is a sentence"
    assert claim


@pytest.mark.parametrize("text", ["7H", "7H 6C", "7H 6C / -- 6H"])
def test_nothing_is_proved_of_a_board_that_can_be_solved(text):
    assert starter.prove(boaf.Board(text)) is None
