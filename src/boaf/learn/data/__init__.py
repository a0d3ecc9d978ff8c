"""Data sets: labelled boards, the recipes that make them, and their files.

    >>> from boaf.learn.data import random_states, read, write
    >>> write(random_states(1000), "states.parquet")
    >>> len(read("states.parquet"))
    1000

A function such as `random_states` makes a data set in memory. `make` writes one to a file chunk by chunk, from a recipe
such as `RandomStates`, and resumes where it was interrupted. Every label comes from the exact solver.
"""

from boaf.support.lazy import public_names

__getattr__, __dir__, __all__ = public_names(__name__)
