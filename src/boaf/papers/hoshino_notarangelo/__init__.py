"""Hoshino & Notarangelo (2019)."""
