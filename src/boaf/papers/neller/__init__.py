"""Neller (2018): the challenge."""
