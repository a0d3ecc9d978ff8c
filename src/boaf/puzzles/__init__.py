"""Puzzles: what makes a board hard, its difficulty, and boards of a given difficulty."""
