"""How a Monte Carlo player searches, as compiled code reads it; `tree_player.TreePlayer` says what each part is."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Simulation(IntEnum):
    """How simulations choose their moves; see `simulation`."""

    RANDOM = 0
    GREEDY = 1
    PROPORTIONAL = 2
    FITTED = 3


class Reward(IntEnum):
    """What a simulation is worth: 1 for a win, or its score as a share of the highest."""

    WIN = 0
    SCORE = 1


class FinalChoice(IntEnum):
    """Which move is played: the one with the most visits, or the one with the highest mean reward."""

    VISITS = 0
    VALUE = 1


class Ties(IntEnum):
    """Which of the moves that are equal by that is played: the one that is higher by the other, or any."""

    OTHER = 0
    ANY = 1


class PriorKind(IntEnum):
    """Where the prior of a move comes from."""

    NONE = 0
    FITTED = 1
    ASKED = 2


class SearchRules(NamedTuple):
    """The options of a player; those with a few values are members of the enums above."""

    lookahead: int
    explore_first: bool
    take_solvable: bool
    prune: bool
    expand_all: bool
    simulation: int
    weight: float
    noise: int
    reward: int
    exploration: float
    choice: int
    ties: int
    prior: int
    decided: int
    commit: bool
    prove: bool
    transpositions: bool
    keep: bool
