"""Players, which are shown a board and choose a move, and matches between a player and many deals."""

from boaf.support.lazy import public_names

__getattr__, __dir__, __all__ = public_names(__name__)
