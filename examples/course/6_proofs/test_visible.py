"""Unit 6: tests to show to students."""

import boaf


def test_an_odd_bird_is_a_proof(student):
    assert student.prove(boaf.Board("7H 2C / 7S KD"))


def test_nothing_is_proved_of_a_board_that_can_be_solved(student):
    assert student.prove(boaf.Board("7H 6C / -- 6H")) is None
