"""Players, the matches between a player and many deals, and the tree search that some of them share."""
