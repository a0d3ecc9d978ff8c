"""Write the endgame tables that come with the package. They are computed from nothing but the rules."""

from __future__ import annotations

from pathlib import Path

from boaf.kernel.jit import heat
from boaf.kernel.store import SHIPPED, pack
from boaf.kernel.tables import build_tables

OUTPUT = Path(__file__).parent.parent / "src" / "boaf" / "kernel" / f"endgame-{SHIPPED}.bin"

if __name__ == "__main__":
    heat()
    OUTPUT.write_bytes(pack(build_tables(SHIPPED)))
    print(f"{OUTPUT.name}: {OUTPUT.stat().st_size:,} bytes")
