"""Hoshino & Kahn (2019): the decision tree on deals 1 … 100,000, with true labels."""

SCALES = {"small": 100_000, "paper": 100_000}
"""The number of deals: the paper's takes seconds."""
TABLES = {
    "counts": "tree.counts",
    "ranges": "tree.walks",
    "splits": "tree.splits",
    "latin-square": "tree.latin_square",
}
