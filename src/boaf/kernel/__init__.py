"""The compiled kernel: positions as bit masks, connectivity, endgame tables, deals, collapse sets.

The kernel knows of cards only which of them match. `native` explains how functions become machine code; every function
also runs as plain Python (`BOAF_KERNEL=python`).
"""
