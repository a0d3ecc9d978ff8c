"""Write the endgame tables that come with the package. They are computed from nothing but the rules."""

from __future__ import annotations

from pathlib import Path

from boaf.kernel.endgame_file import FILE, pack
from boaf.kernel.patterns import MAX_STACKS
from boaf.kernel.tables import build_tables

OUTPUT = Path(__file__).parent.parent / "src" / "boaf" / "kernel" / FILE

if __name__ == "__main__":
    OUTPUT.write_bytes(pack(build_tables(MAX_STACKS)))
    print(f"{OUTPUT.name}: {OUTPUT.stat().st_size:,} bytes")
