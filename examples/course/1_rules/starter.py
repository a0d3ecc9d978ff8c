"""Unit 1. A card is a text such as "7H"; a board is a list of rows of cards, with None for an empty cell."""

RANKS = "A23456789TJQK"


def match(one, other):
    """Whether two cards have the same suit, or ranks that differ by at most one."""
    raise NotImplementedError


def legal_moves(rows):
    """The set of all legal moves: pairs (the card on top of the moving stack, the card that it covers)."""
    raise NotImplementedError


def odd_birds(rows):
    """The set of cards that match no other card on the board."""
    raise NotImplementedError


def flocks(rows):
    """The connected parts of the graph of matches, as a set of frozensets of cards."""
    raise NotImplementedError
