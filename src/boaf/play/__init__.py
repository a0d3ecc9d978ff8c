"""Players, matches, difficulty, generation, and the Gymnasium environment."""
