"""Data to learn from."""
