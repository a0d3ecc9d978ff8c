"""Roberson & Sperduto (2019)."""
