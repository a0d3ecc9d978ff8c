"""Data sets: labelled boards, the recipes that make them, and their files."""
