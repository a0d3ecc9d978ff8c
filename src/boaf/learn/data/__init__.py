"""Data sets: labelled boards, the recipes that make them, and their files.

    >>> from boaf.learn.data import random_states, read, write
    >>> write(random_states(1000), "states.parquet")
    >>> len(read("states.parquet"))
    1000

A function such as `random_states` makes a data set in memory. `make` writes one to a file chunk by chunk, from a recipe
such as `RandomStates`, and resumes where it was interrupted. Every label comes from the exact solver.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from boaf.lazy import lazy_names

if TYPE_CHECKING:
    from boaf.learn.data.data_set import PARTS, DataSet
    from boaf.learn.data.files import read, write
    from boaf.learn.data.in_memory import balanced_deals, interesting_states, numbered_deals, random_states
    from boaf.learn.data.making import Made, make
    from boaf.learn.data.recipes import Balanced, Interesting, NumberedDeals, RandomStates, Recipe

_MODULES = {
    "data_set": ("PARTS", "DataSet"),
    "files": ("read", "write"),
    "in_memory": ("balanced_deals", "interesting_states", "numbered_deals", "random_states"),
    "making": ("Made", "make"),
    "recipes": ("Balanced", "Interesting", "NumberedDeals", "RandomStates", "Recipe"),
}

__all__ = [
    "PARTS",
    "Balanced",
    "DataSet",
    "Interesting",
    "Made",
    "NumberedDeals",
    "RandomStates",
    "Recipe",
    "balanced_deals",
    "interesting_states",
    "make",
    "numbered_deals",
    "random_states",
    "read",
    "write",
]

__getattr__, __dir__ = lazy_names(
    __name__, {name: f"{__name__}.{module}" for module, names in _MODULES.items() for name in names}
)
