"""Puzzles: what makes a board hard, how hard it is, and boards of a given difficulty."""

from boaf.support.lazy import public_names

__getattr__, __dir__, __all__ = public_names(__name__)
