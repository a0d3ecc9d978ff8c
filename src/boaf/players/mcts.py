"""The player of Roberson & Sperduto (2019), part by part, and how what the paper leaves open is read here.

In the paper: a lookahead of two steps for a board that the checker calls solvable; every child is explored once before
UCT is used; a solvable child is taken at once; a child that is unsolvable is never added; all other children of a node
are added together and one of them, drawn at random, is where the simulation starts; moves of the simulation are chosen
by the heuristic.

Left open:

- the reward. The paper's background has "the ratio of games won to games played": a win is worth 1, a loss 0;
- the constant. The paper writes UCT with Cp, as the survey that it cites does, which takes 1/√2 for rewards in 0 … 1;
- how the heuristic guides simulations: the move of the highest value, drawn among equals;
- which move is played in the end: the one with the most visits, the usual rule; of equals, the highest mean;
- the cases of three to five cards that the checker knows: all.

Every one of these is an option. `boaf reproduce mcts --table table-3` shows what the other readings give.
"""

from __future__ import annotations

from dataclasses import dataclass

from boaf.players.tree_player import TreePlayer


@dataclass(kw_only=True)
class Player(TreePlayer):
    """Roberson & Sperduto's Monte Carlo tree search."""
