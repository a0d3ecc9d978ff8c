"""boaf: deal, solve, prove, learn, play, generate and count Birds of a Feather solitaire.

    >>> import boaf
    >>> board = boaf.deal(1)
    >>> result = boaf.solve(board)
    >>> result.verdict, len(result.moves)
    (<Verdict.SOLVABLE: 'solvable'>, 15)

Names are loaded when they are first used, so that importing `boaf` is quick and compiles nothing.
"""

from boaf.support.lazy import public_names

__version__ = "1.0.0"

__getattr__, __dir__, __all__ = public_names(__name__)
