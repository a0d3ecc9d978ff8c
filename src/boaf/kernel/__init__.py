"""The compiled kernel: positions as bit masks, connectivity, endgame tables, deals, collapse sets.

Nothing here knows cards beyond which of them match, and every function also runs as plain Python
(`NUMBA_DISABLE_JIT=1`). Numba is imported when the first of them is compiled or loaded, which one easy board does not
need (`jit`).
"""
