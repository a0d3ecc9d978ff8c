"""The compiled kernel: positions as bit masks, connectivity, endgame tables, deals, collapse sets.

Nothing here knows cards beyond which of them match, and every function also runs as plain Python
(`NUMBA_DISABLE_JIT=1`). Importing this package imports Numba; the rest of `boaf` does so only when something must be
solved.
"""
