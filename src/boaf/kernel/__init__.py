"""The compiled kernel: positions as bit masks, connectivity, endgame tables, deals, collapse sets.

Nothing here knows cards beyond which of them match. `native` says how functions become machine code; every one also
runs as plain Python (`BOAF_KERNEL=python`).
"""
