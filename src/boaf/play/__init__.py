"""Players, difficulty, puzzle generation and the Gymnasium environment."""
