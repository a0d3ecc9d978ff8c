"""Unit 5: a player."""


def choose(board, random):
    """One of the legal moves."""
    raise NotImplementedError
