"""The tree search that the Monte Carlo players share: the tree, an iteration, simulations, the solvability checker."""
