"""The player of Roberson & Sperduto (2019), part by part, and how what the paper leaves open is read here.

In the paper: a lookahead of two steps for a board that the checker calls solvable; every child is explored once before
UCT is used; a solvable child is taken at once; a child that is unsolvable is never added; all other children of a node
are added together and one of them, drawn at random, is where the simulation starts; moves of the simulation are chosen
by the heuristic.

Left open:

- the reward. The paper's background has "the ratio of games won to games played": a win is worth 1, a loss 0;
- the constant. The paper writes UCT with Cp, as the survey that it cites does, which takes 1/√2 for rewards in 0 … 1;
- how the heuristic guides simulations: the move of the highest value, drawn among equals;
- which move is played in the end: the one with the most visits, the usual rule, and any of those that are equal. With
  100 iterations most of the moves are: among 15 to 40 of them two or three visits are the most that any gets. Hence the
  cliff of Table 3, from 44 % at 100 iterations to 95 % at 300. With ties broken by the highest mean (`ties=other`) the
  player wins far more games at 100, and the cliff is gone (`python studies/player_readings.py`);
- the cases of three to five cards that the checker knows: all.

Every one of these is an option. The defaults follow the text to the letter where it says something; with them, reading
A, the rates of Table 3 come out within some points. `READINGS` has two more, which come nearer from 300 iterations on.
All three were chosen out of some fifty after a look at that table, so that they fit is no evidence for them; that ties
are broken arbitrarily is.
`boaf reproduce mcts --table table-3` plays all three.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from boaf.players.tree_player import TreePlayer


@dataclass(kw_only=True)
class Player(TreePlayer):
    """Roberson & Sperduto's Monte Carlo tree search."""


READINGS: dict[str, dict[str, Any]] = {
    "A": {},
    "B": {"exploration": 1.0, "expand_all": False},
    "C": {"exploration": 1.0, "decided": 5},
}
"""Readings of the player. A: the text's. B: Cp = 1, and a new node is simulated, and expanded at its second visit.
C: Cp = 1, and simulations end where the checker knows the answer."""
