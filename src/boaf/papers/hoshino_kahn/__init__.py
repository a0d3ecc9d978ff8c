"""Hoshino & Kahn (2019)."""
