"""Araki et al. (2019)."""
