"""Our Monte Carlo player, with the solvability checker of Roberson & Sperduto (2019) and no exact solver.

What it does otherwise than `mcts`:

- a simulation that ends with one stack is a solution: it is remembered and played (`commit`);
- simulations follow our fitted move ordering with some noise, and end where the checker knows the answer
  (`simulation`, `noise`, `decided`);
- the same ordering is the prior of the selection (`prior`), so that likely moves are looked at first;
- a node all of whose children are unsolvable is unsolvable, up to the root (`prove`), boards that are reached in
  several ways are one node (`transpositions`), and the tree is kept from move to move (`keep`).

Because a won simulation ends the search, all rewards but the last would be 0 if only wins counted: so the reward is the
score, which prefers what comes near.
"""

from __future__ import annotations

from dataclasses import dataclass

from boaf.players.tree_player import TreePlayer
from boaf.players.tree_search.move_checker import KNOWN


@dataclass(kw_only=True)
class Player(TreePlayer):
    """Ours."""

    explore_first: bool = False
    simulation: str = "fitted"
    noise: int = 2000
    reward: str = "score"
    exploration: float = 1.0
    ties: str = "other"
    prior: str = "fitted"
    decided: int = KNOWN + 1
    commit: bool = True
    prove: bool = True
    transpositions: bool = True
    keep: bool = True
