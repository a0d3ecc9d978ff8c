"""The game as Gymnasium environments: one game, or thousands at once."""
