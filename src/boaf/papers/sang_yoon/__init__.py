"""Sang & Yoon (2019)."""
