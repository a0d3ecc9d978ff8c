"""Proofs that a board cannot be solved: one condition per file, a `Proof` that carries its witness, and a checker.

`explain` tries the conditions in order and gives the first reason that holds; `check_proof` judges a proof without any
of the code that made it. `conditions` is the table of all conditions.
"""
